#include "bench/program/report_folder.hpp"

#include "app/shell/files/output_file.hpp"
#include "bench/experiments/kept_report.hpp"
#include "engine/import/text_file.hpp"

#include <system_error>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAboutName = "about.csv";
constexpr std::uint64_t kMaxBytes = 1u << 28; // size limit of a file of an earlier run

} // namespace

Result<std::string> read_report_file(const fs::path& path) {
    return read_text_file(path, kMaxBytes);
}

Status write_report_file(const fs::path& path, std::string_view text) {
    Result<OutputFile> file = OutputFile::open(path);
    if (!file) return file.error();
    if (Status status = file->write(text); !status) return status;
    return file->finish();
}

Status make_folder(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    if (!error && fs::is_directory(folder, error)) return ok();
    return Error{folder.string() + ": the folder cannot be created: " + error.message()};
}

Result<std::vector<ReportPart>> read_report_folder(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder / kAboutName, error)) return std::vector<ReportPart>{};
    const bool has_page = fs::exists(folder / kReportPage, error);
    const Result<std::string> about = read_report_file(folder / kAboutName),
                              page = has_page ? read_report_file(folder / kReportPage) : std::string();
    if (!about || !page) return about ? page.error() : about.error();
    Result<std::vector<ReportPart>> parts = read_report(*page, *about, [&](std::string_view experiment) {
        return read_report_file(folder / experiment / kReportClaims);
    });
    if (!parts)
        return Error{shown(folder) +
                     ": the results of an earlier run cannot be read: " + parts.error().message};
    return parts;
}

Status write_report_folder(const fs::path& folder, std::span<const ReportPart> parts) {
    if (Status status = write_report_file(folder / kAboutName, to_csv(make_about_table(parts))); !status)
        return status;
    return write_report_file(folder / kReportPage, report_page(parts));
}

} // namespace boxwood

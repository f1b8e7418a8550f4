#include "app/shell/files/output_file.hpp"

#include "engine/import/text_file.hpp"

#include <cerrno>
#include <cstring>
#include <utility>

namespace boxwood {

namespace fs = std::filesystem;

namespace {

fs::path part_path_of(const fs::path& target) {
    return target.string() + ".part";
}

// Follows a symbolic link to an existing file, so that the output replaces the file and not the link.
fs::path target_of(const fs::path& path) {
    std::error_code missing;
    const fs::path target = fs::canonical(path, missing);
    return missing ? path : target;
}

// False for devices, which can be both input and output.
bool is_same_regular_file(const fs::path& p, const fs::path& q) {
    std::error_code error;
    return fs::is_regular_file(p, error) && fs::is_regular_file(q, error) && fs::equivalent(p, q, error) &&
           !error;
}

// Returns the same path for all spellings of a path and all symbolic links to a file; the file does not have to exist.
// Returns an empty path for an empty path, and for a device, which several outputs can share.
fs::path written_path_of(const fs::path& path) {
    std::error_code error;
    if (path.empty() || path == "-") return path;
    if (fs::exists(path, error) && !fs::is_regular_file(path, error)) return {};
    const fs::path target = fs::weakly_canonical(path, error);
    return fs::absolute(error ? path : target, error).lexically_normal();
}

// Two outputs also collide if one is the temporary file of the other.
bool outputs_collide(const fs::path& p, const fs::path& q) {
    const fs::path first = written_path_of(p), second = written_path_of(q);
    if (first.empty() || second.empty()) return false;
    return first == second || (first != "-" && second == part_path_of(first)) ||
           (second != "-" && first == part_path_of(second));
}

} // namespace

Status check_outputs(std::span<const fs::path> outputs, std::span<const fs::path> inputs) {
    for (const fs::path& output : outputs) {
        if (output.empty() || output == "-") continue;
        for (const fs::path& input : inputs) {
            if (is_same_regular_file(output, input))
                return Error{shown(output) +
                             ": is also an input and would be overwritten; choose another output"};
            if (is_same_regular_file(OutputFile::part_of(output), input))
                return Error{shown(input) +
                             ": is an input and would be overwritten by the temporary file of " +
                             shown(output) + "; choose another output"};
        }
    }
    for (std::size_t i = 0; i < outputs.size(); ++i)
        for (std::size_t k = 0; k < i; ++k)
            if (outputs_collide(outputs[k], outputs[i]))
                return Error{shown(outputs[i]) + ": would overwrite another output, " + shown(outputs[k]) +
                             "; choose another name"};
    return ok();
}

Result<OutputFile> OutputFile::open(const fs::path& path) {
    if (path == "-") return OutputFile(stdout, path, {});
    std::error_code ignored;
    const fs::file_status status = fs::status(path, ignored);
    if (fs::is_directory(status)) return Error{shown(path) + ": is a directory, not a file to write"};
    const bool is_device = fs::exists(status) && !fs::is_regular_file(status);
    const fs::path target = is_device ? path : target_of(path);
    const fs::path part = is_device ? fs::path{} : part_path_of(target);
    std::FILE* file = std::fopen((is_device ? target : part).c_str(), "wbe");
    if (file == nullptr) return Error{shown(path) + ": cannot be written: " + std::strerror(errno)};
    return OutputFile(file, target, part);
}

Result<OutputFile> OutputFile::resume(const fs::path& path, std::uint64_t bytes) {
    const fs::path part = part_of(path);
    std::error_code error;
    fs::resize_file(part, bytes, error);
    if (error) return Error{shown(part) + ": cannot be written: " + error.message()};
    std::FILE* file = std::fopen(part.c_str(), "abe");
    if (file == nullptr) return Error{shown(part) + ": cannot be written: " + std::strerror(errno)};
    return OutputFile(file, target_of(path), part);
}

fs::path OutputFile::part_of(const fs::path& path) {
    return part_path_of(target_of(path));
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : file_(std::exchange(other.file_, nullptr))
    , target_(std::move(other.target_))
    , part_(std::exchange(other.part_, {})) {}

OutputFile::~OutputFile() {
    if (file_ == nullptr || file_ == stdout) return;
    std::fclose(file_);
    std::error_code ignored;
    if (!part_.empty()) fs::remove(part_, ignored);
}

Error OutputFile::failure() const {
    return Error{shown(target_) + ": cannot be written: " + std::strerror(errno)};
}

Status OutputFile::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_) != text.size()) return failure();
    return ok();
}

Status OutputFile::finish() {
    if (std::fflush(file_) != 0) return failure();
    std::error_code error;
    if (!part_.empty()) fs::rename(part_, target_, error);
    if (error) return Error{shown(target_) + ": cannot be written: " + error.message()};
    part_.clear();
    return ok();
}

bool OutputFile::keep_part() {
    if (part_.empty()) return false;
    part_.clear();
    return std::fclose(std::exchange(file_, nullptr)) == 0;
}

} // namespace boxwood

// What: reads and writes the folder of a run of experiments: report.html, about.csv, and for each experiment a folder
//       with tables and pictures.
// Degenerate input: if results of an earlier run cannot be read, returns an Error that names the folder or the file and
//     changes nothing.
#pragma once

#include "bench/experiments/report_page.hpp"

#include <filesystem>
#include <vector>

namespace boxwood {

// Returns an empty list if the folder has no about.csv.
Result<std::vector<ReportPart>> read_report_folder(const std::filesystem::path& folder);
Status write_report_folder(const std::filesystem::path& folder, std::span<const ReportPart> parts);

inline constexpr const char* kReportPage = "report.html";
inline constexpr const char* kReportClaims = "claims.csv"; // in the folder of an experiment

Status write_report_file(const std::filesystem::path& path, std::string_view text);
Status make_folder(const std::filesystem::path& folder);
Result<std::string> read_report_file(const std::filesystem::path& path);

} // namespace boxwood

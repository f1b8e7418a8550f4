// What: the folder of a run of experiments: report.html, about.csv and a folder of tables and pictures per experiment.
// Degenerate input: what an earlier run left and cannot be read is an Error that names the folder; nothing is changed.
#pragma once

#include "bench/experiments/report_page.hpp"

#include <filesystem>
#include <vector>

namespace boxwood {

// Empty if the folder has no report.
Result<std::vector<ReportPart>> read_report_folder(const std::filesystem::path& folder);
Status write_report_folder(const std::filesystem::path& folder, std::span<const ReportPart> parts);

inline constexpr const char* kReportPage = "report.html";
inline constexpr const char* kReportClaims = "claims.csv"; // of an experiment

Status write_report_file(const std::filesystem::path& path, std::string_view text);
Status make_folder(const std::filesystem::path& folder);
Result<std::string> read_report_file(const std::filesystem::path& path);

} // namespace boxwood

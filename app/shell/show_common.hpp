// What: common steps of shows in a window, offscreen and without a picture: opening the lab, frame count, report, exit
//       status.
#pragma once

#include "app/jobs/progress.hpp"
#include "app/labs/lab.hpp"
#include "app/shell/files/launch_target.hpp"
#include "app/shell/files/report.hpp"
#include "app/shell/show.hpp"

#include <cstdint>
#include <memory>
#include <string_view>

namespace boxwood {

// Opens the lab, loads its meshes and builds their hierarchies, so that the first frame can run.
Result<std::unique_ptr<Lab>> prepare_lab(const LaunchTarget& target, const ViewerOptions& options,
                                         Progress& io_progress);

// An Error if an output file would overwrite an input or cannot be written. Call it before the run.
Status check_files(const ViewerOptions& options);

double now_milliseconds();
int fail(const Error& error); // one line on stderr; returns exit status 2
void print_state(const RunReport& report);
// Returns the number of frames of a headless run.
std::uint64_t headless_frame_count(const Lab& lab, const ViewerOptions& options);
RunReport make_report_of(Lab& lab, const ViewerOptions& options, std::string_view lab_name);
// Returns 1 and prints a message on stderr if the oracle found an error, else returns 0.
int exit_status_of(const Lab& lab);

} // namespace boxwood

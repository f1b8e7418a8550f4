// What: a show with graphics: in a window until it is closed, or the same frames offscreen.
#pragma once

#include "app/jobs/progress.hpp"
#include "app/labs/lab.hpp"
#include "app/shell/files/opening.hpp"
#include "app/shell/files/report.hpp"
#include "app/shell/show.hpp"

#include <memory>

namespace boxwood {

inline constexpr std::size_t kTimesKept = 10'000; // history of tables and plots, in frames
inline constexpr std::uint64_t kFramesDrawn =
    240; // offscreen: only the last frames, as many as the timeline shows

// The lab of an opening with its meshes, ready for its first frame.
Result<std::unique_ptr<Lab>> prepare_lab(const Opening& opening, const ShowOptions& options,
                                         Progress& io_progress);
int show_window(const Opening& opening, const ShowOptions& options);
int show_offscreen(std::unique_ptr<Lab> lab, const Opening& opening, const ShowOptions& options,
                   Progress& io_progress);

double now_milliseconds();
int fail(const Error& error); // one line on stderr; returns exit status 2
void print_state(const RunReport& report);
// Frame count of a headless run.
std::uint64_t frames_of(const Lab& lab, const ShowOptions& options);
RunReport make_report_of(Lab& lab, const ShowOptions& options, std::string_view lab_name);
// 0, or 1 with a message on stderr if the oracle found an error.
int exit_status_of(const Lab& lab);

} // namespace boxwood

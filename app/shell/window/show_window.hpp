// What: runs a show with graphics, in a window until it is closed or offscreen. Both functions return the exit status;
//       messages go to stderr.
#pragma once

#include "app/jobs/progress.hpp"
#include "app/labs/lab.hpp"
#include "app/shell/files/launch_target.hpp"
#include "app/shell/show.hpp"

#include <memory>

namespace boxwood {

int show_window(const LaunchTarget& target, const ViewerOptions& options);
int show_offscreen(std::unique_ptr<Lab> lab, const LaunchTarget& target, const ViewerOptions& options,
                   Progress& io_progress);

} // namespace boxwood

// What: opens a lab on a background thread while the window shows a message and stays responsive.
#pragma once

#include "app/shell/files/launch_target.hpp"
#include "app/shell/frame_heartbeat.hpp"
#include "app/shell/window/window_surface.hpp"

#include <memory>
#include <optional>

namespace boxwood {

// None: the window was closed before the lab was open.
std::optional<Result<std::unique_ptr<Lab>>> open_lab_meanwhile(const LaunchTarget& target,
                                                               const ViewerOptions& options,
                                                               WindowSurface& io_surface,
                                                               FrameHeartbeat& io_heartbeat);

} // namespace boxwood

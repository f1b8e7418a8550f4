// What: adds facts about the window to the report of a run: the lab's timeline, the camera, and positions on the
//       window.
// Frame: rectangles are [left, top, right, bottom] in window pixels.
#pragma once

#include "app/shell/files/report.hpp"
#include "app/shell/window/interface/scene_views.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/window_surface.hpp"

namespace boxwood {

void add_timeline_facts(const OpenLab& open, RunReport& io_report);
// Adds the camera, the rectangles of the views, and the position of the selection in the first view. Gathers the views.
void add_view_facts(const WindowSurface& surface, const OpenLab& open, SceneViews& io_views,
                    RunReport& io_report);

} // namespace boxwood

// What: draws the top bar, and the small bar over a viewport without panels. Changes of playback, speed and panels are
//       applied here; the caller carries out the returned choices.
#pragma once

#include "app/panels/window/top_bar.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "engine/ui/layout.hpp"

namespace boxwood {

struct BarChoice {
    int lab = 0; // index of the lab to show; usually the current one
    TopBar::Wants wants{};
};

// `frames_per_second`: not displayed if 0.
BarChoice draw_window_bar(const ui::Layout& layout, double frames_per_second, OpenLab& io_open);
// Draws the small bar if only the viewport is shown and the lab does not capture the mouse. Returns the index of the
// lab to show.
int draw_bare_controls(const ui::Rect& viewport, OpenLab& io_open);

} // namespace boxwood

// What: the top bar, and over a view without panels the small bar; what was chosen in them is for the caller to carry out.
#pragma once

#include "app/shell/window/opening/open_labs.hpp"
#include "engine/ui/layout.hpp"

namespace boxwood {

struct BarChoice {
    int lab = 0; // index of the lab to show; mostly the one on screen
    bool wants_file = false, wants_picture = false, wants_help = false;
};

// `frames_per_second`: 0 is not displayed.
BarChoice draw_window_bar(const ui::Layout& layout, double frames_per_second, OpenLab& io_open);
// Where only the viewport is shown, and the lab does not capture the mouse. The index of the lab to show.
int draw_bare_controls(const ui::Rect& viewport, OpenLab& io_open);

} // namespace boxwood

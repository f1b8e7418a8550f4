// What: draws the panels around the viewport: parameters, inspector, timeline with details, and the splitters between
//       them.
#pragma once

#include "app/panels/window/messages.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "engine/ui/layout.hpp"

namespace boxwood {

// Draws the parameters and the inspector. `io_context` gets a description of the item under the mouse.
void draw_side_panels(const ui::Layout& layout, OpenLab& io_open, ViewContext& io_context);
// Draws the timeline and the splitters, which change the layout of the next frame. Call it after the viewport's
// overlay.
void draw_bottom_panel(const ui::Layout& layout, OpenLab& io_open, Messages& io_messages,
                       ViewContext& io_context);

} // namespace boxwood

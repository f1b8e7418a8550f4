// What: the panels around the viewport: parameters, inspector, timeline with details, and the splitters between them.
#pragma once

#include "app/panels/window/messages.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "engine/ui/layout.hpp"

namespace boxwood {

// At the sides. What is under the mouse is described in the context.
void draw_side_panels(const ui::Layout& layout, OpenLab& io_open, ViewContext& io_context);
// Below the viewport; after its overlay. With the splitters, which change the layout of the next frame.
void draw_bottom_panel(const ui::Layout& layout, OpenLab& io_open, Messages& io_messages,
                       ViewContext& io_context);

} // namespace boxwood

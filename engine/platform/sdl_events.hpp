// What: converts SDL events to InputEvents. For engine/platform only.
#pragma once

#include <optional>

#include "engine/platform/input_frame.hpp"

union SDL_Event;

namespace boxwood::platform {

// Empty for events without a counterpart. The result has no modifiers for mouse events and no position for wheel
// events, because SDL does not report them. Frees the path or text of a drop event.
std::optional<InputEvent> translate(SDL_Event& io_event);

} // namespace boxwood::platform

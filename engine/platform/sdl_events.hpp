// What: converts SDL's events to ours. For engine/platform only.
#pragma once

#include <optional>

#include "engine/platform/input_frame.hpp"

union SDL_Event;

namespace boxwood::platform {

// Empty for events that we do not forward. Mouse events have no modifiers, because SDL's have none; the wheel has no
// position. Frees the data that the event owns.
std::optional<InputEvent> translate(SDL_Event& io_event);

} // namespace boxwood::platform

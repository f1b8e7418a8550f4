// What: SDL's events as ours. Only this room includes it.
#pragma once

#include <optional>

#include "engine/platform/input_frame.hpp"

union SDL_Event;

namespace boxwood::platform {

// Nothing for events that we do not hand on. Mouse events come without modifiers, which SDL's do not carry;
// the wheel without a position. Frees what the event owns.
std::optional<InputEvent> translate(SDL_Event& io_event);

} // namespace boxwood::platform

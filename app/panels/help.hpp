// What: the key map (F1), of what is active now, with the mouse's gestures and the driver in use.
#pragma once

#include "engine/ui/keymap.hpp"

#include <string>
#include <string_view>

namespace boxwood {

void draw_help(const ui::Keymap& keymap, std::string_view lab, const std::string& renderer, bool& io_is_open);

} // namespace boxwood

// What: the actions of the program and of its labs with their keys, as data. The shell handles its own and forwards
//       those of the labs.
#pragma once

#include "engine/ui/keymap.hpp"

#include <string>

namespace boxwood {

// "lab.1" opens the first lab, and so on.
inline const std::string kLabAction = "lab.";

ui::Keymap make_keymap();

} // namespace boxwood

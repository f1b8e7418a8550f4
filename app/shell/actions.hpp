// What: a table of the actions of the program and of its labs, with their keys. The shell handles the actions of the
//       program and forwards the actions of a lab to that lab.
#pragma once

#include "engine/ui/keymap.hpp"

#include <string>

namespace boxwood {

// Prefix of the actions that open labs: "lab.1" opens the first lab.
inline const std::string kLabAction = "lab.";

ui::Keymap make_keymap();

} // namespace boxwood

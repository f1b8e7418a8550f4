// What: the actions of the program with their keys, as data. The shell handles its own; a lab's are passed on.
#pragma once

#include "engine/ui/keymap.hpp"

namespace boxwood {

ui::Keymap make_keymap();

} // namespace boxwood

// What: the clock and the user's folders.
#pragma once

#include <string>

namespace boxwood::platform {

// Monotonic, from an arbitrary start. Units: seconds.
double now_seconds();

// The settings folder without a trailing slash: $XDG_CONFIG_HOME/boxwood, else ~/.config/boxwood. Empty if neither is
// known. Does not create it.
std::string user_config_folder();

} // namespace boxwood::platform

// What: the clock and the person's folders.
#pragma once

#include <string>

namespace boxwood::platform {

// Monotonic, from an arbitrary start. Units: seconds.
double now_seconds();

// Where settings live, without a slash at the end: $XDG_CONFIG_HOME/boxwood, else ~/.config/boxwood.
// Empty when neither is known. Does not create it.
std::string user_config_folder();

} // namespace boxwood::platform

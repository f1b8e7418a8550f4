// What: the clock and the user's settings folder.
#pragma once

#include <string>

namespace boxwood::platform {

// Seconds since an arbitrary time; never decreases.
double now_seconds();

// The path of the settings folder without a trailing slash: $XDG_CONFIG_HOME/boxwood, else ~/.config/boxwood. Empty if
// neither XDG_CONFIG_HOME nor HOME is an absolute path. The folder is not created.
std::string user_config_folder();

} // namespace boxwood::platform

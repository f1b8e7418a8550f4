#include "engine/platform/system.hpp"

#include <chrono>
#include <cstdlib>

namespace boxwood::platform {

double now_seconds() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string user_config_folder() {
    // The XDG base directory specification requires that relative paths are ignored.
    if (const char* xdg = std::getenv("XDG_CONFIG_HOME"); xdg && xdg[0] == '/')
        return std::string(xdg) + "/boxwood";
    if (const char* home = std::getenv("HOME"); home && home[0] == '/')
        return std::string(home) + "/.config/boxwood";
    return {};
}

} // namespace boxwood::platform

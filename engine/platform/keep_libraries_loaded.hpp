// What: in sanitizer builds, keeps every library loaded until the process ends. Without this, graphics drivers are
//     unloaded at exit. The leak checker then cannot name the stack frames of their allocations, so its suppressions
//     for these drivers do not match.
#pragma once

namespace boxwood::platform {

// Does nothing; a call to it links this file's dlclose() into the program.
void keep_libraries_loaded();

} // namespace boxwood::platform

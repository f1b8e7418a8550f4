// What: in sanitizer builds, keeps every library loaded until the process ends. Otherwise graphics drivers are unloaded
//     at exit, after which the leak checker cannot name the frames of their allocations and no suppression matches
//     them.
#pragma once

namespace boxwood::platform {

// Does nothing; calling it links our dlclose() into the program.
void keep_libraries_loaded();

} // namespace boxwood::platform

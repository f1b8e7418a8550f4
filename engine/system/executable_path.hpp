// What: the path of the running program. Linux only (/proc/self/exe); a port replaces this header and its .cpp.
// Degenerate input: none. Errors: the path is empty if the system does not report it.
// Cost: one system call.
#pragma once

#include <filesystem>

namespace boxwood {

// Executing this path starts the running program again, even if its file has been replaced.
constexpr const char* kThisProgram = "/proc/self/exe";

// Absolute, with symbolic links resolved. It ends with " (deleted)" if the file has been removed or replaced.
std::filesystem::path executable_path();

} // namespace boxwood

// What: where the running program lies. Linux only (/proc/self/exe); a port replaces this header and its .cpp.
// Degenerate input: none. Errors: an empty path where the system does not say it.
// Cost: one system call.
#pragma once

#include <filesystem>

namespace boxwood {

// Starts this program again, even after its file was replaced.
constexpr const char* kThisProgram = "/proc/self/exe";

// Absolute, symbolic links resolved.
std::filesystem::path executable_path();

} // namespace boxwood

// What: the part of an import that runs in the child process: it reads the file and sends the mesh to the parent
//       (import.hpp). Only child_environment() runs in the parent.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

struct ChildLimits {
    std::uint64_t memory_bytes = std::uint64_t{4} << 30;
    // Limit of CPU time for every child: 1 s more than the parent's limit of wall-clock time. It also ends a child
    // whose parent has died.
    std::uint64_t seconds = 31;
};

// Exit status for a rejected file; the last line of stderr is the reason.
inline constexpr int kChildRefused = 2;
// This environment variable is set for every child, so that a child does not start imports itself.
inline constexpr const char* kChildVariable = "BOXWOOD_IMPORT_CHILD";

// Reads the file and writes the encoded mesh to the descriptor. Returns the exit status.
int run_import_child(const std::filesystem::path& path, int descriptor, const ChildLimits& limits = {},
                     std::optional<double> moment = std::nullopt);

// Variables that the parent adds to the child's environment, or replaces in it.
std::vector<std::string> child_environment(std::uint64_t memory_bytes);

} // namespace boxwood

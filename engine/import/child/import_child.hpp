// What: the part of an import that runs in the child process. It reads the file and sends the mesh to the parent
//       (import.hpp).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

struct ChildLimits {
    std::uint64_t memory_bytes = std::uint64_t{4} << 30;
    std::uint64_t seconds = 31; // limit of CPU time; ends a child whose parent has died
};

// Exit status for a rejected file; the last line of stderr is the reason.
inline constexpr int kChildRefused = 2;
// This environment variable is set for every child, so that a child does not start imports itself.
inline constexpr const char* kChildVariable = "BOXWOOD_IMPORT_CHILD";

// Reads the file and writes the encoded mesh to the descriptor. Returns the exit status.
int run_import_child(const std::filesystem::path& path, int descriptor, const ChildLimits& limits = {},
                     std::optional<double> moment = std::nullopt);

// Variables that the parent adds to the child's environment.
std::vector<std::string> child_environment(std::uint64_t memory_bytes);

} // namespace boxwood

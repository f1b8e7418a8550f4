// What: the other end of engine/import/import.hpp: what the child process does.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

struct ChildLimits {
    std::uint64_t memory_bytes = std::uint64_t{4} << 30;
    std::uint64_t seconds = 31; // of processor time: the end of a child whose parent is gone
};

inline constexpr int kChildRefused = 2; // exit status: the last line of stderr says why
inline constexpr const char* kChildVariable = "BOXWOOD_IMPORT_CHILD"; // set in the environment of every child

// Reads the file and writes the encoded mesh to the descriptor. Returns the exit status.
int run_import_child(const std::filesystem::path& path, int descriptor, const ChildLimits& limits = {},
                     std::optional<double> moment = std::nullopt);

// What the parent adds to the child's environment.
std::vector<std::string> child_environment(std::uint64_t memory_bytes);

} // namespace boxwood

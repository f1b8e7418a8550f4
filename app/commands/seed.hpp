// What: a check of an option that takes a seed.
#pragma once

#include <CLI/CLI.hpp>

#include <cstdint>

namespace boxwood {

// Reports are JSON, whose numbers are doubles.
inline constexpr std::uint64_t kLargestSeed = (std::uint64_t{1} << 53) - 1;

inline CLI::Validator a_seed() {
    return CLI::Range(std::uint64_t{0}, kLargestSeed);
}

} // namespace boxwood

// What: the experiments that `boxwood bench` knows, by name. To add one: a line in the list in bench.cpp.
#pragma once

#include "collision/core/result.hpp"

#include <filesystem>
#include <span>
#include <string_view>

namespace boxwood {

struct BenchOptions {
    std::filesystem::path out; // folder
    bool is_quick = false;
};

struct Bench {
    std::string_view name, about;
    Status (*run)(const BenchOptions& options);
};
std::span<const Bench> all_benches();

} // namespace boxwood

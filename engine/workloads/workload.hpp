// What: lists the named, seeded scenes that labs, tests and benchmarks share. To add a workload, write make_<name> in
//     its own file and add a line to the list in workload.cpp.
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

struct Workload {
    std::string_view name;
    std::string_view about;
    std::string_view lab; // the lab that displays it
    Result<Simulation> (*make)(std::uint64_t seed);
};

std::span<const Workload> all_workloads();
const Workload* find_workload(std::string_view name); // null if there is none

} // namespace boxwood

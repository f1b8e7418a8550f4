// What: `boxwood bench`: runs experiments and writes what they give: tables, pictures and one report page.
#pragma once

#include "app/commands/bench_peers.hpp"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct BenchOptions {
    std::filesystem::path out;        // folder
    std::vector<std::string> names{}; // of experiments, or the first word of a family's; empty: all
    PeerPrograms peers{};
    std::uint64_t seed = 1995;
    bool is_quick = false, has_png = true;
};

// Of experiments, and of their families.
std::vector<std::string_view> list_benches();

} // namespace boxwood

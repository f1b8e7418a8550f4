// What: runs experiments and writes their results: tables, pictures and one report page.
#pragma once

#include "app/cli/query/shard.hpp"
#include "bench/program/peer_programs.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct BenchOptions {
    std::filesystem::path out;        // folder
    std::vector<std::string> names{}; // of experiments, or the first word of a family's names; empty: all
    PeerPrograms peers{};
    std::uint64_t seed = 1995;
    bool is_quick = false, has_png = true;
    std::optional<Shard> shard{}; // only every Nth experiment
    bool counts_only = false; // full input without a clock; claims about times are not judged
};

// The names of experiments, and of their families.
std::vector<std::string_view> list_benches();

// All claims of the sources with the verdicts of the folder's results, as Markdown.
Result<std::string> claims_of_folder(const std::filesystem::path& folder);

// Prints the path of the page; progress goes to stderr.
Status run_benches(BenchOptions options);

} // namespace boxwood

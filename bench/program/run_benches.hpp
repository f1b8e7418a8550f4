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
    std::filesystem::path out;        // output folder
    std::vector<std::string> names{}; // of experiments or families; empty for all
    PeerProgramOptions peers{};
    std::uint64_t seed = 1995;
    bool is_quick = false, has_png = true;
    std::optional<Shard> shard{}; // the part of the experiments to run; none: all of them
    // Experiments get no clock, and claims about times are not judged. The comparison programs still measure times.
    bool counts_only = false;
};

// The names of all experiments and families.
std::vector<std::string_view> list_benches();

// Returns Markdown with all claims of the sources and their verdicts from the results in the folder.
Result<std::string> claims_of_folder(const std::filesystem::path& folder);

// Prints the path of the report page to stdout and progress to stderr.
Status run_benches(BenchOptions options);

} // namespace boxwood

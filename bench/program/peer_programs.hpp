// What: runs the programs that compare with other libraries, where they were built, and brings back what they wrote.
// Invariants: one after another; each writes its table into the given folder.
// Degenerate input: a program that is not there is left out; one that fails, or found an answer of ours wrong, is an Error;
//     so is a folder that was named and has none of them.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <filesystem>
#include <functional>

namespace boxwood {

struct PeerPrograms {
    std::filesystem::path folder;              // where they are; empty: where the build puts them
    std::vector<std::filesystem::path> meshes; // beside the generated ones
    bool is_alone = false;                     // without the generated ones, if there are any
    bool is_quick = false;
};

// Ok where no folder was named: the build need not have made the programs.
Status check_peer_folder(const PeerPrograms& programs);

Result<std::vector<OtherResult>> run_peer_programs(const PeerPrograms& programs,
                                                   const std::filesystem::path& out,
                                                   const std::function<void(const std::string&)>& tell);

} // namespace boxwood

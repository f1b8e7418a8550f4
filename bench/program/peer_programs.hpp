// What: runs the comparison programs from the build folder and collects their output.
// Invariants: one after another; each writes its table into the given folder.
// Degenerate input: a missing program is skipped; one that fails, or finds an answer of ours wrong, is an Error; so is
//     an explicitly given folder without any of them.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <filesystem>
#include <functional>

namespace boxwood {

struct PeerPrograms {
    std::filesystem::path folder;              // of the programs; empty: the build's default
    std::vector<std::filesystem::path> meshes; // in addition to the generated ones
    bool is_alone = false;                     // without the generated ones, if `meshes` is not empty
    bool is_quick = false;
};

// Ok if no folder was given: the build need not have made the programs.
Status check_peer_folder(const PeerPrograms& programs);

Result<std::vector<OtherResult>> run_peer_programs(const PeerPrograms& programs,
                                                   const std::filesystem::path& out,
                                                   const std::function<void(const std::string&)>& tell);

} // namespace boxwood

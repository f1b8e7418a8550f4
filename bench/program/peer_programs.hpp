// What: runs the comparison programs from the build folder and collects their output.
// Invariants: the programs run one after another. Each writes its table into the given folder.
// Degenerate input: a missing program is skipped. It is an Error if a program fails or finds that an answer of
//     Boxwood is wrong, and if an explicitly given folder contains none of the programs.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <filesystem>
#include <functional>

namespace boxwood {

struct PeerPrograms {
    std::filesystem::path folder;              // of the programs; empty for the default folder of the build
    std::vector<std::filesystem::path> meshes; // in addition to the generated ones
    bool is_alone = false;                     // leaves out the generated meshes if `meshes` is not empty
    bool is_quick = false;
};

// Returns ok if no folder was given, because the programs need not be built.
Status check_peer_folder(const PeerPrograms& programs);

Result<std::vector<OtherResult>> run_peer_programs(const PeerPrograms& programs,
                                                   const std::filesystem::path& out,
                                                   const std::function<void(const std::string&)>& tell);

} // namespace boxwood

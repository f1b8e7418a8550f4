// What: runs the comparison programs from the build folder and collects their output.
// Invariants: the programs run one after another. Each writes its table into the folder `out`.
// Degenerate input: a missing program is skipped. It is an Error if a program fails, or if the answers that it compares
//     differ. check_peer_folder() returns an Error if a given `folder` contains none of the programs.
#pragma once

#include "bench/experiments/experiment.hpp"

#include <filesystem>
#include <functional>

namespace boxwood {

struct PeerProgramOptions {
    std::filesystem::path folder;              // with the programs; empty: the build's default folder
    std::vector<std::filesystem::path> meshes; // in addition to the generated ones
    bool only_given_meshes = false;            // leaves out the generated meshes if `meshes` is not empty
    bool is_quick = false;
};

// Checks that a given `folder` contains at least one of the programs. The default folder is not checked, because the
// programs need not be built.
Status check_peer_folder(const PeerProgramOptions& options);

Result<std::vector<OtherResult>>
run_peer_programs(const PeerProgramOptions& options, const std::filesystem::path& out,
                  const std::function<void(const std::string&)>& on_progress);

} // namespace boxwood

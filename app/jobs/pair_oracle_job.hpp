// What: runs the oracle for a pair of meshes in a background job: checks the hierarchies on screen, then tests all
//       pairs of triangles by brute force.
#pragma once

#include "app/jobs/job.hpp"
#include "engine/explain/verdict/hierarchy_check.hpp"
#include "engine/explain/verdict/pair_oracle.hpp"

#include <optional>
#include <string>
#include <vector>

namespace boxwood {

struct PairAnswer {
    std::vector<PrimitivePair> pairs; // all intersecting pairs, sorted
    std::optional<Nesting>
        nesting; // Nesting::none if triangles intersect; no value: undecided because of rounding errors
    std::vector<std::string> defects; // of the hierarchies
    std::size_t hierarchies = 0;      // number checked
};

using PairOracleJob = Job<PairAnswer>;
PairAnswer ask_pair_oracle(const PosedMesh& a, const PosedMesh& b,
                           const std::vector<ShownHierarchy>& hierarchies, PairOracleJob::Control& control);

} // namespace boxwood

// What: repeats only the volume computations that relative motion causes in a query, to measure their cost (c_u in
//     docs/library.md). They are listed by updates_per_test, updates_per_gap and updates_of in volumes/volume.hpp.
// Frame: A's.
// Invariants: runs the code of the queries: update_for_motion of the volume, or its relation.
// Degenerate input: volumes without updates repeat nothing.
// Cost: the constructor visits all nodes of B.
#pragma once

#include "collision/query/mesh_query.hpp"

#include <cstdint>
#include <functional>

namespace boxwood {

class VolumeUpdateCosts {
  public:
    // For queries at these poses. The hierarchies must outlive it.
    VolumeUpdateCosts(const MeshOperand& a, const MeshOperand& b, OverlapTest test);

    // Computes `count` volumes; returns a checksum so that the compiler omits none.
    double repeat(std::uint64_t count) const { return repeat_ ? repeat_(count) : 0.0; }

  private:
    std::function<double(std::uint64_t)> repeat_;
};

} // namespace boxwood

// What: repeats only those volume computations of a query that relative motion makes necessary, to measure their cost
//     (c_u in docs/library.md). The functions updates_per_test, updates_per_gap and updates_of in volumes/volume.hpp
//     count them.
// Frame: A's.
// Invariants: runs the same code as queries: update_for_motion of the volume, or the computation of its relation.
// Degenerate input: does nothing for volumes without updates and for two hierarchies of different types.
// Cost: the constructor can visit all nodes of B.
#pragma once

#include "collision/query/mesh_query.hpp"

#include <cstdint>
#include <functional>

namespace boxwood {

class VolumeUpdateCosts {
  public:
    // Prepares the computations of queries at these poses. The hierarchies must outlive the object.
    VolumeUpdateCosts(const MeshOperand& a, const MeshOperand& b, OverlapTest test);

    // Computes `count` volumes. Returns a checksum, so that the compiler cannot omit the computations.
    double repeat(std::uint64_t count) const { return repeat_ ? repeat_(count) : 0.0; }

  private:
    std::function<double(std::uint64_t)> repeat_;
};

} // namespace boxwood

// What: the volumes that motion made a query compute anew, computed again and nothing else: what they cost by themselves
//       (c_u in docs/costs.md). Which they are: updates_per_test, updates_per_gap, updates_of in volumes/volume.hpp.
// Frame: A's.
// Invariants: the code is that of the queries: update_for_motion of the volume, or its relation.
// Degenerate input: volumes without updates repeat nothing.
// Cost: making one looks at all of B's nodes.
#pragma once

#include "collision/query/mesh_query.hpp"

#include <cstdint>
#include <functional>

namespace boxwood {

class VolumeUpdateCosts {
  public:
    // Of queries at these poses. The hierarchies must outlive it.
    VolumeUpdateCosts(const MeshOperand& a, const MeshOperand& b, OverlapTest test);

    // Computes `count` volumes; the sum of something of each, so that none is left out.
    double repeat(std::uint64_t count) const { return repeat_ ? repeat_(count) : 0.0; }

  private:
    std::function<double(std::uint64_t)> repeat_;
};

} // namespace boxwood

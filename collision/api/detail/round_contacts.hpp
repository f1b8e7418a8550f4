// What: contact regions of a sphere or capsule with any shape. Internal: not installed.
// Frame: world; normals from a to b.
// Invariants: of a convex part at a rigid pose the depth is that of the least translation. Of surfaces there is a region
//     for each triangle that holds a local minimum of the distance to the axis, so the inner edges of a smooth surface
//     make none. Inside a solid mesh, the region is that of the closest point of the surface, which the depth leads back to.
// Cost: a convex part whose axis lies inside takes O((faces + edges) x vertices), all others one query.
// Oracle: tests/collision/api/round_test.cpp.
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/detail/surfaces.hpp"
#include "collision/api/query.hpp"

namespace boxwood::api::detail {

// Requires that a or b is round.
void add_round_contacts(const Operand& a, const Operand& b, Context& context, Contacts& io_contacts);

} // namespace boxwood::api::detail

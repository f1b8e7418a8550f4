// What: contact regions of a sphere or capsule with any shape. Internal: not installed.
// Frame: world; normals from a to b.
// Invariants: for a convex part at a rigid pose, the depth is the length of the shortest separating translation. For
//             surfaces, there is one region for each triangle that contains a local minimum of the distance to the
//             axis, so the inner edges of a smooth surface add no regions. If the axis is inside a solid mesh, the
//             region is at the closest point of the surface. A translation by the depth then moves the shape out of the
//             mesh through that point.
// Cost: O((faces + edges) x vertices) time for a convex part that intersects the axis; otherwise one query of the
//       hierarchy.
// Oracle: tests/collision/api/round_test.cpp.
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/detail/surfaces.hpp"
#include "collision/api/query.hpp"

namespace boxwood::api::detail {

// Requires a or b to be round.
void add_round_contacts(const Operand& a, const Operand& b, Context& context, Contacts& io_contacts);

} // namespace boxwood::api::detail

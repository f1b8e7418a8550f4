// What: where a kept tree is looser than a fresh one, triangle by triangle: for heat maps.
// Units: the areas of all nodes above a triangle, by those of another tree over the same triangles.
// Degenerate input: kinds that derive their volumes on the way down have no areas to compare: an empty list.
// Cost: one loop over the nodes.
#pragma once

#include "collision/query/any_hierarchy.hpp"

#include <vector>

namespace boxwood {

// Per triangle: half areas of its leaf and of every node above it.
std::vector<float> areas_above(const AnyHierarchy& tree);

} // namespace boxwood

// What: copies the caller's arrays into the types that the library stores: floats and 32-bit indices. Internal: not
//       installed.
// Degenerate input: an Error names the first element that cannot be stored. A coordinate that is not finite or is
//             beyond the library's limit is not an Error here: it stays invalid in the copy, and check_mesh reports it.
#pragma once

#include "collision/api/values.hpp"
#include "collision/geometry/triangle.hpp"

#include <vector>

namespace boxwood::api::detail {

float to_float(double value);

// Returns an Error if rounding moves a coordinate by more than max_rounding.
Status read_points(const PointsView& view, double max_rounding, std::vector<glm::vec3>& out);

// Returns an Error if an index is not below `vertices`.
Status read_triangles(const TrianglesView& view, std::size_t vertices, std::vector<TriangleIndices>& out);

} // namespace boxwood::api::detail

// What: copies of the caller's arrays as the library stores them: floats and 32-bit indices. Internal: not installed.
// Degenerate input: an Error says which element cannot be stored; coordinates that are not finite or beyond the library's
//             limit stay so, and check_mesh names them.
#pragma once

#include "collision/api/values.hpp"
#include "collision/geometry/triangle.hpp"

#include <vector>

namespace boxwood::api::detail {

float to_float(double value);

// An Error if rounding moves a coordinate by more than max_rounding.
Status read_points(const PointsView& view, double max_rounding, std::vector<glm::vec3>& out);

// An Error if an index is not one of `vertices`.
Status read_triangles(const TrianglesView& view, std::size_t vertices, std::vector<TriangleIndices>& out);

} // namespace boxwood::api::detail

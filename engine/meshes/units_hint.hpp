// What: detects that two meshes probably have different units of length, such as meters and millimeters, and tells the
//     user.
// Units: sizes are lengths as in the scene.
// Degenerate input: a mesh without extent gives no hint.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/triangle.hpp"

#include <string>
#include <string_view>

namespace boxwood {

// Different units are likely if the larger size divided by the smaller size is at least this ratio.
inline constexpr double kUnlikelySizeRatio = 100.0;

// Diagonal of the mesh's box times the largest scale of the pose.
double scaled_diagonal(const MeshView& mesh, const Pose& world_from_mesh = {});

// Empty if there is no hint.
std::string units_hint(std::string_view name_a, double size_a, std::string_view name_b, double size_b);

} // namespace boxwood

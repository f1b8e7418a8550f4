// What: an approximation of the convex hull of points by triangles, accurate enough for the covariance of the hull. It
//     is the hull of the extreme points along 2 kSketchDirections directions, so some points can lie outside of it.
// Degenerate input: returns no triangles for fewer than four points, and for points that are coplanar within 1e-9 of
//     their extent.
// Cost: n times kSketchDirections dot products, and about 50 us for the hull of these few points.
// Source: [Gottschalk 1996] section 4 (motivation for the hull); [Clarkson 1989] (incremental insertion).
// Oracle: every point of the sketch is on the inner side of all faces. The volume of the sketch must be exact for
//     points in a cube that include its corners. For points on a sphere, it must be more than 75 % of the volume of the
//     ball.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

inline constexpr std::size_t kSketchDirections = 48;

// Corners of triangles, three per triangle, counter-clockwise seen from outside.
std::vector<glm::vec3> sketch_hull(std::span<const glm::vec3> points);

} // namespace boxwood

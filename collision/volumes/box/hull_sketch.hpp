// What: an approximation of the convex hull of points by triangles, accurate enough for the covariance of the hull. It
//     is the hull of the extreme points along 2 kSketchDirections directions, so points can lie outside.
// Degenerate input: coplanar, collinear and single points have no such hull: returns no triangles.
// Cost: n times kSketchDirections dot products, and about 50 us for the hull of these few points.
// Source: [Gottschalk 1996] section 4 (motivation for the hull); [Clarkson 1989] (incremental insertion).
// Oracle: every point of the sketch is inside all of its faces; its volume is compared with the volume of the hull of
//     all points.
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

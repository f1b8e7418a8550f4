// What: triangles close to the convex hull of points, good enough to say how the hull spreads; not a hull to test
//     against: it is that of the points farthest along 2 kSketchDirections directions all around.
// Degenerate input: flat, straight and single points have no such hull: no triangles.
// Cost: n times kSketchDirections dot products, and about 50 us for the hull of those few.
// Source: [Gottschalk 1996] section 4 (why the hull); [Clarkson 1989] (adding point after point).
// Oracle: every point of the sketch is inside all of its faces; volume against that of all points' hull.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

inline constexpr std::size_t kSketchDirections = 48;

// Corners of triangles, three each, seen counter-clockwise from outside.
std::vector<glm::vec3> sketch_hull(std::span<const glm::vec3> points);

} // namespace boxwood

// What: checks whether one surface contains part of another that it does not intersect, by winding numbers.
// Frame: world.
// Invariants: uses no hierarchy and no ray: sums the solid angles of all triangles, for one vertex of each connected part
//     of the other surface.
// Degenerate input: a point so near to the surface that rounding decides gives no answer.
// Cost: the product of the number of triangles and the number of connected parts within the box of the solid, about
//     60 ns each.
// Source: [Van Oosterom 1983], the solid angle of a triangle.
// Oracle: is itself an oracle.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <optional>
#include <span>

namespace boxwood {

// The winding number of a closed surface around a point, as a real number: an integer up to rounding.
long double winding_number(std::span<const Triangle64> surface, const glm::dvec3& point);

// Whether a connected part of `inner` lies inside the closed surface `solid`, which it does not intersect. Empty if
// rounding decides, or if there are more solid angles to sum than `io_most`, from which those summed are subtracted.
std::optional<bool> contains_part(std::span<const Triangle64> solid, std::span<const Triangle64> inner,
                                  std::size_t& io_most);

} // namespace boxwood

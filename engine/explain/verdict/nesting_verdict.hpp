// What: checks by winding numbers whether a closed surface contains a connected part of another surface. The two
//     surfaces must not intersect.
// Frame: world.
// Invariants: uses no hierarchy and no ray. Sums the solid angles of all triangles, seen from one vertex of each
//     connected part of the other surface.
// Degenerate input: no answer if all tried points, at most 8 per part, are so close to the surface that rounding
//     decides.
// Cost: O(m log m) time to find the connected parts of m triangles, and O(t p) time for t triangles of the solid and p
//     connected parts within its box; about 60 ns per solid angle.
// Source: [Van Oosterom 1983] for the solid angle of a triangle.
// Oracle: none; this is an oracle itself.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <optional>
#include <span>

namespace boxwood {

// The winding number of a closed surface around a point, as a real number that is an integer up to rounding.
long double winding_number(std::span<const Triangle64> surface, const glm::dvec3& point);

// Whether a connected part of `inner` lies inside the closed surface `solid`. Requires that the surfaces do not
// intersect. Subtracts the number of computed solid angles from `io_budget`. Empty if the budget is too small, or if
// rounding decides.
std::optional<bool> contains_part(std::span<const Triangle64> solid, std::span<const Triangle64> inner,
                                  std::size_t& io_budget);

} // namespace boxwood

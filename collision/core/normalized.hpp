// What: normalized vectors and rotations.
// Invariants: q keeps its bits if its length is 1 up to rounding, so normalizing is idempotent.
// Degenerate input: requires finite components that are not all zero. All magnitudes are allowed, from the smallest
//                   denormal to the largest double, even if the squares of components overflow or underflow.
// Cost: a sum of squares if q already has length 1.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

glm::dquat normalized(const glm::dquat& q);
glm::dvec3 normalized(const glm::dvec3& v);
// The unit vector along the cross product; 0 if x or y is 0, or if they are parallel. If they are parallel only within
// rounding, the result can be any unit vector instead of 0.
glm::dvec3 normalized_cross(const glm::dvec3& x, const glm::dvec3& y);

} // namespace boxwood

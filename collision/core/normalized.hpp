// What: vectors and rotations of length 1 from ones of any length.
// Invariants: q keeps its bits if its length is 1 up to rounding, so that normalising twice is normalising once.
// Degenerate input: requires finite components that are not all zero; the squares of components may overflow or
//                   vanish, from the smallest denormal to the largest double.
// Cost: a sum of squares where q has length 1 already.
#pragma once

#include <glm/gtc/quaternion.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

glm::dquat normalized(const glm::dquat& q);
glm::dvec3 normalized(const glm::dvec3& v);

} // namespace boxwood

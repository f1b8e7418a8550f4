// What: the 3x4 matrices of a capture: products, inverses, and how a wrong relative pose came about.
#pragma once

#include "engine/capture/records/fields.hpp"

#include <glm/glm.hpp>
#include <string>

namespace boxwood::judge {

struct Affine {
    glm::dmat3 linear{1.0};
    glm::dvec3 offset{0.0};

    glm::dvec3 operator*(const glm::dvec3& p) const { return linear * p + offset; }
    friend Affine operator*(const Affine& a, const Affine& b) { return {a.linear * b.linear, a * b.offset}; }
};

// Twelve numbers, row by row; none: the identity. Another number, or one that is not finite, sets out_error.
Affine affine_of(const capture::Reals& numbers, std::string& out_error);
Affine inverse(const Affine& pose); // requires a regular matrix

// The same scale applied after the rotation instead of before it.
Affine with_scale_outside(const Affine& pose);

// The largest difference of two poses over points of length `reach`.
double difference(const Affine& a, const Affine& b, double reach);

// What relation the pose that was used has to the one expected: "is the inverse of it", and so on; empty if none is known.
std::string explain_difference(const Affine& used, const Affine& expected, const Affine& world_from_a,
                               const Affine& world_from_b, double reach, double error);

} // namespace boxwood::judge

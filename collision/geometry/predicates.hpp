// What: decides exactly on which side of a line or plane a point lies.
// Frame: any, the same for all arguments.
// Invariants: exact for all finite doubles, including subnormal and huge ones. Swapping two arguments negates the
//             result.
// Degenerate input: the result is 0 if and only if the points lie on one line (orient2d) or in one plane (orient3d).
// Cost: 4 to 7 ns if floating point can certify the sign. Otherwise, orient3d takes about 100 ns if the differences of
//       the coordinates are exact in double and 200 ns if they are not; orient2d takes a quarter of these times.
// Source: [Shewchuk 1997] section 4 for the adaptive predicates; [Devillers 2003] for bounds from extents; [Kulisch
//         1986] for the exact sum.
// Departs from the source: if the filter cannot decide, a long accumulator replaces expansions. The accumulator was
//                          measured to be twice as fast, cannot overflow or underflow, and does not depend on rounding
//                          modes.
// Oracle: tests/oracles/determinant_oracle.hpp (exact integers).
#pragma once

#include "collision/geometry/exact_sum.hpp"

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

#include <cstdint>
#include <limits>

namespace boxwood {

// Sign of (b-a) x (c-a): 1 if a, b, c turn left, -1 if right.
int orient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c);

// Sign of (d-a) . ((b-a) x (c-a)): 1 if d is on the side from which a, b, c appear counter-clockwise.
int orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d);

// These overloads also add 1 to io_exact_tests if the filter cannot decide.
int orient2d(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c, std::uint64_t& io_exact_tests);
int orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c, const glm::dvec3& d,
             std::uint64_t& io_exact_tests);

// Returns the determinant whose sign orient3d returns, rounded from the exact sum. The relative error is below 2^-51.
ScaledNumber compute_orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                              const glm::dvec3& d);

// Whether double arithmetic rounds to nearest after each operation and keeps subnormals, as the filters assume: no
// contraction, no excess precision, no flush to zero. Tests the compiled code of this module.
bool has_strict_ieee754();

// Returns the determinant whose sign orient3d returns, computed in floating point.
inline double estimate_orient3d(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c,
                                const glm::dvec3& d) {
    return glm::dot(d - a, glm::cross(b - a, c - a));
}

// |estimate_orient3d - determinant| <= orient3d_error_bound(e) for any e that is, on each axis, at least as large as
// the rounded differences of the coordinates. The bound is infinite if an extent leaves the range of the proof.
//
// Proof. Let u be 2^-53. The determinant has six terms, each a product of three differences, so none exceeds e.x e.y
// e.z. A term is rounded in 3 differences, 2 products, 1 subtraction, and in 2 additions for the x and y terms but 1
// for the z terms: (8 + 8 + 8 + 8 + 7 + 7) u = 46 u to first order. The 47th u covers the higher orders (below 2^-40 u)
// and the three roundings of the bound itself. Within the range below nothing overflows, and the underflow error
// (2^-1074 per product of two) is below 2^-400 of a bound.
inline double orient3d_error_bound(const glm::dvec3& extents) {
    constexpr double kError = 47 * 0x1p-53;
    constexpr double kMinExtent = 0x1p-300, kMaxExtent = 0x1p300;
    const double smallest = glm::min(glm::min(extents.x, extents.y), extents.z);
    const double largest = glm::max(glm::max(extents.x, extents.y), extents.z);
    const bool is_in_range = smallest >= kMinExtent && largest <= kMaxExtent;
    return is_in_range ? kError * extents.x * extents.y * extents.z : std::numeric_limits<double>::infinity();
}

} // namespace boxwood

// What: decides whether two closed triangles share a point, and whether their intersection is a point, a segment or an
//       area.
// Frame: any, the same for both.
// Invariants: exact for all finite doubles. The result does not depend on the order of the vertices and triangles.
// Degenerate input: triangles that are segments or points are treated as those point sets.
// Cost: 8 ns if the bounding boxes of the triangles are disjoint. Otherwise 40 to 60 ns, plus 100 to 200 ns for each
//       sign that floating point cannot certify.
// Source: [Devillers 2002] for the general case; coplanar_triangles.hpp for coplanar and degenerate triangles.
// Departs from the source: a test of the bounding boxes comes first, and the extents of the box around both triangles
//                          give one error bound for all determinants.
// Oracle: tests/oracles/triangle_oracle.hpp (exact integers).
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>

namespace boxwood {

// The dimension of the intersection of two closed triangles.
enum class TriangleContact : std::uint8_t {
    disjoint,
    point,
    segment,          // for example crossing triangles, or coplanar ones that touch along their borders
    coplanar_overlap, // an area
};

struct TriangleVerdict {
    TriangleContact contact = TriangleContact::disjoint;
    bool is_exact_test = false; // true if floating point could not decide, so exact arithmetic did
};

// All functions below require finite vertices.
TriangleVerdict classify_triangles(const Triangle64& a, const Triangle64& b);

inline bool triangles_intersect(const Triangle64& a, const Triangle64& b) {
    return classify_triangles(a, b).contact != TriangleContact::disjoint;
}

// Returns whether the triangles share a point. Adds 1 to io_exact_tests if exact arithmetic was needed.
inline bool triangles_intersect(const Triangle64& a, const Triangle64& b, std::uint64_t& io_exact_tests) {
    const TriangleVerdict verdict = classify_triangles(a, b);
    io_exact_tests += verdict.is_exact_test;
    return verdict.contact != TriangleContact::disjoint;
}

} // namespace boxwood

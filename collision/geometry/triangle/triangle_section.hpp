// What: computes the segment (or point) in which two triangles intersect, and the edges that contain its ends.
// Frame: any, the same for both triangles and for the ends.
// Invariants: `contact` equals the result of classify_triangles(). Each end is the intersection of an edge of one
//             triangle with the other triangle. The choice of the edge is exact, and the coordinates are within 4 units
//             in the last place of the scale.
// Degenerate input: for disjoint triangles, only `contact` is set. For triangles that intersect and are coplanar, or of
//             which one is degenerate, `is_flat` is true and only `contact` is set in addition.
// Cost: about 1.5 us if they intersect, because the ratios along the edges are rounded from exact determinants.
// Source: [Devillers 2002]; two more orientations determine which two of four edges bound the segment.
// Oracle: the planes and triangles in extended precision; the sections of closed meshes must form closed loops.
#pragma once

#include "collision/geometry/triangle/triangle_intersect.hpp"

#include <array>
#include <cstdint>

namespace boxwood {

struct SectionEnd {
    glm::dvec3 point{0.0};
    bool is_edge_of_b = false; // whether the edge belongs to triangle b
    std::uint8_t edge = 0;     // from vertex `edge` to the next; it intersects the other triangle in `point`
};

struct TriangleSection {
    TriangleContact contact = TriangleContact::disjoint;
    bool is_flat = false;
    // Set if `contact` is segment or point, and `is_flat` is false. For a point, both ends are equal.
    std::array<SectionEnd, 2> ends;
    // Whether cross(normal of a, normal of b) points from ends[0] to ends[1]. Identifies the ends while the triangles
    // move, because the order of `ends` can change.
    bool is_forward = false;
};

// Requires finite vertices whose differences do not overflow.
TriangleSection find_section(const Triangle64& a, const Triangle64& b);

} // namespace boxwood

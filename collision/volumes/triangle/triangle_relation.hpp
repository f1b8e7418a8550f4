// What: reports whether two triangles of different meshes are certainly disjoint, with a few dozen float operations.
//     Other pairs are transformed to the world and tested exactly.
// Frame: A's, as in box_relation.hpp: lengths are doubled.
// Invariants: true only if the world triangles are disjoint. The test projects both triangles on the float normal of
//     one of them. This direction counts as exact, regardless of how the normal was computed. Every coordinate of B has
//     an error of at most error_bound_a = 2 D + 15 u tau (box_relation.hpp). Differences and products add 1 u tau and 4
//     u tau per triangle, which gives 2 D + 20 u tau in all. The test requires a gap of twice error_bound_a, which is
//     more. Underflow errors are below kTiny. If the height of a corner overflows, a comparison becomes false.
// Degenerate input: the normal of a triangle without area is zero or consists of rounding errors. A zero normal
//     separates no triangles; rounding errors separate only disjoint triangles.
// Cost: 8 ns, or 18 ns if the result is unpredictable, measured with the triangles in a cache near the core.
// Source: [Gottschalk 1996] section 5 (separating directions); [Devillers 2002] for the two planes.
// Oracle: the exact test on world triangles (tests/collision/volumes/triangle_relation_test.cpp).
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/volumes/box/box_relation.hpp"

namespace boxwood {

// The pair transform of the test: the pose of B in A's frame.
class TriangleRelation {
  public:
    explicit TriangleRelation(const BoxRelation& boxes);

    bool are_separated(const MeshView& mesh_a, std::uint32_t a, const MeshView& mesh_b,
                       std::uint32_t b) const;

    // Constants and members that the kernels of triangle_planes.hpp read.
    static constexpr float kTiny = 0x1p-100f;
    static constexpr float kLargest = 1e37f; // larger values can result from an overflow
    static Float4 place_a(Float4 p) { return p + p; }
    Float4 place_b(Float4 p) const {
        return ((twice_t_ + column_[0] * broadcast<0>(p)) + column_[1] * broadcast<1>(p)) +
               column_[2] * broadcast<2>(p);
    }
    const Float4& column(std::size_t k) const { return column_[k]; } // doubled
    const Float4& twice_t() const { return twice_t_; }
    const float& twice_error_bound(std::size_t axis) const { return twice_error_bound_[axis]; }

  private:
    // A triangle in A's frame. Lane k: vertex k; the fourth lane repeats vertex 0.
    struct Lanes {
        Float4 x, y, z;
    };
    // The plane of a triangle: its normal, a point, and the distance along the normal beyond which another triangle is
    // disjoint.
    struct Plane {
        Float4 nx, ny, nz;
        Float4 ox, oy, oz;
        Float4 reach;
    };

    static Lanes gather(Float4 p, Float4 q, Float4 r);
    Plane plane_of(const Lanes& triangle) const;
    static Float4 heights(const Plane& plane, const Lanes& p); // scaled by the length of the normal
    // Whether the plane of a triangle of one mesh separates it from a triangle of the other.
    static bool separates(const Plane& plane, const Lanes& other);

    std::array<Float4, 3> column_;
    Float4 twice_t_;
    std::array<float, 4> twice_error_bound_;
};

inline TriangleRelation::TriangleRelation(const BoxRelation& boxes)
    : column_{boxes.m_column[0] + boxes.m_column[0], boxes.m_column[1] + boxes.m_column[1],
              boxes.m_column[2] + boxes.m_column[2]}
    , twice_t_(boxes.twice_t) {
    store4(boxes.error_bound_a + boxes.error_bound_a, twice_error_bound_.data());
}

[[gnu::always_inline]] inline bool TriangleRelation::are_separated(const MeshView& mesh_a, std::uint32_t a,
                                                                   const MeshView& mesh_b,
                                                                   std::uint32_t b) const {
    const TriangleIndices &s = mesh_a.triangles[a], &t = mesh_b.triangles[b];
    const auto corner_a = [&](std::size_t k) { return place_a(load3(&mesh_a.positions[s[k]].x)); };
    const auto corner_b = [&](std::size_t k) { return place_b(load3(&mesh_b.positions[t[k]].x)); };
    const Lanes of_a = gather(corner_a(0), corner_a(1), corner_a(2)),
                of_b = gather(corner_b(0), corner_b(1), corner_b(2));
    return separates(plane_of(of_a), of_b) || separates(plane_of(of_b), of_a);
}

[[gnu::always_inline]] inline TriangleRelation::Lanes TriangleRelation::gather(Float4 p, Float4 q, Float4 r) {
    const Float4 xy_pq = interleave_low(p, q), xy_rp = interleave_low(r, p); // px qx py qy, rx px ry py
    const Float4 z_pq = interleave_high(p, q), z_rp = interleave_high(r, p);
    return {join_low(xy_pq, xy_rp), join_high(xy_pq, xy_rp), join_low(z_pq, z_rp)};
}

[[gnu::always_inline]] inline TriangleRelation::Plane TriangleRelation::plane_of(const Lanes& own) const {
    // Edges: lane 0 from the first vertex to the second; lane 1 from the second to the third.
    const Float4 ex = shuffle<1, 2, 3, 3>(own.x) - own.x, ey = shuffle<1, 2, 3, 3>(own.y) - own.y,
                 ez = shuffle<1, 2, 3, 3>(own.z) - own.z;
    Plane plane;
    plane.nx = broadcast<0>(ey) * broadcast<1>(ez) - broadcast<0>(ez) * broadcast<1>(ey);
    plane.ny = broadcast<0>(ez) * broadcast<1>(ex) - broadcast<0>(ex) * broadcast<1>(ez);
    plane.nz = broadcast<0>(ex) * broadcast<1>(ey) - broadcast<0>(ey) * broadcast<1>(ex);
    plane.ox = broadcast<0>(own.x), plane.oy = broadcast<0>(own.y), plane.oz = broadcast<0>(own.z);
    const Float4 error_bound =
        ((abs(plane.nx) * splat4(twice_error_bound_[0]) + abs(plane.ny) * splat4(twice_error_bound_[1])) +
         abs(plane.nz) * splat4(twice_error_bound_[2])) +
        splat4(kTiny);
    const Float4 height = abs(heights(plane, own));
    plane.reach = (broadcast<1>(height) + broadcast<2>(height)) + error_bound;
    return plane;
}

[[gnu::always_inline]] inline Float4 TriangleRelation::heights(const Plane& plane, const Lanes& p) {
    return (plane.nx * (p.x - plane.ox) + plane.ny * (p.y - plane.oy)) + plane.nz * (p.z - plane.oz);
}

[[gnu::always_inline]] inline bool TriangleRelation::separates(const Plane& plane, const Lanes& other) {
    const Float4 largest = splat4(kLargest);
    const Float4 height = heights(plane, other);
    const unsigned above = find_greater(height, plane.reach) & find_greater(largest, height);
    const unsigned below =
        find_greater(Float4{} - plane.reach, height) & find_greater(height, Float4{} - largest);
    return above == 15u || below == 15u;
}

} // namespace boxwood

// What: whether two triangles of different meshes are surely apart: a few dozen operations in float, before anything is
//     placed in the world and decided exactly.
// Frame: A's, as in box_relation.hpp: lengths are doubled.
// Invariants: true only if the world triangles are apart. A direction is a vector of floats, taken as exact, however it
//     was found: here the normals of both triangles as float has them. Along it, every coordinate of B is off by at
//     most slack_a = 2 D + 15 u tau (box_relation.hpp), differences and products add 1 u tau and 4 u tau for either
//     triangle: 20 u tau in all, and twice the slack is asked for. What underflow takes is below kTiny.
// Degenerate input: a triangle without area has a normal of zeros or of rounding, which separates nothing or rightly.
// Cost: 8 ns.
// Source: [Gottschalk 1996] section 5 (separating directions); [Devillers 2002] for the two planes.
// Oracle: the exact test on world triangles (tests/collision/volumes/triangle_relation_test.cpp).
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/volumes/box_relation.hpp"

namespace boxwood {

// What the test needs per object pair: the pose of B in A's frame, each number in all lanes.
class TriangleRelation {
  public:
    explicit TriangleRelation(const BoxRelation& boxes);

    // A triangle in A's frame. Lane k: vertex k; the fourth repeats the first.
    struct Lanes {
        Float4 x, y, z;
    };
    // Its plane: its normal, a point, and how far from it along the normal another triangle has to begin.
    struct Plane {
        Float4 nx, ny, nz;
        Float4 ox, oy, oz;
        Float4 highest;
    };

    // As stored, in the frame of its own mesh.
    Lanes load_a(const MeshView& mesh, std::uint32_t triangle) const { return load(mesh, triangle); }
    Lanes load_b(const MeshView& mesh, std::uint32_t triangle) const { return into_a(load(mesh, triangle)); }
    Plane plane_of(const Lanes& triangle) const;

    // Whether the plane of a triangle of one mesh shows that one of the other is apart from it.
    static bool is_apart_from(const Plane& plane, const Lanes& other);
    // By the plane of either.
    bool are_apart(const Lanes& a, const Lanes& b) const {
        return is_apart_from(plane_of(a), b) || is_apart_from(plane_of(b), a);
    }
    bool are_apart(const MeshView& mesh_a, std::uint32_t a, const MeshView& mesh_b, std::uint32_t b) const {
        return are_apart(load_a(mesh_a, a), load_b(mesh_b, b));
    }

  private:
    static Lanes load(const MeshView& mesh, std::uint32_t triangle);
    Lanes into_a(const Lanes& b) const;
    static Float4 heights(const Plane& plane, const Lanes& p); // times the length of the normal

    std::array<std::array<Float4, 3>, 3> m_; // [row][column]
    std::array<Float4, 3> twice_t_, twice_slack_;
};

inline TriangleRelation::TriangleRelation(const BoxRelation& boxes) {
    const auto spread = [](Float4 lanes) {
        return std::array{broadcast<0>(lanes), broadcast<1>(lanes), broadcast<2>(lanes)};
    };
    for (std::size_t row = 0; row < 3; ++row) m_[row] = spread(boxes.m_row[row]);
    twice_t_ = spread(boxes.twice_t);
    twice_slack_ = spread(boxes.slack_a + boxes.slack_a);
}

[[gnu::always_inline]] inline TriangleRelation::Lanes TriangleRelation::load(const MeshView& mesh,
                                                                             std::uint32_t triangle) {
    const TriangleIndices& t = mesh.triangles[triangle];
    const Float4 p = load3(&mesh.positions[t[0]].x), q = load3(&mesh.positions[t[1]].x),
                 r = load3(&mesh.positions[t[2]].x);
    const Float4 xy_pq = interleave_low(p, q), xy_rp = interleave_low(r, p); // px qx py qy, rx px ry py
    const Float4 z_pq = interleave_high(p, q), z_rp = interleave_high(r, p);
    const Lanes once{join_low(xy_pq, xy_rp), join_high(xy_pq, xy_rp), join_low(z_pq, z_rp)};
    return {once.x + once.x, once.y + once.y, once.z + once.z};
}

[[gnu::always_inline]] inline TriangleRelation::Lanes TriangleRelation::into_a(const Lanes& b) const {
    const auto row = [&](std::size_t i) {
        return ((twice_t_[i] + m_[i][0] * b.x) + m_[i][1] * b.y) + m_[i][2] * b.z;
    };
    return {row(0), row(1), row(2)};
}

[[gnu::always_inline]] inline TriangleRelation::Plane TriangleRelation::plane_of(const Lanes& own) const {
    const Float4 tiny = make_float4(0x1p-100f, 0x1p-100f, 0x1p-100f, 0x1p-100f);
    // Lane 0 of the edges: from the first vertex to the second; lane 1: from the second to the third.
    const Float4 ex = shuffle<1, 2, 3, 3>(own.x) - own.x, ey = shuffle<1, 2, 3, 3>(own.y) - own.y,
                 ez = shuffle<1, 2, 3, 3>(own.z) - own.z;
    Plane plane;
    plane.nx = broadcast<0>(ey) * broadcast<1>(ez) - broadcast<0>(ez) * broadcast<1>(ey);
    plane.ny = broadcast<0>(ez) * broadcast<1>(ex) - broadcast<0>(ex) * broadcast<1>(ez);
    plane.nz = broadcast<0>(ex) * broadcast<1>(ey) - broadcast<0>(ey) * broadcast<1>(ex);
    plane.ox = broadcast<0>(own.x), plane.oy = broadcast<0>(own.y), plane.oz = broadcast<0>(own.z);
    const Float4 slack = ((abs(plane.nx) * twice_slack_[0] + abs(plane.ny) * twice_slack_[1]) +
                          abs(plane.nz) * twice_slack_[2]) +
                         tiny;
    const Float4 height = abs(heights(plane, own));
    plane.highest = max(max(broadcast<1>(height), broadcast<2>(height)), Float4{}) + slack;
    return plane;
}

[[gnu::always_inline]] inline Float4 TriangleRelation::heights(const Plane& plane, const Lanes& p) {
    return (plane.nx * (p.x - plane.ox) + plane.ny * (p.y - plane.oy)) + plane.nz * (p.z - plane.oz);
}

[[gnu::always_inline]] inline bool TriangleRelation::is_apart_from(const Plane& plane, const Lanes& other) {
    const Float4 largest = make_float4(1e37f, 1e37f, 1e37f, 1e37f); // beyond, products may have overflown
    const Float4 height = heights(plane, other);
    const unsigned above = find_greater(height, plane.highest) & find_greater(largest, height);
    const unsigned below =
        find_greater(Float4{} - plane.highest, height) & find_greater(height, Float4{} - largest);
    return above == 15u || below == 15u;
}

} // namespace boxwood

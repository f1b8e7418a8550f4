// What: the line-swept sphere (capsule): all points within a radius of a segment.
// Frame: the mesh's own.
// Invariants: contains the points that it was fitted to, in double; the radius is rounded up.
// Degenerate input: a point gives a segment of length 0 and radius 0. No points give the empty capsule, which has a
//     negative radius.
// Cost: 28 bytes; test 20 ns, distance lower bound 65 ns.
// Source: [Larsen 2000] section 2; RTR 17.3.
// Departs from the source: under non-uniform scale, the segment is exact and the radius is multiplied by the largest
//     stretch.
// Oracle: the distances of fitted points (tests/contracts/volume_contract_test.cpp); the exact distance of the cores,
//     by enumeration (tests/collision/volumes/swept_test.cpp).
#pragma once

#include "collision/volumes/axes.hpp"
#include "collision/volumes/relative_pose.hpp"
#include "collision/volumes/swept/sphere.hpp"
#include "collision/volumes/swept/zonotope.hpp"

namespace boxwood {

struct Capsule {
    static constexpr std::string_view kName = "capsule";
    static constexpr std::array<std::string_view, 1> kAxisNames{"line of closest points"};
    static constexpr bool kMergeIsTight = false;
    static constexpr unsigned kUpdatesPerTest = 1; // B's segment, transformed to A
    using Relation = AffineRelation;

    glm::vec3 from{0.0f}, to{0.0f};
    float radius = -1.0f; // negative: empty

    bool is_empty() const { return radius < 0.0f; }
    friend bool operator==(const Capsule&, const Capsule&) = default;

    static Capsule fit(std::span<const glm::vec3> points);
    static Capsule fit_triangles(std::span<const glm::vec3> corners); // three corners per triangle
    static AffineRelation make_relation(const Pose& world_from_a, const Pose& world_from_b,
                                        const Capsule& root_a, const Capsule& root_b, OverlapTest test) {
        return make_affine_relation(world_from_a, world_from_b, root_a.bounds(), root_b.bounds(), test);
    }

    bool contains(const glm::vec3& p) const;
    Aabb bounds() const;
    double length() const { return glm::distance(glm::dvec3(from), glm::dvec3(to)); }
    float volume() const;
    float half_area() const;
    float longest_side() const { return is_empty() ? 0.0f : static_cast<float>(length()) + 2.0f * radius; }

    // Draws three circles at each end and six connecting lines.
    template <class LineSink>
    void outline(LineSink&& line) const;
};

// Tries three axes (a's axis, b's axis, and the line through the centers) and returns the smallest capsule.
Capsule merge(const Capsule& a, const Capsule& b);

namespace detail {

// B's segment in A's frame: its midpoint and half vector.
template <class Real>
inline Zonotope<1, Real> segment_in_a(const Capsule& b, const AffineRelationOf<Real>& r) {
    const glm::vec<3, Real> from_b(b.from), to_b(b.to);
    const Real half = 0.5;
    return {r.m * (half * (from_b + to_b)) + r.t, {r.m * (half * (to_b - from_b))}};
}
// Computes the part of a test that depends on motion: B's segment in A's frame. Only for measuring the time of this
// part.
inline glm::dvec3 update_for_motion(const Capsule& b, const AffineRelation& r) {
    const Zonotope<1> segment_a = segment_in_a(b, r);
    return segment_a.center + segment_a.generators[0];
}

template <class Real>
inline Zonotope<2, Real> relate(const Capsule& a, const Capsule& b, const AffineRelationOf<Real>& r) {
    const Zonotope<1, Real> segment_a = segment_in_a(b, r);
    const glm::vec<3, Real> from_a(a.from), to_a(a.to);
    const Real half = 0.5;
    return {segment_a.center - half * (from_a + to_a), {half * (to_a - from_a), segment_a.generators[0]}};
}
inline double squared_gap_beyond(double distance, double radii, const AffineRelation& r) {
    const double gap = std::max(distance - radii, 0.0);
    return r.squared_world_scale * (gap * gap);
}

} // namespace detail

template <class Real>
inline int find_separating_axis(const Capsule& a, const Capsule& b, const AffineRelationOf<Real>& r) {
    return is_beyond(detail::relate(a, b, r), detail::sum_radii(a.radius, b.radius, r)) ? 0 : -1;
}
inline bool overlap(const Capsule& a, const Capsule& b, const AffineRelation& r) {
    return find_separating_axis(a, b, r) < 0;
}
std::vector<AxisTest> list_axis_tests(const Capsule& a, const Capsule& b, const AffineRelation& r);

inline double squared_distance_lower_bound(const Capsule& a, const Capsule& b, const AffineRelation& r) {
    return detail::squared_gap_beyond(bound_distance(detail::relate(a, b, r)),
                                      detail::sum_radii(a.radius, b.radius, r), r);
}

template <class LineSink>
void Capsule::outline(LineSink&& line) const {
    if (is_empty()) return;
    const double r = kOutlineGrowth * static_cast<double>(radius);
    const glm::dvec3 p(from), q(to);
    outline_circles(p, r, line);
    outline_circles(q, r, line);
    for (int axis = 0; axis < 3; ++axis)
        for (const double side : {-r, r}) {
            glm::dvec3 offset(0.0);
            offset[axis] = side;
            line(glm::vec3(p + offset), glm::vec3(q + offset));
        }
}

static_assert(Volume<Capsule>);

} // namespace boxwood

// What: the rectangle-swept sphere (RSS): all points within a radius of a rectangle. Distance queries use it.
// Frame: the mesh's own; the rectangle spans axes 0 and 1 of `axes`.
// Invariants: contains the points that it was fitted to, in double; the radius is rounded up.
// Degenerate input: a point gives a rectangle with sides 0 and radius 0. No points give the empty RSS, which has a
//     negative radius.
// Cost: 40 bytes; test 50 ns, distance lower bound 0.3 us.
// Source: [Larsen 2000] sections 2 and 3.
// Departs from the source: the distance of two rectangles is computed as the distance to a zonotope (zonotope.hpp),
//     without case distinctions. Under non-uniform scale, the rectangle is exact and the radius is multiplied by the
//     largest stretch.
// Oracle: the distances of fitted points (tests/contracts/volume_contract_test.cpp); the exact distance of the cores,
//     by enumeration (tests/collision/volumes/swept_test.cpp).
#pragma once

#include "collision/volumes/axes.hpp"
#include "collision/volumes/swept/capsule.hpp"

namespace boxwood {

struct Rss {
    static constexpr std::string_view kName = "rss";
    static constexpr std::array<std::string_view, 1> kAxisNames{"line of closest points"};
    static constexpr bool kMergeIsTight = false;
    static constexpr unsigned kUpdatesPerTest = 1; // B's rectangle, transformed to A
    using Relation = AffineRelation;

    glm::vec3 center{0.0f};
    Axes axes;
    float half_x = 0.0f, half_y = 0.0f; // of the rectangle, along axes 0 and 1
    float radius = -1.0f;               // negative: empty

    bool is_empty() const { return radius < 0.0f; }
    friend bool operator==(const Rss&, const Rss&) = default;

    static Rss fit(std::span<const glm::vec3> points);
    static Rss fit_triangles(std::span<const glm::vec3> corners); // three corners per triangle
    static AffineRelation make_relation(const Pose& world_from_a, const Pose& world_from_b, const Rss& root_a,
                                        const Rss& root_b, OverlapTest test) {
        return make_affine_relation(world_from_a, world_from_b, root_a.bounds(), root_b.bounds(), test);
    }

    bool contains(const glm::vec3& p) const;
    glm::dvec3 corner(unsigned index) const; // of the rectangle; bit 0: upper x, bit 1: upper y
    Aabb bounds() const;
    float volume() const;
    float half_area() const;
    float longest_side() const { return is_empty() ? 0.0f : 2.0f * (std::max(half_x, half_y) + radius); }

    // Draws three circles at each corner, and the edges of the rectangle, offset by the radius along the frame's axes.
    template <class LineSink>
    void outline(LineSink&& line) const;
};

// Fits a volume along the axes of a and a volume along the axes of b, and returns the smaller one.
Rss merge(const Rss& a, const Rss& b);

namespace detail {

// B's rectangle in A's frame.
template <class Real>
inline Zonotope<2, Real> rectangle_in_a(const Rss& b, const AffineRelationOf<Real>& r) {
    const glm::mat<3, 3, Real> axes_b = b.axes.matrix<Real>();
    return {
        transform_to_a(b.center, r),
        {r.m * (static_cast<Real>(b.half_x) * axes_b[0]), r.m * (static_cast<Real>(b.half_y) * axes_b[1])}};
}
// Computes the part of a test that depends on motion: B's rectangle in A's frame. Only for measuring the time of this
// part.
inline glm::dvec3 update_for_motion(const Rss& b, const AffineRelation& r) {
    const Zonotope<2> rectangle_a = rectangle_in_a(b, r);
    return rectangle_a.center + (rectangle_a.generators[0] + rectangle_a.generators[1]);
}

template <class Real>
inline Zonotope<4, Real> relate(const Rss& a, const Rss& b, const AffineRelationOf<Real>& r) {
    const glm::mat<3, 3, Real> axes_a = a.axes.matrix<Real>();
    const Zonotope<2, Real> rectangle_a = rectangle_in_a(b, r);
    return {rectangle_a.center - glm::vec<3, Real>(a.center),
            {static_cast<Real>(a.half_x) * axes_a[0], static_cast<Real>(a.half_y) * axes_a[1],
             rectangle_a.generators[0], rectangle_a.generators[1]}};
}

} // namespace detail

template <class Real>
inline int find_separating_axis(const Rss& a, const Rss& b, const AffineRelationOf<Real>& r) {
    return is_beyond(detail::relate(a, b, r), detail::sum_radii(a.radius, b.radius, r)) ? 0 : -1;
}
inline bool overlap(const Rss& a, const Rss& b, const AffineRelation& r) {
    return find_separating_axis(a, b, r) < 0;
}
std::vector<AxisTest> list_axis_tests(const Rss& a, const Rss& b, const AffineRelation& r);

inline double squared_distance_lower_bound(const Rss& a, const Rss& b, const AffineRelation& r) {
    return detail::squared_gap_beyond(bound_distance(detail::relate(a, b, r)),
                                      detail::sum_radii(a.radius, b.radius, r), r);
}

template <class LineSink>
void Rss::outline(LineSink&& line) const {
    if (is_empty()) return;
    const double r = kOutlineGrowth * static_cast<double>(radius);
    for (unsigned i = 0; i < 4; ++i) {
        outline_circles(corner(i), r, line);
        for (unsigned bit = 1; bit < 4; bit *= 2) {
            if (i & bit) continue;
            for (int axis = 0; axis < 3; ++axis)
                for (const double side : {-r, r}) {
                    glm::dvec3 offset(0.0);
                    offset[axis] = side;
                    line(glm::vec3(corner(i) + offset), glm::vec3(corner(i | bit) + offset));
                }
        }
    }
}

static_assert(Volume<Rss>);

} // namespace boxwood

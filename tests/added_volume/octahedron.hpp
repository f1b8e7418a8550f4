// What: a volume that exists only in tests: the points p with |p.x - c.x| + |p.y - c.y| + |p.z - c.z| <= `reach`,
//     where c is the center. A new volume needs one header like this one, and its name in the list of volumes. For the
//     test, CMakeLists.txt makes a list that contains only Aabb and this volume.
// Frame: the mesh's own.
// Invariants: contains the points that it was fitted to, in double; `reach` is rounded up. The overlap test is
//     conservative: on each axis, the relation's error bound times the 1-norm of the axis is added to the radii.
// Degenerate input: a point has reach 0; no points give the empty volume, of negative reach.
#pragma once

#include "collision/volumes/axes.hpp"
#include "collision/volumes/interval.hpp"
#include "collision/volumes/relative_pose.hpp"

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {

struct Octahedron {
    static constexpr std::string_view kName = "octahedron";
    static constexpr std::array<std::string_view, 8> kAxisNames{"A0", "A1", "A2", "A3",
                                                                "B0", "B1", "B2", "B3"};
    static constexpr bool kMergeIsTight = false;
    using Relation = AffineRelation;

    glm::vec3 center{0.0f};
    float reach = -1.0f; // negative: empty

    bool is_empty() const { return reach < 0.0f; }
    friend bool operator==(const Octahedron&, const Octahedron&) = default;

    static double sum(const glm::dvec3& v) { return (std::fabs(v.x) + std::fabs(v.y)) + std::fabs(v.z); }

    static Octahedron fit(std::span<const glm::vec3> points) {
        const Aabb box = Aabb::fit(points);
        if (box.is_empty()) return {};
        Octahedron fitted;
        fitted.center = box.center();
        double farthest = 0.0;
        for (const glm::vec3& p : points)
            farthest = std::max(farthest, sum(glm::dvec3(p) - glm::dvec3(fitted.center)));
        fitted.reach = round_up(farthest);
        return fitted;
    }
    static AffineRelation make_relation(const Pose& world_from_a, const Pose& world_from_b,
                                        const Octahedron& root_a, const Octahedron& root_b,
                                        OverlapTest test) {
        return make_affine_relation(world_from_a, world_from_b, root_a.bounds(), root_b.bounds(), test);
    }

    bool contains(const glm::vec3& p) const {
        return !is_empty() && sum(glm::dvec3(p) - glm::dvec3(center)) <= static_cast<double>(reach);
    }
    Aabb bounds() const {
        if (is_empty()) return {};
        Aabb box;
        for (int axis = 0; axis < 3; ++axis) {
            const auto c = static_cast<double>(center[axis]), r = static_cast<double>(reach);
            box.lower[axis] = round_down(c - padded(r, std::fabs(c)));
            box.upper[axis] = round_up(c + padded(r, std::fabs(c)));
        }
        return box;
    }
    float volume() const { return is_empty() ? 0.0f : 4.0f / 3.0f * reach * reach * reach; }
    float half_area() const { return is_empty() ? 0.0f : 3.4641016f * reach * reach; }
    float longest_side() const { return is_empty() ? 0.0f : 2.0f * reach; }

    // Calls line(from, to) for each of the 12 edges.
    template <class LineSink>
    void outline(LineSink&& line) const {
        if (is_empty()) return;
        // The corners are rounded to float. The growth keeps the volume inside its
        // outline if the center is not much farther from the origin than `reach`.
        constexpr double kGrowth = 1.0 + 1e-6;
        const auto corner = [&](int axis, double side) {
            glm::dvec3 at(center);
            at[axis] += side * kGrowth * static_cast<double>(reach);
            return glm::vec3(at);
        };
        for (int axis = 0; axis < 3; ++axis)
            for (const double side : {-1.0, 1.0})
                for (const double next : {-1.0, 1.0}) line(corner(axis, side), corner((axis + 1) % 3, next));
    }
};

inline Octahedron merge(const Octahedron& a, const Octahedron& b) {
    if (a.is_empty()) return b;
    if (b.is_empty()) return a;
    const glm::dvec3 center_a(a.center), center_b(b.center);
    const auto reach_a = static_cast<double>(a.reach), reach_b = static_cast<double>(b.reach);
    const double distance = Octahedron::sum(center_b - center_a);
    if (distance + reach_b <= reach_a) return a;
    if (distance + reach_a <= reach_b) return b;
    Octahedron both;
    both.center =
        nearest_floats(center_a + 0.5 * (distance + reach_b - reach_a) / distance * (center_b - center_a));
    const glm::dvec3 center(both.center);
    both.reach = round_up(padded(std::max(Octahedron::sum(center - center_a) + reach_a,
                                          Octahedron::sum(center - center_b) + reach_b),
                                 Octahedron::sum(center)));
    return both;
}

// The face normals of A, then those of B; only OverlapTest::sat tests the normals of B.
inline std::size_t count_axes(const AffineRelation& r) {
    return r.test == OverlapTest::sat ? 8 : 4;
}
inline AxisTest compare_along(std::size_t axis, const Octahedron& a, const Octahedron& b,
                              const AffineRelation& r) {
    constexpr std::array<glm::dvec3, 4> kNormals{glm::dvec3(1, 1, 1), glm::dvec3(1, 1, -1),
                                                 glm::dvec3(1, -1, 1), glm::dvec3(-1, 1, 1)};
    const glm::dvec3 n =
        axis < 4 ? kNormals[axis] : glm::transpose(glm::inverse(r.m)) * kNormals[axis - 4];
    const glm::dvec3 between = (r.m * glm::dvec3(b.center) + r.t) - glm::dvec3(a.center);
    return {.distance = std::fabs(glm::dot(n, between)),
            .radii = (static_cast<double>(a.reach) * largest_of(abs_of(n)) +
                      static_cast<double>(b.reach) * largest_of(abs_of(glm::transpose(r.m) * n))) +
                     r.error_bound * Octahedron::sum(n),
            .normal = n};
}

inline std::vector<AxisTest> list_axis_tests(const Octahedron& a, const Octahedron& b,
                                             const AffineRelation& r) {
    std::vector<AxisTest> all;
    for (std::size_t axis = 0; axis < count_axes(r); ++axis) all.push_back(compare_along(axis, a, b, r));
    return all;
}
inline int find_separating_axis(const Octahedron& a, const Octahedron& b, const AffineRelation& r) {
    for (std::size_t axis = 0; axis < count_axes(r); ++axis)
        if (const AxisTest test = compare_along(axis, a, b, r); test.distance > test.radii)
            return static_cast<int>(axis);
    return -1;
}
inline bool overlap(const Octahedron& a, const Octahedron& b, const AffineRelation& r) {
    return find_separating_axis(a, b, r) < 0;
}
inline double squared_distance_lower_bound(const Octahedron& a, const Octahedron& b,
                                           const AffineRelation& r) {
    constexpr double kRoundedDown = 1.0 - 0x1p-40;
    double largest = 0.0;
    for (std::size_t axis = 0; axis < 8; ++axis) {
        const AxisTest test = compare_along(axis, a, b, r);
        if (const double gap = test.distance - test.radii; gap > 0.0)
            largest = std::max(largest, gap * gap / glm::dot(test.normal, test.normal));
    }
    return kRoundedDown * r.squared_world_scale * largest;
}

static_assert(Volume<Octahedron>);

// This function is optional; without it, the interval of the bounding box is used. Leaf tests use the
// bounding box, since this volume has no may_meet().
inline VolumeInterval interval_along(const Octahedron& volume, const glm::dvec3& direction) {
    return interval_around(glm::dot(direction, glm::dvec3(volume.center)),
                           static_cast<double>(volume.reach) * largest_of(abs_of(direction)));
}

} // namespace boxwood

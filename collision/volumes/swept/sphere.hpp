// What: the bounding sphere.
// Frame: the mesh's own.
// Invariants: contains the points that it was fitted to, in double; the radius is rounded up.
// Degenerate input: a point gives a sphere of radius 0. No points give the empty sphere, which has a negative radius.
// Cost: 16 bytes; test 4 ns; a fit makes 16 passes over the points.
// Source: RTR 16.13.1; [Ritter 1990] (first guess); [Badoiu 2003] (moving toward the farthest point).
// Departs from the source: under non-uniform scale, B's ellipsoid is replaced by the sphere around it.
// Oracle: sampling; the known smallest spheres of two, three and four points (tests/collision/volumes/swept_test.cpp).
#pragma once

#include "collision/volumes/relative_pose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <string_view>

#include <glm/geometric.hpp>

namespace boxwood {

struct Sphere {
    static constexpr std::string_view kName = "sphere";
    static constexpr std::array<std::string_view, 1> kAxisNames{"line of centers"};
    static constexpr bool kMergeIsTight = false;
    static constexpr unsigned kUpdatesPerTest = 1; // B's center, transformed to A
    using Relation = AffineRelation;

    glm::vec3 center{0.0f};
    float radius = -1.0f; // negative: empty

    bool is_empty() const { return radius < 0.0f; }
    friend bool operator==(const Sphere&, const Sphere&) = default;

    static Sphere fit(std::span<const glm::vec3> points);
    static AffineRelation make_relation(const Pose& world_from_a, const Pose& world_from_b,
                                        const Sphere& root_a, const Sphere& root_b, OverlapTest test) {
        return make_affine_relation(world_from_a, world_from_b, root_a.bounds(), root_b.bounds(), test);
    }

    bool contains(const glm::vec3& p) const {
        return !is_empty() && glm::distance(glm::dvec3(p), glm::dvec3(center)) <= static_cast<double>(radius);
    }
    Aabb bounds() const;
    float volume() const { return std::max(radius, 0.0f) * half_area() * (2.0f / 3.0f); }
    float half_area() const { return 2.0f * std::numbers::pi_v<float> * radius * std::max(radius, 0.0f); }
    float longest_side() const { return std::max(2.0f * radius, 0.0f); }

    // Draws three great circles.
    template <class LineSink>
    void outline(LineSink&& line) const;
};

Sphere merge(const Sphere& a, const Sphere& b);

namespace detail {
// Transforms a point of B to A's frame.
template <class Real>
inline glm::vec<3, Real> transform_to_a(const glm::vec3& point_b, const AffineRelationOf<Real>& r) {
    return r.m * glm::vec<3, Real>(point_b) + r.t;
}
// Computes the part of a test that depends on motion: B's center in A's frame. Only for measuring the time of this
// part.
inline glm::dvec3 update_for_motion(const Sphere& b, const AffineRelation& r) {
    return transform_to_a(b.center, r);
}
template <class Real>
inline Real sum_radii(float radius_a, float radius_b, const AffineRelationOf<Real>& r) {
    return (static_cast<Real>(radius_a) + r.stretch * static_cast<Real>(radius_b)) + r.error_bound;
}
// `distance` is the distance of the cores in A's frame; `reach` is the result of sum_radii().
inline AxisTest::Cores list_cores(double distance, float radius_a, double reach, const AffineRelation& r) {
    const double scale = std::sqrt(r.squared_world_scale), own = static_cast<double>(radius_a);
    return {scale * distance, scale * own, scale * (reach - own)};
}
} // namespace detail

template <class Real>
inline int find_separating_axis(const Sphere& a, const Sphere& b, const AffineRelationOf<Real>& r) {
    const glm::vec<3, Real> v = detail::transform_to_a(b.center, r) - glm::vec<3, Real>(a.center);
    const Real reach = detail::sum_radii(a.radius, b.radius, r);
    return glm::dot(v, v) > reach * reach ? 0 : -1;
}

inline bool overlap(const Sphere& a, const Sphere& b, const AffineRelation& r) {
    return find_separating_axis(a, b, r) < 0;
}

std::vector<AxisTest> list_axis_tests(const Sphere& a, const Sphere& b, const AffineRelation& r);

inline double squared_distance_lower_bound(const Sphere& a, const Sphere& b, const AffineRelation& r) {
    const glm::dvec3 v = detail::transform_to_a(b.center, r) - glm::dvec3(a.center);
    const double reach = detail::sum_radii(a.radius, b.radius, r);
    const double gap = std::max(glm::length(v) - reach, 0.0);
    return r.squared_world_scale * (gap * gap);
}

// Draws circles of `radius` around `center`, perpendicular to the three axes.
template <class LineSink>
void outline_circles(const glm::dvec3& center, double radius, LineSink&& line) {
    constexpr int kSegments = 32;
    for (int axis = 0; axis < 3; ++axis) {
        const auto at = [&](int i) {
            const double angle = 2.0 * std::numbers::pi * i / kSegments;
            glm::dvec3 p = center;
            p[(axis + 1) % 3] += radius * std::cos(angle);
            p[(axis + 2) % 3] += radius * std::sin(angle);
            return glm::vec3(p);
        };
        for (int i = 0; i < kSegments; ++i) line(at(i), at(i + 1));
    }
}

inline constexpr double kOutlineGrowth = 1.0 + 1e-6; // so that the rounded outline contains the volume

template <class LineSink>
void Sphere::outline(LineSink&& line) const {
    if (!is_empty()) outline_circles(glm::dvec3(center), kOutlineGrowth * static_cast<double>(radius), line);
}

static_assert(Volume<Sphere>);

} // namespace boxwood

// What: the k-DOP: the intersection of k/2 slabs with fixed normals. The normals point along the axes of a cube (all
//     k), to its corners (k = 14 and 26; k = 24 has only three of the four diagonals), and to the midpoints of its
//     edges (k = 18, 24 and 26).
// Frame: the mesh's own. The normals n are not unit vectors; the intervals bound n . p.
// Invariants: lower <= upper, except for the empty DOP; intervals are rounded outwards. After a rotation, each normal
//     of one object is a weighted sum of three normals of the other object, or of their opposites, with non-negative
//     weights. The sum of the three slabs with these weights bounds the other object along the normal. This bound is
//     valid for any shape; for a DOP around a sphere, no other sum of three slabs is tighter. The error bound includes
//     the float rounding of the sum.
// Degenerate input: points and flat sets; touching DOPs overlap.
// Cost: 4 k bytes. The relation takes 1 to 2 us. A test needs k/2 interval tests when the relative rotation is the
//     identity. Otherwise it needs at most 3 k multiplications for A's normals and, with OverlapTest::sat, 3 k more for
//     B's normals.
// Source: [Klosowski 1998] section 3; [Zachmann 1998] section 3 (rotation by sums); RTR 16.13.4.
// Departs from the source: the three normals follow from the order and signs of the rotated normal's coordinates
//     (find_cone), without a search. Any affine pose is valid. With OverlapTest::sat, the normals of both objects are
//     tested. Up to rounding, the result then does not depend on the order of the objects.
// Oracle: tests/collision/volumes/kdop_test.cpp: the largest gap over all candidate planes, for DOPs around boxes
//     (tests/oracles/separation.hpp); sampling; brute force over all sums of three normals.
#pragma once

#include "collision/volumes/relative_pose.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

#include <glm/geometric.hpp>

namespace boxwood {

namespace detail {

// Lists the K/2 normals: axes, then edges, then corners. For K = 14, there are only axes and corners.
template <int K>
constexpr std::array<std::array<int, 3>, K / 2> list_directions() {
    constexpr std::array<std::array<int, 3>, 13> kAll{{{1, 0, 0},
                                                       {0, 1, 0},
                                                       {0, 0, 1},
                                                       {1, 1, 0},
                                                       {1, 0, 1},
                                                       {0, 1, 1},
                                                       {1, -1, 0},
                                                       {1, 0, -1},
                                                       {0, 1, -1},
                                                       {1, 1, -1},
                                                       {1, -1, 1},
                                                       {-1, 1, 1},
                                                       {1, 1, 1}}};
    std::array<std::array<int, 3>, K / 2> directions{};
    for (std::size_t i = 0; i < directions.size(); ++i) directions[i] = kAll[K == 14 && i >= 3 ? i + 6 : i];
    return directions;
}

template <int K>
constexpr std::array<std::string_view, K> list_direction_names() {
    constexpr std::array<std::string_view, 26> kAll{"A0", "A1",  "A2",  "A3",  "A4", "A5",  "A6",  "A7", "A8",
                                                    "A9", "A10", "A11", "A12", "B0", "B1",  "B2",  "B3", "B4",
                                                    "B5", "B6",  "B7",  "B8",  "B9", "B10", "B11", "B12"};
    std::array<std::string_view, K> names{};
    for (std::size_t i = 0; i < K / 2; ++i) {
        names[i] = kAll[i];
        names[K / 2 + i] = kAll[13 + i];
    }
    return names;
}

} // namespace detail

inline glm::dvec3 to_direction(const std::array<int, 3>& n) {
    return {n[0], n[1], n[2]};
}

// A rotated direction as the sum of up to three weighted directions, weights[l] * directions[l]. If is_reversed[l], the
// sum contains the opposite of that direction.
struct DirectionSum {
    std::array<std::uint32_t, 3> directions{};
    std::array<bool, 3> is_reversed{};
    std::array<double, 3> weights{}; // non-negative
};

// Returns g as a sum of three of the K/2 directions or their opposites: the three whose cone contains g.
template <int K>
DirectionSum find_cone(const glm::dvec3& g);

// Real: float, or a type that counts operations.
template <int K, class Real = float>
struct KdopRelation {
    static constexpr std::size_t kCount = K / 2;
    // The interval of the other object along one direction: a weighted sum of the ends of that object's slabs, plus the
    // shift.
    struct Turned {
        std::array<std::uint8_t, 3> upper{}, lower{}; // indices of ends: [0, K/2) lower, [K/2, K) upper
        std::array<Real, 3> weights{};                // negative where the direction is reversed
        Real shift = 0.0f;
        Real error_bound = 0.0f; // displacement, residual of the sum, and rounding of the test
    };
    std::array<Turned, kCount> b_along_a, a_along_b;
    double squared_world_scale_a = 1.0,
           squared_world_scale_b = 1.0; // lower bounds on the squared scales of the frames
    // True if the relative pose is a translation and a uniform scale. Each sum then has one term, and B's directions
    // are redundant.
    bool is_translated = false;
    OverlapTest test = OverlapTest::sat;
    // The number of tables (b_along_a, a_along_b) that depend on the relative rotation: 0 if is_translated, otherwise
    // 2.
    std::uint32_t updates = 0;
};

template <int K>
struct Kdop {
    static constexpr std::size_t kCount = K / 2;
    static constexpr auto kDirections = detail::list_directions<K>();
    static constexpr auto kAxisNames = detail::list_direction_names<K>();
    static constexpr bool kMergeIsTight = true;
    static constexpr std::string_view kName = K == 14   ? "kdop14"
                                              : K == 18 ? "kdop18"
                                              : K == 24 ? "kdop24"
                                                        : "kdop26";
    using Relation = KdopRelation<K>;

    std::array<float, kCount> lower = filled(std::numeric_limits<float>::infinity());
    std::array<float, kCount> upper = filled(-std::numeric_limits<float>::infinity());

    friend bool operator==(const Kdop&, const Kdop&) = default;

    static Kdop fit(std::span<const glm::vec3> points);
    static Kdop fit(const MeshView& mesh, std::span<const std::uint32_t> triangles);
    static Relation make_relation(const Pose& world_from_a, const Pose& world_from_b, const Kdop& root_a,
                                  const Kdop& root_b, OverlapTest test);

    bool contains(const glm::vec3& p) const;
    bool contains(const Kdop& inner) const;
    Aabb bounds() const { return {{lower[0], lower[1], lower[2]}, {upper[0], upper[1], upper[2]}}; }
    // The three measures are those of the box of the first three slabs: upper bounds that are cheap enough for the
    // descend rule of a query.
    float volume() const { return bounds().volume(); }
    float half_area() const { return bounds().half_area(); }
    float longest_side() const { return bounds().longest_side(); }

    // Draws the edges of the DOP. Finds them by clipping the intersection lines of all pairs of planes.
    template <class LineSink>
    void outline(LineSink&& line) const;

  private:
    static constexpr std::array<float, kCount> filled(float value) {
        std::array<float, kCount> all{};
        for (float& v : all) v = value;
        return all;
    }
};

using Kdop14 = Kdop<14>;
using Kdop18 = Kdop<18>;
using Kdop24 = Kdop<24>;
using Kdop26 = Kdop<26>;

template <int K>
Kdop<K> merge(const Kdop<K>& a, const Kdop<K>& b) {
    std::array<float, K / 2> lower, upper;
    for (std::size_t i = 0; i < K / 2; ++i) {
        lower[i] = b.lower[i] < a.lower[i] ? b.lower[i] : a.lower[i];
        upper[i] = b.upper[i] > a.upper[i] ? b.upper[i] : a.upper[i];
    }
    return {lower, upper};
}

// Requires DOPs in the same frame. DOPs are closed: touching DOPs overlap.
template <int K>
bool overlap(const Kdop<K>& a, const Kdop<K>& b) {
    for (std::size_t i = 0; i < K / 2; ++i)
        if (a.lower[i] > b.upper[i] || b.lower[i] > a.upper[i]) return false;
    return true;
}

namespace detail {

// Returns a lower bound on the gap between `own` and the rotated `other` along direction i of `own`; negative if they
// overlap.
template <class Real, int K>
Real distance_lower_bound(const Kdop<K>& own, const Kdop<K>& other,
                          const typename KdopRelation<K, Real>::Turned& turned, std::size_t i,
                          bool is_translated) {
    static_assert(sizeof(Kdop<K>) == K * sizeof(float), "a DOP is read as K consecutive floats");
    const float* ends = other.lower.data();
    const auto end = [&](std::uint8_t which) { return static_cast<Real>(ends[which]); };
    Real upper = turned.weights[0] * end(turned.upper[0]), lower = turned.weights[0] * end(turned.lower[0]);
    if (!is_translated)
        for (std::size_t l = 1; l < 3; ++l) {
            upper += turned.weights[l] * end(turned.upper[l]);
            lower += turned.weights[l] * end(turned.lower[l]);
        }
    upper += turned.shift;
    lower += turned.shift;
    return std::max(static_cast<Real>(own.lower[i]) - upper, lower - static_cast<Real>(own.upper[i])) -
           turned.error_bound;
}

} // namespace detail

// Returns the index of the first separating direction: 0 to K/2 - 1 for A's directions, then B's; -1 if the DOPs
// overlap.
template <int K, class Real>
int find_separating_axis(const Kdop<K>& a, const Kdop<K>& b, const KdopRelation<K, Real>& r) {
    for (std::size_t i = 0; i < K / 2; ++i)
        if (detail::distance_lower_bound<Real>(a, b, r.b_along_a[i], i, r.is_translated) > 0.0f)
            return static_cast<int>(i);
    if (r.is_translated || r.test != OverlapTest::sat) return -1;
    for (std::size_t i = 0; i < K / 2; ++i)
        if (detail::distance_lower_bound<Real>(b, a, r.a_along_b[i], i, false) > 0.0f)
            return static_cast<int>(K / 2 + i);
    return -1;
}

template <int K>
bool overlap(const Kdop<K>& a, const Kdop<K>& b, const KdopRelation<K>& r) {
    return find_separating_axis(a, b, r) < 0;
}

template <int K>
std::vector<AxisTest> list_axis_tests(const Kdop<K>& a, const Kdop<K>& b, const KdopRelation<K>& r);

// Computes two bounds for the directions of each object: one from the best single direction, one from the first three
// directions together, which are orthogonal. Returns the largest of the four.
template <int K>
double squared_distance_lower_bound(const Kdop<K>& a, const Kdop<K>& b, const KdopRelation<K>& r);

template <int K>
template <class LineSink>
void Kdop<K>::outline(LineSink&& line) const {
    if (lower[0] > upper[0]) return;
    constexpr double kGrowth = 1e-6; // so that the rounded outline contains the volume
    const double margin = kGrowth * static_cast<double>(longest_side());
    const auto direction = [](std::size_t i) {
        return i < kCount ? -to_direction(kDirections[i]) : to_direction(kDirections[i - kCount]);
    };
    const auto offset = [&](std::size_t i) {
        return margin +
               (i < kCount ? -static_cast<double>(lower[i]) : static_cast<double>(upper[i - kCount]));
    };
    for (std::size_t i = 0; i < K; ++i) {
        for (std::size_t j = i + 1; j < K; ++j) {
            const glm::dvec3 n = direction(i), m = direction(j), along = glm::cross(n, m);
            const double squared = glm::dot(along, along);
            if (squared == 0.0) continue;
            const glm::dvec3 point = glm::cross(offset(i) * m - offset(j) * n, along) * (1.0 / squared);
            double from = -std::numeric_limits<double>::infinity(), to = -from;
            for (std::size_t k = 0; k < K && from < to; ++k) {
                if (k == i || k == j) continue;
                const double rise = glm::dot(direction(k), along),
                             room = offset(k) - glm::dot(direction(k), point);
                if (rise > 0.0) to = std::min(to, room / rise);
                if (rise < 0.0) from = std::max(from, room / rise);
                if (rise == 0.0 && room < 0.0) to = from;
            }
            if (from < to) line(glm::vec3(point + from * along), glm::vec3(point + to * along));
        }
    }
}

static_assert(Volume<Kdop14> && Volume<Kdop18> && Volume<Kdop24> && Volume<Kdop26>);

} // namespace boxwood

// What: the leap of a long feature walk: a few iterations of GJK find features near the closest points.
// Frame: A's; a_from_b is rigid.
// Invariants: the result depends only on the features from which the leap starts. The result need not be the closest
//     pair, since the walk continues from it. It never consists of two faces.
// Degenerate input: the leap ends after kMaxLeapIterations iterations, or when rounding hides the progress.
// Cost: the number of iterations grows with the logarithm of the number of vertices; each climbs to two support
//     vertices.
// Source: [Gilbert 1988].
// Departs from the source: ends when the distance can shrink by at most the fraction kLeapProgress.
#pragma once

#include "collision/core/trace.hpp"
#include "collision/geometry/polytope/polytope.hpp"
#include "collision/narrow_phase/closest_features.hpp"
#include "collision/narrow_phase/simplex_distance.hpp"
#include "collision/narrow_phase/support_table.hpp"
#include "collision/narrow_phase/walk/feature_points.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>

#include <glm/geometric.hpp>

namespace boxwood::walk_detail {

inline constexpr int kMaxLeapIterations = 32;
inline constexpr double kLeapProgress = 1e-6;

inline std::uint32_t vertex_of_feature(const Polytope& polytope, Feature feature) {
    if (feature.kind == FeatureKind::vertex) return feature.index;
    if (feature.kind == FeatureKind::edge) return polytope.edges()[feature.index].tail;
    return polytope.face_vertices(feature.index)[0];
}

// The smallest feature that contains these vertices; none if no face contains them all. Vertices can repeat.
inline std::optional<Feature> span_of(const Polytope& polytope, std::span<std::uint32_t> io_vertices) {
    std::sort(io_vertices.begin(), io_vertices.end());
    const auto end = std::unique(io_vertices.begin(), io_vertices.end());
    return find_feature_of(polytope, {io_vertices.begin(), end});
}

// Each iteration records the pair of vertices with the largest weight, at depth io_iterations, and increments
// io_iterations.
template <TracePolicy Trace>
FeaturePair leap_from(const FeaturePair& from, const Polytope& a, const Polytope& b, const Pose& a_from_b,
                      std::uint32_t& io_iterations, Trace& io_trace) {
    struct Corner {
        std::uint32_t a, b;
        bool operator==(const Corner&) const = default;
    };
    std::array<Corner, 4> corners{};
    std::array<glm::dvec3, 4> points{}; // in the difference A - B
    int count = 0;
    const auto add = [&](Corner corner) {
        corners[static_cast<std::size_t>(count)] = corner;
        points[static_cast<std::size_t>(count)] =
            glm::dvec3(a.positions()[corner.a]) - a_from_b * b.positions()[corner.b];
        ++count;
    };
    Corner at{vertex_of_feature(a, from.a), vertex_of_feature(b, from.b)};
    FeaturePair heaviest;
    double last_squared = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < kMaxLeapIterations; ++iteration) {
        add(at);
        const gjk_detail::Weights weights = gjk_detail::weigh_simplex(points.data(), count);
        count = weights.count;
        std::size_t largest = 0;
        for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
            corners[k] = corners[static_cast<std::size_t>(weights.index[k])];
            points[k] = points[static_cast<std::size_t>(weights.index[k])];
            if (weights.weight[k] > weights.weight[largest]) largest = k;
        }
        heaviest = {{FeatureKind::vertex, corners[largest].a}, {FeatureKind::vertex, corners[largest].b}};
        if constexpr (Trace::kActive) record_feature_step(io_trace, heaviest, io_iterations, -1, true);
        ++io_iterations;
        if (count == 4 || !(weights.squared < last_squared)) break;
        last_squared = weights.squared;
        const glm::dvec3 direction = -weights.nearest;
        at = {climb_to_support(a, direction, at.a),
              climb_to_support(b, -(direction * a_from_b.linear), at.b)};
        const glm::dvec3 support = glm::dvec3(a.positions()[at.a]) - a_from_b * b.positions()[at.b];
        if (glm::dot(direction, support - weights.nearest) <= kLeapProgress * weights.squared) break;
        if (std::find(corners.begin(), corners.begin() + count, at) != corners.begin() + count) break;
    }
    if (count == 4) return heaviest;
    std::array<std::uint32_t, 3> at_a{}, at_b{};
    for (std::size_t k = 0; k < static_cast<std::size_t>(count); ++k) {
        at_a[k] = corners[k].a;
        at_b[k] = corners[k].b;
    }
    const Feature on_a = span_of(a, {at_a.data(), static_cast<std::size_t>(count)}).value_or(heaviest.a),
                  on_b = span_of(b, {at_b.data(), static_cast<std::size_t>(count)}).value_or(heaviest.b);
    const bool are_faces = on_a.kind == FeatureKind::face && on_b.kind == FeatureKind::face;
    return {are_faces ? heaviest.a : on_a, on_b};
}

} // namespace boxwood::walk_detail

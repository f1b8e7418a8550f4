// What: features as sets of points: the vertices of a feature, the smallest feature that contains given vertices, and
//     the closest points of two features that are known to be closest.
// Frame: results are in A's frame.
// Cost: proportional to the degree of the features.
#pragma once

#include "collision/narrow_phase/closest_features.hpp"
#include "collision/narrow_phase/walk/local_frame_polytope.hpp"
#include "collision/narrow_phase/walk/segment_pair.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

namespace boxwood {

struct SmallFeature {
    std::array<std::uint32_t, 3> index{};
    int count = 0;
};

// Returns the vertex, both ends of the edge, or three vertices of the face that are far from each other.
inline SmallFeature vertices_of(const Polytope& polytope, Feature feature) {
    if (feature.kind == FeatureKind::vertex) return {{feature.index}, 1};
    if (feature.kind == FeatureKind::edge) {
        const Polytope::Edge& edge = polytope.edges()[feature.index];
        return {{edge.tail, edge.head}, 2};
    }
    const auto loop = polytope.face_vertices(feature.index);
    return {{loop[0], loop[loop.size() / 3], loop[2 * loop.size() / 3]}, 3};
}

inline bool contains_all(std::span<const std::uint32_t> loop, std::span<const std::uint32_t> vertices) {
    return std::all_of(vertices.begin(), vertices.end(),
                       [&](std::uint32_t v) { return std::find(loop.begin(), loop.end(), v) != loop.end(); });
}

// The smallest feature that contains all these vertices; none if no face contains them all. Requires distinct vertices.
inline std::optional<Feature> find_feature_of(const Polytope& polytope,
                                              std::span<const std::uint32_t> vertices) {
    if (vertices.size() == 1) return Feature{FeatureKind::vertex, vertices[0]};
    for (const std::uint32_t e : polytope.vertex_edges(vertices[0])) {
        const Polytope::Edge& edge = polytope.edges()[e];
        if (vertices.size() == 2 && (edge.tail == vertices[1] || edge.head == vertices[1]))
            return Feature{FeatureKind::edge, e};
    }
    for (const std::uint32_t e : polytope.vertex_edges(vertices[0])) {
        const Polytope::Edge& edge = polytope.edges()[e];
        const std::uint32_t face = edge.tail == vertices[0] ? edge.left : edge.right;
        if (contains_all(polytope.face_vertices(face), vertices)) return Feature{FeatureKind::face, face};
    }
    return std::nullopt;
}

inline Segment segment_of(const LocalFramePolytope& side, std::uint32_t e) {
    const Polytope::Edge& edge = side.polytope.edges()[e];
    return {side.to_other(side.tail(edge)), side.rotate_to_other(edge.direction), edge.length};
}

struct PointPair {
    glm::dvec3 on_a_a{0.0}, on_b_a{0.0};
};

// The closest points of two features that are known to be closest. Edges count as segments, faces as planes. For an
// edge or a face over a face, `near` gives the point that is projected onto the plane.
inline PointPair find_points_of(const Polytope& a, const Polytope& b, const Pose& a_from_b,
                                const FeaturePair& features, const PointPair& near) {
    using enum FeatureKind;
    const LocalFramePolytope own_a{a, glm::dmat3(1.0), glm::dvec3(0.0)}, own_b = side_of_b(b, a_from_b);
    const auto vertex_a = [&](const LocalFramePolytope& side, Feature f) {
        return side.to_other(side.point(f.index));
    };
    const auto onto_edge = [](const Segment& segment, const glm::dvec3& x) {
        return segment.at(std::clamp(glm::dot(x - segment.tail, segment.direction), 0.0, segment.length));
    };
    const Feature f_a = features.a, f_b = features.b;
    if (f_b.kind == face) {
        const Polytope::Face& plane = b.faces()[f_b.index];
        const glm::dvec3 on_a = f_a.kind == vertex ? vertex_a(own_a, f_a) : near.on_a_a;
        const glm::dvec3 x_b = (on_a - a_from_b.origin) * a_from_b.linear;
        const double height = glm::dot(plane.normal, x_b) - plane.offset;
        return {on_a, on_a - height * (a_from_b.linear * plane.normal)};
    }
    if (f_a.kind == face) {
        const Polytope::Face& plane = a.faces()[f_a.index];
        const glm::dvec3 on_b = f_b.kind == vertex ? vertex_a(own_b, f_b) : near.on_b_a;
        return {on_b - (glm::dot(plane.normal, on_b) - plane.offset) * plane.normal, on_b};
    }
    if (f_a.kind == edge && f_b.kind == edge) {
        const SegmentPair pair = closest_points(segment_of(own_a, f_a.index), segment_of(own_b, f_b.index));
        return {pair.on_p, pair.on_q};
    }
    if (f_a.kind == edge) {
        const glm::dvec3 on_b = vertex_a(own_b, f_b);
        return {onto_edge(segment_of(own_a, f_a.index), on_b), on_b};
    }
    const glm::dvec3 on_a = vertex_a(own_a, f_a);
    return {on_a, f_b.kind == edge ? onto_edge(segment_of(own_b, f_b.index), on_a) : vertex_a(own_b, f_b)};
}

} // namespace boxwood

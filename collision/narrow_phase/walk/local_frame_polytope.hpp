// What: one polytope of a pair, with the map from its frame to the frame of the other polytope. The step functions of
//     the feature walks (walk_steps.hpp, face_pair.hpp) take two polytopes, "own" and "other", and are called with the
//     two polytopes of a pair in either order.
// Frame: suffix _own or _other. The map is rigid, so the transpose of its rotation maps directions back.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <cstdint>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {

struct LocalFramePolytope {
    const Polytope& polytope;
    glm::dmat3 other_from_own;
    glm::dvec3 own_origin_other;

    glm::dvec3 point(std::uint32_t vertex) const { return glm::dvec3(polytope.vertices()[vertex].position); }
    static glm::dvec3 tail(const Polytope::Edge& edge) { return glm::dvec3(edge.tail_position); }
    static glm::dvec3 head(const Polytope::Edge& edge) { return glm::dvec3(edge.head_position); }
    glm::dvec3 to_other(const glm::dvec3& point_own) const {
        return other_from_own * point_own + own_origin_other;
    }
    glm::dvec3 rotate_to_other(const glm::dvec3& direction_own) const {
        return other_from_own * direction_own;
    }
    glm::dvec3 rotate_to_own(const glm::dvec3& direction_other) const {
        return direction_other * other_from_own;
    }
};

inline LocalFramePolytope side_of_a(const Polytope& a, const Pose& a_from_b) {
    return {a, glm::transpose(a_from_b.linear), -(a_from_b.origin * a_from_b.linear)};
}
inline LocalFramePolytope side_of_b(const Polytope& b, const Pose& a_from_b) {
    return {b, a_from_b.linear, a_from_b.origin};
}

} // namespace boxwood

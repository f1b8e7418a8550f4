#include "engine/walk/dynamics/scaled_shape.hpp"

#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"
#include "engine/meshes/hull.hpp"

namespace boxwood {
namespace {

// Maps every vertex to the body's frame, scales it there, and maps it back to the part's frame.
Result<Polytope> scaled(const Polytope& polytope, const Pose& body_from_part,
                        const Pose& scaled_body_from_part, const glm::dvec3& scale, const glm::dvec3& about) {
    const Pose part_from_body = inverse_rigid(scaled_body_from_part);
    std::vector<glm::vec3> points;
    for (const glm::vec3& p : polytope.positions()) {
        const glm::dvec3 at = about + scale * (body_from_part * p - about);
        points.emplace_back(part_from_body * at);
    }
    // The features stay the same unless rounding makes very flat corners concave. In that case, the hull of the points
    // is used.
    Result<Polytope> same_features = make_moved_polytope(polytope, points);
    return same_features ? std::move(same_features) : make_hull(points);
}

// The hierarchy has one inner node above all parts. Its hull is the scaled root hull, because scaling maps hulls to
// hulls.
Result<std::shared_ptr<Shape>> scaled(const HullHierarchy& tree, const glm::dvec3& scale,
                                      const glm::dvec3& about) {
    if (!tree.joints().empty()) return Error{"a body with joints cannot be scaled"};
    const HullHierarchyState state(tree);
    std::vector<HullNode> nodes{HullNode{}};
    if (const ErrorBoundedHull& hull = tree.hulls().front(); tree.nodes().front().part == kNone)
        if (Result<Polytope> result = scaled(hull.polytope, {}, {}, scale, about))
            nodes.front().approximate_hull = std::move(*result);
    nodes.front().tests_children = false; // the parts do not move relative to each other
    for (std::uint32_t part = 0; part < tree.part_count(); ++part) {
        // Poses stay rigid: a part's origin scales, its rotation does not change.
        const Pose before = state.body_from_part(part);
        const Pose after{before.linear, about + scale * (before.origin - about)};
        Result<Polytope> result = scaled(tree.part(part), before, after, scale, about);
        if (!result) return result.error();
        nodes.emplace_back();
        nodes.back().parent = 0;
        nodes.back().parent_from_node = after;
        nodes.back().polytope = std::move(*result);
    }
    Result<HullHierarchy> result = make_hull_hierarchy(std::move(nodes), tree.hull_function());
    if (!result) return result.error();
    return make_shape(std::move(*result));
}

} // namespace

Result<std::shared_ptr<Shape>> make_scaled(const Shape& shape, const glm::dvec3& scale,
                                           const glm::dvec3& about) {
    if (shape.parts()) return scaled(*shape.parts(), scale, about);
    if (!shape.polytope()) return Error{"a mesh cannot be scaled"};
    Result<Polytope> polytope = scaled(*shape.polytope(), {}, {}, scale, about);
    if (!polytope) return polytope.error();
    return make_shape(std::move(*polytope));
}

} // namespace boxwood

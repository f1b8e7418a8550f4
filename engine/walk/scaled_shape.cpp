#include "engine/walk/scaled_shape.hpp"

#include "collision/narrow_phase/hull_tree_state.hpp"
#include "engine/meshes/hull.hpp"

namespace boxwood {
namespace {

// Places every vertex in the body's frame, scales it there, and brings it back to its own.
Result<Polytope> scaled(const Polytope& polytope, const Pose& body_from_part,
                        const Pose& scaled_body_from_part, const glm::dvec3& scale, const glm::dvec3& about) {
    const Pose part_from_body = inverse_rigid(scaled_body_from_part);
    std::vector<glm::vec3> points;
    for (const glm::vec3& p : polytope.positions()) {
        const glm::dvec3 at = about + scale * (body_from_part * p - about);
        points.emplace_back(part_from_body * at);
    }
    std::vector<std::vector<std::uint32_t>> faces;
    for (std::uint32_t face = 0; face < polytope.faces().size(); ++face) {
        const std::span<const std::uint32_t> corners = polytope.face_vertices(face);
        faces.emplace_back(corners.begin(), corners.end());
    }
    // The faces stay the same but for rounding, which may dent very flat corners: then the hull of the points.
    Result<Polytope> same_faces = make_polytope(points, faces);
    return same_faces ? std::move(same_faces) : make_hull(points);
}

// The parts under one hull: a hull for every inner node that there was would take longer than a frame.
Result<std::shared_ptr<Shape>> scaled(const HullTree& tree, const glm::dvec3& scale,
                                      const glm::dvec3& about) {
    if (!tree.joints().empty()) return Error{"what has joints cannot be scaled"};
    const HullTreeState state(tree);
    std::vector<HullTreeNode> nodes{{.parent = kNone, .parent_from_node = {}, .joint = {}, .polytope = {}}};
    nodes.front().tests_children = false; // they never were: nothing moves them against each other
    for (std::uint32_t part = 0; part < tree.part_count(); ++part) {
        // Poses stay rigid: a part's origin moves with the scale, its turn stays.
        const Pose before = state.body_from_part(part);
        const Pose after{before.linear, about + scale * (before.origin - about)};
        Result<Polytope> made = scaled(tree.part(part), before, after, scale, about);
        if (!made) return made.error();
        nodes.push_back({.parent = 0, .parent_from_node = after, .joint = {}, .polytope = std::move(*made)});
    }
    Result<HullTree> made = make_hull_tree(std::move(nodes), tree.hull_function());
    if (!made) return made.error();
    return make_shape(std::move(*made));
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

#include "engine/walk/scaled_shape.hpp"

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

// Poses stay rigid: a node's origin moves with the scale, its turn stays.
Result<std::shared_ptr<Shape>> scaled(const HullTree& tree, const glm::dvec3& scale,
                                      const glm::dvec3& about) {
    if (!tree.joints().empty()) return Error{"what has joints cannot be scaled"};
    std::vector<HullTreeNode> nodes;
    std::vector<Pose> body_from_node, scaled_body_from_node;
    for (const HullTree::Node& node : tree.nodes()) {
        const bool is_root = node.parent == kNone;
        const Pose before =
            is_root ? node.parent_from_node : body_from_node[node.parent] * node.parent_from_node;
        const Pose after{before.linear, about + scale * (before.origin - about)};
        HullTreeNode made{.parent = node.parent, .parent_from_node = after, .joint = {}, .polytope = {}};
        if (!is_root) made.parent_from_node = inverse_rigid(scaled_body_from_node[node.parent]) * after;
        made.mode = node.mode;
        if (node.part != kNone) {
            Result<Polytope> part = scaled(tree.part(node.part), before, after, scale, about);
            if (!part) return part.error();
            made.polytope = std::move(*part);
        }
        nodes.push_back(std::move(made));
        body_from_node.push_back(before);
        scaled_body_from_node.push_back(after);
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

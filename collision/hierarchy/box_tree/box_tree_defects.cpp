#include "collision/hierarchy/box_tree/box_tree_defects.hpp"

#include <cmath>

namespace boxwood {
namespace {

std::span<const std::uint32_t> primitives_of(const DerivedBoxes& tree, std::uint32_t leaf) {
    const NodeLinks& links = tree.links[leaf];
    return links.count == 1 ? std::span(&links.first, 1) : tree.primitives.subspan(links.first, links.count);
}

bool is_leaf(const DerivedBoxes& tree, std::uint32_t node) {
    return tree.links[node].count > 0;
}

// Describes the first vertex of a leaf that a box does not contain; returns "" if it contains all.
std::string describe_first_uncontained(const Aabb& box, const DerivedBoxes& tree, std::uint32_t leaf,
                                       const MeshView& mesh) {
    for (const std::uint32_t primitive : primitives_of(tree, leaf))
        for (const glm::vec3& p : triangle_of(mesh, primitive))
            if (!box.contains(p)) return describe_uncontained(primitive, p);
    return "";
}

// Returns the node if it is a leaf. Otherwise returns a leaf below it; if the node's box does not contain its tight
// box, a triangle of this leaf is not inside the node's box.
std::uint32_t find_uncontained_leaf(const DerivedBoxes& tree, std::uint32_t node) {
    std::uint32_t at = node;
    while (!is_leaf(tree, at)) {
        const std::uint32_t child = tree.links[at].first;
        at = tree.boxes[node].contains(tree.tight[child]) ? child + 1 : child;
    }
    return at;
}

} // namespace

std::optional<ValidationError> find_move_defect(BoxTreeNode at, std::uint32_t node) {
    if (std::isnan(at.move())) return make_defect(node, "has a NaN as the move of a side");
    if (at.move() < 0.0f || at.move() == std::numeric_limits<float>::infinity())
        return make_defect(node, "moves a side outwards, or to infinity");
    if (at.axis() > 2) return make_defect(node, "moves a side along an axis that does not exist");
    return std::nullopt;
}

std::optional<ValidationError> find_derived_defect(const DerivedBoxes& tree, const MeshView& mesh) {
    const auto count = static_cast<std::uint32_t>(tree.boxes.size());
    LeafTally tally;
    for (std::uint32_t i = 0; i < count; ++i) {
        if (find_number_fault(tree.boxes[i]) == NumberFault::not_a_number)
            return find_number_defect(i, tree.boxes[i]);
        if (is_leaf(tree, i)) tally.add(i, describe_first_uncontained(tree.boxes[i], tree, i, mesh).empty());
    }
    if (tally.failing == 0) return std::nullopt; // the boxes above the leaves contain the leaves' boxes
    for (std::uint32_t i = 0; i < count; ++i) {
        if (!is_leaf(tree, i) && tree.boxes[i].contains(tree.tight[i])) continue;
        const std::uint32_t leaf = find_uncontained_leaf(tree, i);
        const std::string outside = describe_first_uncontained(tree.boxes[i], tree, leaf, mesh);
        if (outside.empty()) continue;
        if (auto defect = find_number_defect(i, tree.boxes[i])) return defect; // inverted
        if (auto defect = tally.find_stale()) return defect;
        return make_defect(i, outside + (leaf == i ? ", which is in this leaf"
                                                   : ", which is in leaf " + std::to_string(leaf)));
    }
    return std::nullopt;
}

} // namespace boxwood

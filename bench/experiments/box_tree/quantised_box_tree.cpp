#include "bench/experiments/box_tree/quantised_box_tree.hpp"

#include "collision/hierarchy/box_tree/box_tree_moves.hpp"
#include "collision/hierarchy/box_tree/build_box_tree.hpp"
#include "collision/hierarchy/refit/refit.hpp"

namespace boxwood {

std::array<float, 3> quantised_steps(const Aabb& root, unsigned bits) {
    constexpr int kMinExponent = -100; // used for a side of length 0
    std::array<float, 3> lengths{};
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        int exponent = kMinExponent;
        if (const float side = root.extent()[axis]; side > 0.0f) std::frexp(side, &exponent);
        lengths[static_cast<std::size_t>(axis)] =
            std::ldexp(1.0f, std::max(exponent, kMinExponent) - static_cast<int>(bits));
    }
    return lengths;
}

BoxTree quantise_moves(BoxTree tree, const MeshView& mesh, unsigned bits) {
    const std::array<float, 3> lengths = quantised_steps(tree.root_box, bits);
    const Bvh2<Aabb> tight = make_topology(tree, make_primitive_boxes(mesh));
    std::vector<Aabb> derived(tree.nodes.size());
    derived[0] = tree.root_box;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].is_leaf()) continue;
        for (unsigned which = 0; which < 2; ++which) {
            const std::size_t child = tree.nodes[i].index() + which;
            BoxTreeNode& node = tree.nodes[child];
            const unsigned axis = node.axis();
            const bool is_upper = node.is_upper();
            set_move_to(derived[i], tight.nodes[child].volume, axis, is_upper, node);
            const float units =
                std::min(std::floor(node.move() / lengths[axis]), static_cast<float>((1u << bits) - 1));
            node.set_move(axis, is_upper, units * lengths[axis]);
            derived[child] = node.derive(derived[i]);
        }
    }
    return tree;
}

} // namespace boxwood

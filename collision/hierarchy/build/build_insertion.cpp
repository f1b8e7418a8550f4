#include "collision/hierarchy/build/build_insertion.hpp"

#include "collision/hierarchy/build/build_items.hpp"

#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace boxwood {
namespace {

// Does not use std::shuffle, whose results differ between standard libraries.
std::vector<std::uint32_t> make_order(std::size_t count, const InsertionConfig& config) {
    std::vector<std::uint32_t> order(count);
    std::iota(order.begin(), order.end(), 0u);
    if (!config.is_shuffled) return order;
    std::mt19937_64 random(config.seed);
    for (std::size_t i = count; i-- > 1;) std::swap(order[i], order[random() % (i + 1)]);
    return order;
}

// The nodes of a dynamic tree, with the indices that LinkedNode defines.
struct LinkedTree {
    std::vector<LinkedNode> links;
    std::uint32_t root = 0;
};

LinkedTree make_links(const DynamicTree& tree) {
    const auto count = static_cast<std::uint32_t>(tree.leaf_count());
    LinkedTree linked;
    linked.links.resize(2 * std::size_t{count});
    const auto id_of = [&](std::uint32_t node) {
        return tree.node(node).is_leaf() ? tree.node(node).item : count + node;
    };
    linked.root = id_of(tree.root());
    std::vector<std::uint32_t> stack{tree.root()};
    while (!stack.empty()) {
        const std::uint32_t id = stack.back();
        stack.pop_back();
        const DynamicTree::Node& node = tree.node(id);
        if (node.is_leaf()) continue;
        linked.links[id] = {id_of(node.left), id_of(node.right)};
        stack.insert(stack.end(), {node.right, node.left});
    }
    return linked;
}

} // namespace

Bvh2<Aabb> build_insertion(std::span<const Aabb> primitive_boxes, const InsertionConfig& config, Executor&) {
    require_build_input(primitive_boxes, config.leaf_size);
    DynamicTree tree(config.search, config.rotates);
    tree.reserve(primitive_boxes.size());
    for (const std::uint32_t i : make_order(primitive_boxes.size(), config))
        tree.insert(primitive_boxes[i], i);
    const LinkedTree linked = make_links(tree);
    return lay_out_tree(primitive_boxes, linked.links, linked.root, config.leaf_size);
}

} // namespace boxwood

#include "engine/deform/looseness.hpp"

#include "collision/query/hierarchy_types.hpp"

namespace boxwood {
namespace {

template <Volume V>
float overlap_of_children(const Bvh<V>& tree, std::uint32_t node) {
    if (tree.is_leaf(node)) return 0.0f;
    const Aabb a = tree.volume(tree.child(node, 0)).bounds(), b = tree.volume(tree.child(node, 1)).bounds();
    const Aabb both{glm::max(a.lower, b.lower), glm::min(a.upper, b.upper)};
    const float own = tree.volume(node).bounds().half_area();
    return both.is_empty() || !(own > 0.0f) ? 0.0f : both.half_area() / own;
}

// Children are behind their parents: what is above them is known when they are reached.
template <Volume V, class OfNode>
std::vector<float> hand_down(const Bvh<V>& tree, const OfNode& of_node) {
    std::vector<float> values(tree.nodes.size(), 0.0f), of_triangle(tree.primitive_count, 0.0f);
    std::vector<std::uint8_t> depths(tree.nodes.size(), 0); // kMaxBuiltDepth at most
    for (std::uint32_t i = 0; i < values.size(); ++i) {
        values[i] = of_node(i, depths[i], values[i]);
        if (tree.is_leaf(i)) {
            for (const std::uint32_t triangle : tree.primitives_of(i)) of_triangle[triangle] = values[i];
            continue;
        }
        for (const std::uint32_t child : {tree.child(i, 0), tree.child(i, 1)}) {
            values[child] = values[i];
            depths[child] = static_cast<std::uint8_t>(depths[i] + 1);
        }
    }
    return of_triangle;
}

template <Volume V>
std::vector<float> measure(const Bvh<V>& tree, Looseness which, std::uint32_t depth) {
    switch (which) {
    case Looseness::above:
        return hand_down(tree, [&](std::uint32_t i, std::uint32_t, float above) {
            return above + tree.volume(i).half_area();
        });
    case Looseness::node:
        return hand_down(tree, [&](std::uint32_t i, std::uint32_t at, float above) {
            return at <= depth ? tree.volume(i).half_area() : above;
        });
    case Looseness::overlap:
        return hand_down(tree, [&](std::uint32_t i, std::uint32_t at, float above) {
            return at <= depth ? overlap_of_children(tree, i) : above;
        });
    }
    return {};
}

template <class H>
std::vector<float> measure(const H&, Looseness, std::uint32_t) {
    return {};
}

} // namespace

std::vector<float> measure_looseness(const AnyHierarchy& tree, Looseness which, std::uint32_t depth) {
    return std::visit([&](const auto& t) { return measure(t, which, depth); }, tree.tree());
}

} // namespace boxwood

#include "engine/deform/node_inflation.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"

#include <utility>

namespace boxwood {
namespace {

float share_of_overlap(const Aabb& parent, const Aabb& a, const Aabb& b) {
    const Aabb both{glm::max(a.lower, b.lower), glm::min(a.upper, b.upper)};
    const float own = parent.half_area();
    return both.is_empty() || !(own > 0.0f) ? 0.0f : both.half_area() / own;
}

template <Volume V>
float overlap_of_children(const Bvh2<V>& tree, std::uint32_t node) {
    if (tree.is_leaf(node)) return 0.0f;
    return share_of_overlap(tree.volume(node).bounds(), tree.volume(tree.child(node, 0)).bounds(),
                            tree.volume(tree.child(node, 1)).bounds());
}

// Children follow their parents, so the values of all ancestors are known when a node is reached.
template <Volume V, class OfNode>
std::vector<float> hand_down(const Bvh2<V>& tree, const OfNode& of_node) {
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
std::vector<float> measure(const Bvh2<V>& tree, NodeInflation which, std::uint32_t depth) {
    switch (which) {
    case NodeInflation::above:
        return hand_down(tree, [&](std::uint32_t i, std::uint32_t, float above) {
            return above + tree.volume(i).half_area();
        });
    case NodeInflation::node:
        return hand_down(tree, [&](std::uint32_t i, std::uint32_t at, float above) {
            return at <= depth ? tree.volume(i).half_area() : above;
        });
    case NodeInflation::overlap:
        return hand_down(tree, [&](std::uint32_t i, std::uint32_t at, float above) {
            return at <= depth ? overlap_of_children(tree, i) : above;
        });
    }
    return {};
}

// The same by cursors, for kinds that derive or split their nodes during descent.
template <Hierarchy H>
class Descent {
  public:
    Descent(const H& tree, NodeInflation which, std::uint32_t depth)
        : tree_(tree)
        , which_(which)
        , depth_(depth)
        , of_triangle_(primitive_count_of(tree), 0.0f) {
        enter(tree.root(), 0, 0.0f);
    }
    std::vector<float> take() { return std::move(of_triangle_); }

  private:
    void enter(const typename H::Cursor& at, std::uint32_t depth, float above) {
        const float value = value_of(at, depth, above);
        if (tree_.is_leaf(at)) {
            for (const std::uint32_t triangle : tree_.primitives_of(at)) of_triangle_[triangle] = value;
            return;
        }
        for (const std::uint32_t child : {0u, 1u}) enter(tree_.child(at, child), depth + 1, value);
    }
    float value_of(const typename H::Cursor& at, std::uint32_t depth, float above) const {
        if (which_ == NodeInflation::above) return above + tree_.volume(at).half_area();
        if (depth > depth_) return above;
        return which_ == NodeInflation::node ? tree_.volume(at).half_area() : overlap_below(at);
    }
    float overlap_below(const typename H::Cursor& at) const {
        if (tree_.is_leaf(at)) return 0.0f;
        return share_of_overlap(tree_.volume(at).bounds(), tree_.volume(tree_.child(at, 0)).bounds(),
                                tree_.volume(tree_.child(at, 1)).bounds());
    }

    const H& tree_;
    NodeInflation which_;
    std::uint32_t depth_;
    std::vector<float> of_triangle_;
};

// A descent splits unsplit nodes, so it runs on a copy: displaying colors does not change the hierarchy.
template <Volume V>
std::vector<float> measure(const LazyBvh2<V>& tree, NodeInflation which, std::uint32_t depth) {
    const LazyBvh2<V> whole = tree;
    return Descent<LazyBvh2<V>>(whole, which, depth).take();
}

template <class H>
std::vector<float> measure(const H& tree, NodeInflation which, std::uint32_t depth) {
    return Descent<H>(tree, which, depth).take();
}

} // namespace

std::vector<float> measure_node_inflation(const AnyHierarchy& tree, NodeInflation which,
                                          std::uint32_t depth) {
    return std::visit([&](const auto& t) { return measure(t, which, depth); }, tree.tree());
}

} // namespace boxwood

#include "engine/deform/node_inflation.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"

#include <utility>

namespace boxwood {
namespace {

float overlap_fraction(const Aabb& parent, const Aabb& a, const Aabb& b) {
    const Aabb common{glm::max(a.lower, b.lower), glm::min(a.upper, b.upper)};
    const float own = parent.half_area();
    return common.is_empty() || !(own > 0.0f) ? 0.0f : common.half_area() / own;
}

template <Volume V>
float overlap_of_children(const Bvh2<V>& tree, std::uint32_t node) {
    if (tree.is_leaf(node)) return 0.0f;
    return overlap_fraction(tree.volume(node).bounds(), tree.volume(tree.child(node, 0)).bounds(),
                            tree.volume(tree.child(node, 1)).bounds());
}

// Computes a value per node from the value of its parent, and assigns the values of the leaves to their triangles. One
// loop is enough, because children follow their parents in the array.
template <Volume V, class OfNode>
std::vector<float> propagate_to_triangles(const Bvh2<V>& tree, const OfNode& of_node) {
    std::vector<float> values(tree.nodes.size(), 0.0f), of_triangle(tree.primitive_count, 0.0f);
    std::vector<std::uint8_t> depths(tree.nodes.size(), 0); // at most kMaxBuiltDepth
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
    case NodeInflation::path:
        return propagate_to_triangles(tree, [&](std::uint32_t i, std::uint32_t, float above) {
            return above + tree.volume(i).half_area();
        });
    case NodeInflation::node:
        return propagate_to_triangles(tree, [&](std::uint32_t i, std::uint32_t at, float above) {
            return at <= depth ? tree.volume(i).half_area() : above;
        });
    case NodeInflation::overlap:
        return propagate_to_triangles(tree, [&](std::uint32_t i, std::uint32_t at, float above) {
            return at <= depth ? overlap_of_children(tree, i) : above;
        });
    }
    return {};
}

// Computes the same values with cursors, for kinds that derive or split their nodes during descent.
template <Hierarchy H>
class Descent {
  public:
    Descent(const H& tree, NodeInflation which, std::uint32_t depth)
        : tree_(tree)
        , which_(which)
        , depth_(depth)
        , of_triangle_(primitive_count_of(tree), 0.0f) {
        visit(tree.root(), 0, 0.0f);
    }
    std::vector<float> take() { return std::move(of_triangle_); }

  private:
    void visit(const typename H::Cursor& at, std::uint32_t depth, float above) {
        const float value = value_of(at, depth, above);
        if (tree_.is_leaf(at)) {
            for (const std::uint32_t triangle : tree_.primitives_of(at)) of_triangle_[triangle] = value;
            return;
        }
        for (const std::uint32_t child : {0u, 1u}) visit(tree_.child(at, child), depth + 1, value);
    }
    float value_of(const typename H::Cursor& at, std::uint32_t depth, float above) const {
        if (which_ == NodeInflation::path) return above + tree_.volume(at).half_area();
        if (depth > depth_) return above;
        return which_ == NodeInflation::node ? tree_.volume(at).half_area() : overlap_below(at);
    }
    float overlap_below(const typename H::Cursor& at) const {
        if (tree_.is_leaf(at)) return 0.0f;
        return overlap_fraction(tree_.volume(at).bounds(), tree_.volume(tree_.child(at, 0)).bounds(),
                                tree_.volume(tree_.child(at, 1)).bounds());
    }

    const H& tree_;
    NodeInflation which_;
    std::uint32_t depth_;
    std::vector<float> of_triangle_;
};

// Works on a copy, because a descent splits nodes of a lazy hierarchy, and measuring must not change the hierarchy.
template <Volume V>
std::vector<float> measure(const LazyBvh2<V>& tree, NodeInflation which, std::uint32_t depth) {
    const LazyBvh2<V> copy = tree;
    return Descent<LazyBvh2<V>>(copy, which, depth).take();
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

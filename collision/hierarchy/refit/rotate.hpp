// What: refits a hierarchy, and swaps nearby nodes if that makes a node smaller. A swap exchanges a child of a node
//     with a grandchild below the other child, or two grandchildren below different children.
// Frame: the mesh's own.
// Invariants: the invariants of Bvh2. The set of primitives below a node can change, except below the root. The depth
//     never exceeds kMaxBuiltDepth. If merging is tight, the total area of all nodes is never larger than after refit
//     alone.
// Cost: one loop over the nodes with at most twelve merges each. If nodes were swapped, another loop reorders the
//     nodes.
// Source: [Kensler 2008].
// Departs from the source: makes one pass without annealing. It measures the area of the nodes' own volumes.
// Oracle: validate.hpp; the area after refit alone.
#pragma once

#include "collision/hierarchy/refit/refit.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace boxwood {
namespace detail {

// Reorders the nodes from the root down, left before right. Children then have higher indices than their parents again.
template <Volume V>
void reorder_nodes(Bvh2<V>& io_tree) {
    typename Bvh2<V>::Nodes ordered(io_tree.nodes.size());
    std::vector<std::pair<std::uint32_t, std::uint32_t>> stack{{0, 0}}; // from, to
    std::uint32_t free = 1;
    while (!stack.empty()) {
        const auto [from, to] = stack.back();
        stack.pop_back();
        ordered[to] = io_tree.nodes[from];
        if (ordered[to].is_leaf()) continue;
        const std::uint32_t first = io_tree.nodes[from].first;
        ordered[to].first = free;
        stack.push_back({first + 1, free + 1});
        stack.push_back({first, free});
        free += 2;
    }
    io_tree.nodes = std::move(ordered);
}

template <Volume V>
class Rotations {
  public:
    Rotations(Bvh2<V>& io_tree)
        : tree_(io_tree)
        , depths_(compute_depths(io_tree))
        , heights_(io_tree.nodes.size(), 0) {}

    // Requires that all nodes below `node` were visited. Returns true if nodes were swapped.
    bool visit(std::uint32_t node) {
        update_height(node);
        SubtreeSwap best;
        const std::uint32_t left = tree_.nodes[node].first, right = left + 1;
        for (unsigned k = 0; k < 2; ++k) {
            consider_child(node, left, right, k, best);
            consider_child(node, right, left, k, best);
        }
        if (!is_leaf(left) && !is_leaf(right))
            for (unsigned k = 0; k < 2; ++k) consider_grandchildren(node, left, right, k, best);
        if (best.gain <= 0.0f) return false;
        std::swap(tree_.nodes[best.a], tree_.nodes[best.b]);
        std::swap(heights_[best.a], heights_[best.b]);
        for (const std::uint32_t child : {left, right})
            if (!is_leaf(child)) merge_children(child);
        merge_children(node);
        return true;
    }
    void merge_children(std::uint32_t node) {
        const std::uint32_t first = tree_.nodes[node].first;
        tree_.nodes[node].volume = merge(tree_.nodes[first].volume, tree_.nodes[first + 1].volume);
        update_height(node);
    }

  private:
    // A swap of two nodes. Neither is an ancestor of the other.
    struct SubtreeSwap {
        float gain = 0.0f; // in half area
        std::uint32_t a = 0, b = 0;
    };

    bool is_leaf(std::uint32_t node) const { return tree_.nodes[node].is_leaf(); }
    void update_height(std::uint32_t node) {
        const std::uint32_t first = tree_.nodes[node].first;
        heights_[node] = 1 + std::max(heights_[first], heights_[first + 1]);
    }
    float half_area(std::uint32_t node) const { return tree_.nodes[node].volume.half_area(); }
    float half_area(std::uint32_t a, std::uint32_t b) const {
        return merge(tree_.nodes[a].volume, tree_.nodes[b].volume).half_area();
    }
    bool is_within_depth(std::uint32_t node, std::uint32_t height) const {
        return depths_[node] + height <= kMaxBuiltDepth;
    }

    // Considers the swap of `child` with grandchild k below `sibling`.
    void consider_child(std::uint32_t node, std::uint32_t child, std::uint32_t sibling, unsigned k,
                        SubtreeSwap& io_best) const {
        if (is_leaf(sibling)) return;
        const std::uint32_t moves_up = tree_.nodes[sibling].first + k,
                            stays = tree_.nodes[sibling].first + 1 - k;
        const float gain = half_area(sibling) - half_area(child, stays);
        const std::uint32_t lower = 1 + std::max(heights_[child], heights_[stays]);
        if (gain > io_best.gain && is_within_depth(node, 1 + std::max(lower, heights_[moves_up])))
            io_best = {gain, child, moves_up};
    }

    // Considers the swap of the left child's first child with the right child's k-th child.
    void consider_grandchildren(std::uint32_t node, std::uint32_t left, std::uint32_t right, unsigned k,
                                SubtreeSwap& io_best) const {
        const std::uint32_t l = tree_.nodes[left].first, r = tree_.nodes[right].first + k;
        const std::uint32_t l_stays = l + 1, r_stays = tree_.nodes[right].first + 1 - k;
        const float gain = half_area(left) + half_area(right) - half_area(r, l_stays) - half_area(l, r_stays);
        const std::uint32_t height =
            2 + std::max(std::max(heights_[l], heights_[l_stays]), std::max(heights_[r], heights_[r_stays]));
        if (gain > io_best.gain && is_within_depth(node, height)) io_best = {gain, l, r};
    }

    Bvh2<V>& tree_;
    std::vector<std::uint32_t> depths_;  // before any swap
    std::vector<std::uint32_t> heights_; // levels below each node
};

} // namespace detail

// Has the same requirements as refit(). Returns the number of swaps.
template <Volume V>
std::uint32_t refit_and_rotate(Bvh2<V>& io_tree, const MeshView& mesh) {
    BOXWOOD_REQUIRE(io_tree.primitive_count == mesh.triangles.size());
    detail::Rotations<V> rotations(io_tree);
    std::uint32_t count = 0;
    for (std::size_t i = io_tree.nodes.size(); i-- > 0;) {
        const auto node = static_cast<std::uint32_t>(i);
        if (io_tree.nodes[i].is_leaf()) {
            io_tree.nodes[i].volume = fit_primitives<V>(mesh, io_tree.primitives_of(node));
            continue;
        }
        rotations.merge_children(node);
        count += rotations.visit(node) ? 1u : 0u;
    }
    if (count > 0) detail::reorder_nodes(io_tree);
    return count;
}

} // namespace boxwood

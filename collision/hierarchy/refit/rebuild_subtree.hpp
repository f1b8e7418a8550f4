// What: rebuilds the subtree below one node in place, from the current mesh.
// Frame: the mesh's own.
// Invariants: the invariants of Bvh2. Nodes outside the subtree keep their indices. The new subtree reuses the indices
//     of the old subtree, so a child still has a higher index than its parent. Volumes above the node are not changed.
//     They are valid if they were fitted to the current mesh, because they contain the same triangles as before.
// Degenerate input: requires leaves of one primitive each. The rebuild then does not change the node count of the
//     subtree.
// Cost: the builder's time for the triangles below the node, plus one loop over its nodes.
// Oracle: validate.hpp.
#pragma once

#include "collision/hierarchy/build/all_builders.hpp"
#include "collision/hierarchy/refit/refit.hpp"

#include <algorithm>
#include <vector>

namespace boxwood {

// Returns the indices of all nodes below `root`, without `root`, in ascending order; siblings are adjacent.
template <Volume V>
std::vector<std::uint32_t> list_descendants(const Bvh2<V>& tree, std::uint32_t root) {
    std::vector<std::uint32_t> indices, stack{root};
    while (!stack.empty()) {
        const auto& node = tree.nodes[stack.back()];
        stack.pop_back();
        if (node.is_leaf()) continue;
        for (const std::uint32_t child : {node.first, node.first + 1}) {
            indices.push_back(child);
            stack.push_back(child);
        }
    }
    std::sort(indices.begin(), indices.end());
    return indices;
}

// Requires an internal node `depth` levels below the root. Returns false and changes nothing if the new subtree would
// be deeper than kMaxBuiltDepth.
template <Volume V>
bool rebuild_subtree(Bvh2<V>& io_tree, const MeshView& mesh, const Builder& builder, std::uint32_t root,
                     std::uint32_t depth) {
    const std::vector<std::uint32_t> indices = list_descendants(io_tree, root);
    std::vector<std::uint32_t> primitives;
    std::vector<Aabb> boxes;
    for (const std::uint32_t index : indices) {
        const auto& node = io_tree.nodes[index];
        if (!node.is_leaf()) continue;
        BOXWOOD_REQUIRE(node.count == 1);
        primitives.push_back(node.first);
        boxes.push_back(Aabb::fit(mesh, std::span(&node.first, 1)));
    }
    SerialExecutor serial;
    const Bvh2<Aabb> rebuilt = builder.build(boxes, 1, serial);
    BOXWOOD_REQUIRE(rebuilt.nodes.size() == indices.size() + 1);
    const std::vector<std::uint32_t> depths = compute_depths(rebuilt);
    if (depth + *std::max_element(depths.begin(), depths.end()) > kMaxBuiltDepth) return false;

    // Node i > 0 of the new subtree goes to indices[i - 1]. Siblings stay adjacent, and the order is preserved.
    const auto index_of = [&](std::uint32_t i) { return i == 0 ? root : indices[i - 1]; };
    for (std::uint32_t i = static_cast<std::uint32_t>(rebuilt.nodes.size()); i-- > 0;) {
        const auto& from = rebuilt.nodes[i];
        auto& to = io_tree.nodes[index_of(i)];
        to.count = from.count;
        to.first = from.is_leaf() ? primitives[from.first] : index_of(from.first);
        to.volume = from.is_leaf()
                        ? fit_primitives<V>(mesh, std::span(&to.first, 1))
                        : merge(io_tree.nodes[to.first].volume, io_tree.nodes[to.first + 1].volume);
    }
    return true;
}

} // namespace boxwood

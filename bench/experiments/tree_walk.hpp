// What: counts the volume tests of a query on two hierarchies. Trees of boxes define the topology, and the caller
//     tests arbitrary volumes at the nodes. A study can thus vary the volumes on a fixed topology, or the topology with
//     fixed volumes.
// Invariants: descends until two nodes are separated or both are leaves, and opens the node with the larger box.
//     Does not stop at the first overlapping pair of leaves, so the counts are those of a query for all contacts.
#pragma once

#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

struct WalkCounts {
    std::uint64_t volume_tests = 0, leaf_pairs = 0;
};

// overlaps(i, j) tells whether the volume of node i of `a` overlaps the volume of node j of `b`.
template <class Overlaps>
WalkCounts walk_pairs(const Bvh2<Aabb>& a, const Bvh2<Aabb>& b, const Overlaps& overlaps) {
    WalkCounts counts;
    std::vector<std::array<std::uint32_t, 2>> stack{{0, 0}};
    while (!stack.empty()) {
        const auto [i, j] = stack.back();
        stack.pop_back();
        ++counts.volume_tests;
        if (!overlaps(i, j)) continue;
        const auto &in_a = a.nodes[i], &in_b = b.nodes[j];
        if (in_a.is_leaf() && in_b.is_leaf()) {
            ++counts.leaf_pairs;
            continue;
        }
        const bool is_a_opened =
            in_b.is_leaf() || (!in_a.is_leaf() && in_a.volume.volume() >= in_b.volume.volume());
        for (const std::uint32_t k : {1u, 0u})
            stack.push_back(is_a_opened ? std::array{in_a.first + k, j} : std::array{i, in_b.first + k});
    }
    return counts;
}

// Calls visit(node, corners) for each node. `corners` has three corners for each triangle below the node. Requires
// one triangle per leaf.
template <class Visit>
void visit_patches(const Bvh2<Aabb>& tree, const MeshView& mesh, const Visit& visit) {
    std::vector<std::vector<std::uint32_t>> below(tree.nodes.size());
    std::vector<glm::vec3> corners;
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        const auto& node = tree.nodes[i];
        if (node.is_leaf()) {
            below[i] = {node.first};
        } else {
            auto &left = below[node.first], &right = below[node.first + 1];
            below[i] = std::move(left);
            below[i].insert(below[i].end(), right.begin(), right.end());
            right = {};
        }
        corners.clear();
        for (const std::uint32_t t : below[i])
            for (const glm::vec3& p : triangle_of(mesh, t)) corners.push_back(p);
        visit(i, std::span<const glm::vec3>(corners));
    }
}

} // namespace boxwood

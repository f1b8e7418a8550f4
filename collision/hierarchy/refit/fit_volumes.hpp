// What: fits volumes of another type to the topology of a hierarchy of AABBs.
// Frame: the mesh's own.
// Invariants: the invariants of Bvh2. Every volume is fitted to all triangles below it. If merging the children's
//     volumes is as tight as this fit (V::kMergeIsTight), they are merged instead.
// Cost: O(n) merges, or fits to O(n * depth) points in all; 12 bytes of temporary memory per corner.
// Source: [Gottschalk 1996] section 4 (boxes of a tree are fitted, not merged).
// Oracle: validate.hpp.
#pragma once

#include "collision/core/memory/large_pages.hpp"
#include "collision/core/prefetch.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "collision/volumes/box/principal_axes.hpp"

#include <utility>
#include <vector>

namespace boxwood {
namespace detail {

// The summary of the surface below a node. The sum of the children's summaries is the summary of their parent.
struct SubtreeSurface {
    Aabb bounds;
    SurfaceCovariance spread;
};

inline SubtreeSurface operator+(const SubtreeSurface& a, const SubtreeSurface& b) {
    return {merge(a.bounds, b.bounds), a.spread + b.spread};
}

// Volumes whose fit takes the bounds and axes from a summary instead of computing them from the corners.
template <class V>
concept FitsSummaries = requires(std::span<const glm::vec3> corners, const SubtreeSurface& sum) {
    { V::fit_surface(corners, sum.bounds, sum.spread) } -> std::same_as<V>;
};

// A pending node of the depth-first traversal.
template <Volume V>
struct PendingNode {
    std::uint32_t node = 0;
    std::size_t first_corner = 0;
    bool is_closing = false; // all nodes below it have been visited
};

inline constexpr std::size_t kLeavesAhead = 64; // prefetch distance

inline void prefetch_corners(const MeshView& mesh, std::uint32_t primitive) {
    for (const std::uint32_t vertex : mesh.triangles[primitive]) prefetch(&mesh.positions[vertex]);
}

// Prefetches at higher indices: builders order nodes nearly depth first, so these nodes are visited next.
template <Volume V>
void prefetch_ahead(const Bvh2<V>& tree, const MeshView& mesh, std::size_t node) {
    if (node + 2 * kLeavesAhead >= tree.nodes.size()) return;
    const auto &far = tree.nodes[node + 2 * kLeavesAhead], &near = tree.nodes[node + kLeavesAhead];
    if (far.count == 1) prefetch(&mesh.triangles[far.first]);
    if (near.count == 1) prefetch_corners(mesh, near.first);
}

// True for the leaves that fit_single_triangles() fits after all other nodes: the leaves of one triangle, if V is a
// VolumeInLanes.
template <Volume V>
bool is_fitted_later(bool is_leaf, std::span<const glm::vec3> corners) {
    return VolumeInLanes<V> && is_leaf && corners.size() == 3;
}
// Fits all leaves of one triangle, several at a time.
template <VolumeInLanes V>
void fit_single_triangles(Bvh2<V>& io_tree, const MeshView& mesh) {
    std::vector<std::uint32_t> leaves;
    for (std::uint32_t i = 0; i < io_tree.nodes.size(); ++i)
        if (io_tree.is_leaf(i) && io_tree.primitives_of(i).size() == 1) leaves.push_back(i);
    const std::span<const std::uint32_t> all(leaves);
    for (std::size_t first = 0; first < all.size(); first += kLeavesAhead) {
        const auto after = [&](std::size_t n) {
            const std::size_t begin = std::min(first + n * kLeavesAhead, all.size());
            return all.subspan(begin, std::min(kLeavesAhead, all.size() - begin));
        };
        for (const std::uint32_t leaf : after(2)) prefetch(&mesh.triangles[io_tree.nodes[leaf].first]);
        for (const std::uint32_t leaf : after(1)) prefetch_corners(mesh, io_tree.nodes[leaf].first);
        refit_leaves(io_tree, mesh, after(0));
    }
}

// Fits each node to the corners of its triangles. Visits children before parents, so the corners below the current node
// are always at the end of the list.
template <Volume V>
void fit_nodes(Bvh2<V>& io_tree, const MeshView& mesh) {
    LargeArray<glm::vec3> corners;
    corners.reserve(3 * mesh.triangles.size());
    std::vector<SubtreeSurface> sums; // of subtrees whose siblings are still pending
    std::vector<PendingNode<V>> stack{{}};
    const auto sum_up_leaf = [&](std::size_t first) {
        SubtreeSurface sum;
        for (std::size_t at = first; at < corners.size(); at += 3)
            sum = sum + SubtreeSurface{Aabb::fit(std::span(corners).subspan(at, 3)),
                                       covariance_of({corners[at], corners[at + 1], corners[at + 2]})};
        sums.push_back(sum);
    };
    while (!stack.empty()) {
        PendingNode<V> pending = stack.back();
        stack.pop_back();
        auto& node = io_tree.nodes[pending.node];
        if (!pending.is_closing) prefetch_ahead(io_tree, mesh, pending.node);
        if (!node.is_leaf() && !pending.is_closing) {
            stack.push_back({pending.node, corners.size(), true});
            stack.push_back({node.first + 1});
            stack.push_back({node.first});
            continue;
        }
        if (node.is_leaf()) {
            pending.first_corner = corners.size();
            for (const std::uint32_t primitive : io_tree.primitives_of(pending.node))
                for (const glm::vec3& p : triangle_of(mesh, primitive)) corners.push_back(p);
        }
        const std::span<const glm::vec3> of_node = std::span(corners).subspan(pending.first_corner);
        if constexpr (FitsSummaries<V>) {
            if (node.is_leaf()) {
                sum_up_leaf(pending.first_corner);
            } else {
                const SubtreeSurface last = sums.back();
                sums.pop_back();
                sums.back() = sums.back() + last;
            }
            if (!is_fitted_later<V>(node.is_leaf(), of_node))
                node.volume = V::fit_surface(of_node, sums.back().bounds, sums.back().spread);
        } else if (!is_fitted_later<V>(node.is_leaf(), of_node)) {
            node.volume = fit_corners<V>(of_node);
        }
    }
    if constexpr (VolumeInLanes<V>) fit_single_triangles(io_tree, mesh);
}

} // namespace detail

template <Volume V>
Bvh2<V> fit_volumes(Bvh2<Aabb> boxes, const MeshView& mesh) {
    if constexpr (std::same_as<V, Aabb>) {
        return boxes;
    } else {
        Bvh2<V> tree;
        tree.nodes.resize(boxes.nodes.size());
        for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
            tree.nodes[i].first = boxes.nodes[i].first;
            tree.nodes[i].count = boxes.nodes[i].count;
        }
        tree.primitives = std::move(boxes.primitives);
        tree.primitive_count = boxes.primitive_count;
        if constexpr (V::kMergeIsTight)
            refit(tree, mesh);
        else
            detail::fit_nodes(tree, mesh);
        return tree;
    }
}

} // namespace boxwood

// What: fits the volumes of a hierarchy to the current mesh. The topology is unchanged.
// Frame: the mesh's own.
// Invariants: a leaf's volume is fitted to the vertices of its primitives; an inner node's volume is the merge of its
//     children's volumes. If merging is tight (boxes, k-DOPs), each node gets its tightest volume, bit for bit. Other
//     volumes become looser towards the root than the volumes that fit_volumes.hpp computes.
// Cost: one loop over the nodes, without recursion. It runs from last to first because children must be refitted before
//     their parents. Triangles and vertices are prefetched (refit_block.hpp, refit_boxes.hpp). A refit therefore takes
//     only a tenth longer if their order is unrelated to the order of the leaves. See bench/build_hierarchy.cpp.
// Source: [van den Bergen 1997] section 4.
// Oracle: a recursive refit in the tests.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/memory/large_pages.hpp"
#include "collision/core/trace.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"
#include "collision/hierarchy/refit/refit_block.hpp"
#include "collision/hierarchy/simd/refit_kernels.hpp"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

namespace boxwood {

inline constexpr std::size_t kMinRefitTasks = 256; // many more than threads because subtrees differ in size

// Fits a volume to the corners of triangles, three per triangle.
template <Volume V>
V fit_corners(std::span<const glm::vec3> corners) {
    if constexpr (requires { V::fit_triangles(corners); })
        return V::fit_triangles(corners);
    else
        return V::fit(corners);
}

// Returns the volume that V fits to the vertices of at most kMaxLeafSize primitives.
template <Volume V>
V fit_primitives(const MeshView& mesh, std::span<const std::uint32_t> primitives) {
    if constexpr (requires { V::fit(mesh, primitives); }) {
        return V::fit(mesh, primitives);
    } else {
        std::array<glm::vec3, 3 * std::size_t{kMaxLeafSize}> points;
        std::size_t count = 0;
        for (const std::uint32_t primitive : primitives)
            for (const glm::vec3& p : triangle_of(mesh, primitive)) points[count++] = p;
        return fit_corners<V>(std::span(points).first(count));
    }
}

// Volumes that are fitted and merged several at a time.
template <class V>
concept VolumeInLanes = requires {
    &V::fit_some, &V::merge_some, V::kLanes;
};

namespace detail {

// Constructs the volume in place. A copy of a volume that was just written with narrower stores would stall on store
// forwarding.
template <Volume V>
void refit_leaf(Bvh2<V>& io_tree, const MeshView& mesh, std::uint32_t leaf) {
    ::new (&io_tree.nodes[leaf].volume) V(fit_primitives<V>(mesh, io_tree.primitives_of(leaf)));
}
template <Volume V>
void refit_inner(Bvh2<V>& io_tree, std::uint32_t node) {
    const std::uint32_t child = io_tree.nodes[node].first;
    ::new (&io_tree.nodes[node].volume)
        V(merge(io_tree.nodes[child].volume, io_tree.nodes[child + 1].volume));
}

// Refits nodes that do not depend on each other, V::kLanes at a time.
template <VolumeInLanes V>
void refit_leaves(Bvh2<V>& io_tree, const MeshView& mesh, std::span<const std::uint32_t> leaves) {
    std::array<std::uint32_t, V::kLanes> primitives;
    std::array<V*, V::kLanes> out;
    std::size_t count = 0;
    const auto flush = [&] {
        if (count > 0) V::fit_some(mesh, std::span(primitives).first(count), std::span(out).first(count));
        count = 0;
    };
    for (const std::uint32_t leaf : leaves) {
        const std::span<const std::uint32_t> of_leaf = io_tree.primitives_of(leaf);
        if (of_leaf.size() != 1) {
            refit_leaf(io_tree, mesh, leaf);
            continue;
        }
        primitives[count] = of_leaf[0];
        out[count++] = &io_tree.nodes[leaf].volume;
        if (count == V::kLanes) flush();
    }
    flush();
}
template <VolumeInLanes V>
void refit_inner_nodes(Bvh2<V>& io_tree, std::span<const std::uint32_t> inner) {
    std::array<const V*, V::kLanes> a, b;
    std::array<V*, V::kLanes> out;
    for (std::size_t first = 0; first < inner.size(); first += V::kLanes) {
        const std::size_t count = std::min(V::kLanes, inner.size() - first);
        for (std::size_t k = 0; k < count; ++k) {
            const std::uint32_t node = inner[first + k], child = io_tree.nodes[node].first;
            a[k] = &io_tree.nodes[child].volume;
            b[k] = &io_tree.nodes[child + 1].volume;
            out[k] = &io_tree.nodes[node].volume;
        }
        V::merge_some(std::span(a).first(count), std::span(b).first(count), std::span(out).first(count));
    }
}

// Refits the inner nodes of a block that starts at node `begin`, level by level. `inner` is in ascending order. A leaf
// has height 0, and so does a node behind the block, that is, with a higher index than all nodes of the block. The
// height of an inner node is one more than the larger height of its children.
template <VolumeInLanes V>
void refit_block_upwards(Bvh2<V>& io_tree, std::span<const std::uint32_t> inner, std::uint32_t begin) {
    std::array<std::uint16_t, kRefitBlockSize + 2> height{}; // 0 for leaves and nodes behind the block
    std::array<std::uint32_t, kRefitBlockSize> count{}, ordered;
    for (std::size_t k = inner.size(); k-- > 0;) {
        const std::size_t child = std::min(io_tree.nodes[inner[k]].first - begin, kRefitBlockSize);
        const auto above = static_cast<std::uint16_t>(1 + std::max(height[child], height[child + 1]));
        height[inner[k] - begin] = above;
        ++count[above - 1u];
    }
    std::uint32_t place = 0;
    for (std::size_t level = 0; place < inner.size(); ++level) place += std::exchange(count[level], place);
    for (const std::uint32_t node : inner) ordered[count[height[node - begin] - 1u]++] = node;
    for (std::size_t level = 0, first = 0; first < inner.size(); first = count[level++])
        refit_inner_nodes(io_tree, std::span(ordered).first(count[level]).subspan(first));
}

// Requires that all nodes behind the block are refitted.
template <Volume V>
void refit_block(Bvh2<V>& io_tree, const MeshView& mesh, const RefitBlock& block) {
    if constexpr (VolumeInLanes<V>) {
        refit_leaves(io_tree, mesh, block.leaves());
        refit_block_upwards(io_tree, block.inner(), block.begin);
    } else {
        for (const std::uint32_t leaf : block.leaves()) refit_leaf(io_tree, mesh, leaf);
        const std::span<const std::uint32_t> inner = block.inner();
        for (std::size_t k = inner.size(); k-- > 0;) refit_inner(io_tree, inner[k]);
    }
}

// Refits the subtree of `root`.
template <Volume V>
void refit_below(Bvh2<V>& io_tree, const MeshView& mesh, std::uint32_t root) {
    std::vector<std::uint32_t> inner, stack{root}; // parents before children
    while (!stack.empty()) {
        const std::uint32_t node = stack.back();
        stack.pop_back();
        if (io_tree.is_leaf(node)) {
            refit_leaf(io_tree, mesh, node);
            continue;
        }
        inner.push_back(node);
        stack.insert(stack.end(), {io_tree.child(node, 1), io_tree.child(node, 0)});
    }
    for (std::size_t i = inner.size(); i-- > 0;) refit_inner(io_tree, inner[i]);
}

} // namespace detail

// Requires the triangles that the hierarchy was built over, in the same order, with old or new positions. Checks the
// number of triangles. Does not call check_mesh, which would take a tenth of the time of a refit. AnyHierarchy::refit
// calls it.
template <Volume V, TracePolicy Trace>
void refit(Bvh2<V>& io_tree, const MeshView& mesh, Trace& io_trace) {
    BOXWOOD_REQUIRE(io_tree.primitive_count == mesh.triangles.size());
    if constexpr (Trace::kActive) {
        for (auto i = static_cast<std::uint32_t>(io_tree.nodes.size()); i-- > 0;) {
            if (io_tree.is_leaf(i))
                detail::refit_leaf(io_tree, mesh, i);
            else
                detail::refit_inner(io_tree, i);
            io_trace.record({.a = i, .kind = VisitKind::node_refitted});
        }
    } else if constexpr (kHasRefitKernels<V>) {
        static const RefitKernel<V>& kernel = list_refit_kernels<V>().front();
        prefetch_mesh(mesh);
        kernel.refit(io_tree, mesh);
    } else {
        visit_refit_blocks(io_tree, mesh, [&](const RefitBlock& block, const RefitPrefetcher&) {
            detail::refit_block(io_tree, mesh, block);
        });
    }
}

template <Volume V>
void refit(Bvh2<V>& io_tree, const MeshView& mesh) {
    NoTrace no_trace;
    refit(io_tree, mesh, no_trace);
}

// Refits on the executor's threads: first disjoint subtrees, then the nodes above them. The result has the same bits as
// a serial refit.
template <Volume V>
void refit(Bvh2<V>& io_tree, const MeshView& mesh, Executor& executor) {
    BOXWOOD_REQUIRE(io_tree.primitive_count == mesh.triangles.size());
    std::vector<std::uint32_t> above, parts{0};
    for (bool grows = true; grows && parts.size() < kMinRefitTasks;) {
        std::vector<std::uint32_t> below;
        for (const std::uint32_t node : parts) {
            if (io_tree.is_leaf(node)) {
                below.push_back(node);
                continue;
            }
            above.push_back(node);
            below.insert(below.end(), {io_tree.child(node, 0), io_tree.child(node, 1)});
        }
        grows = below.size() > parts.size();
        parts.swap(below);
    }
    executor.parallel_for(parts.size(), 1, [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) detail::refit_below(io_tree, mesh, parts[i]);
    });
    for (std::size_t i = above.size(); i-- > 0;) detail::refit_inner(io_tree, above[i]);
}

// Refits only the volumes that changed. `is_dirty[p]` is set if a vertex of primitive p moved. A parent is merged only
// if a child's volume differs, so the update stops where a volume is unchanged. The result has the same bits as a full
// refit if the volumes are those of an earlier refit, or if merging is tight. (If merging is not tight, the volumes of
// fit_volumes() are not replaced by merged volumes where no vertex moved.) Returns the number of volumes computed.
// `io_changed` is scratch memory with one entry per node.
template <Volume V>
std::size_t refit_dirty(Bvh2<V>& io_tree, const MeshView& mesh, const std::vector<bool>& is_dirty,
                        std::vector<std::uint8_t>& io_changed) {
    BOXWOOD_REQUIRE(is_dirty.size() == mesh.triangles.size());
    io_changed.assign(io_tree.nodes.size(), 0);
    std::size_t computed = 0;
    for (std::size_t i = io_tree.nodes.size(); i-- > 0;) {
        auto& node = io_tree.nodes[i];
        V volume = node.volume;
        if (node.is_leaf()) {
            const auto primitives = io_tree.primitives_of(static_cast<std::uint32_t>(i));
            bool is_needed = false;
            for (const std::uint32_t primitive : primitives) is_needed = is_needed || is_dirty[primitive];
            if (!is_needed) continue;
            volume = fit_primitives<V>(mesh, primitives);
        } else {
            if (!io_changed[node.first] && !io_changed[node.first + 1]) continue;
            volume = merge(io_tree.nodes[node.first].volume, io_tree.nodes[node.first + 1].volume);
        }
        ++computed;
        io_changed[i] = !(volume == node.volume);
        node.volume = volume;
    }
    return computed;
}

// Requires a mesh that check_mesh accepts; does not check this.
inline LargeArray<Aabb> make_primitive_boxes(const MeshView& mesh, Executor& executor) {
    constexpr std::size_t kChunk = 1 << 14;
    LargeArray<Aabb> boxes(mesh.triangles.size());
    executor.parallel_for(boxes.size(), kChunk, [&](std::size_t begin, std::size_t end) {
        for (auto i = static_cast<std::uint32_t>(begin); i < end; ++i)
            boxes[i] = Aabb::fit(mesh, std::span(&i, 1));
    });
    return boxes;
}
inline LargeArray<Aabb> make_primitive_boxes(const MeshView& mesh) {
    SerialExecutor serial;
    return make_primitive_boxes(mesh, serial);
}

} // namespace boxwood

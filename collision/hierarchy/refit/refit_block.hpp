// What: schedules a refit: visits blocks of nodes from last to first, and the leaves of a block before its inner nodes.
//     While a block is refitted, each leaf prefetches a corner of a triangle of the next block and the indices of a
//     triangle of the block after it. Each inner node prefetches nodes of the blocks beyond these two.
// Invariants: affects only the running time.
#pragma once

#include "collision/core/prefetch.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace boxwood {

// Nodes per block. Prefetches run one or two blocks ahead. With blocks of 128 nodes, they arrive too late. The indices
// of three blocks of 512 nodes still fit into the L1 cache.
inline constexpr std::uint32_t kRefitBlockSize = 512;

// Larger meshes are not prefetched as a whole, because their first cache lines would be evicted before they are used.
inline constexpr std::size_t kMaxPrefetchedBytes = std::size_t{32} << 20;

// Prefetches a complete mesh in memory order, as a stream. In the order of the leaves, the mesh would arrive line by
// line, with a TLB miss for each new page. If the mesh is already cached, the prefetch takes a hundredth of the time of
// a refit.
inline void prefetch_mesh(const MeshView& mesh) {
    if (mesh.triangles.size_bytes() + mesh.positions.size_bytes() > kMaxPrefetchedBytes) return;
    prefetch(mesh.triangles);
    prefetch(mesh.positions);
}

// The nodes of a block, separated into leaves and inner nodes. A single loop over both kinds would mispredict the
// branch between them.
struct RefitBlock {
    std::uint32_t begin = 0, end = 0; // node range
    std::size_t leaf_count = 0, inner_count = 0;
    bool has_large_leaves = false;    // leaves of several primitives
    bool has_leaf_primitives = false; // `firsts` contains a primitive of each leaf

    // The code that fills these arrays writes one entry beyond the used ones.
    using Indices = std::array<std::uint32_t, kRefitBlockSize + 1>;
    Indices leaf_nodes, inner_nodes; // ascending
    Indices firsts;                  // Node::first of each leaf; its primitive if has_leaf_primitives

    std::span<const std::uint32_t> leaves() const { return std::span(leaf_nodes).first(leaf_count); }
    std::span<const std::uint32_t> primitives() const { return std::span(firsts).first(leaf_count); }
    std::span<const std::uint32_t> inner() const { return std::span(inner_nodes).first(inner_count); }
};

template <Volume V>
void list_block(const Bvh2<V>& tree, std::uint32_t begin, std::uint32_t end, RefitBlock& out) {
    out.begin = begin;
    out.end = end;
    std::size_t leaves = 0, inner = 0;
    std::uint32_t counts = 0;
    const auto* const nodes = tree.nodes.data();
    for (std::uint32_t i = begin; i < end; ++i) {
        out.leaf_nodes[leaves] = out.inner_nodes[inner] = i;
        out.firsts[leaves] = nodes[i].first;
        counts |= nodes[i].count;
        const std::size_t leaf = nodes[i].is_leaf() ? 1u : 0u;
        leaves += leaf;
        inner += 1u - leaf;
    }
    out.leaf_count = leaves;
    out.inner_count = inner;
    out.has_large_leaves = counts > 1;
    out.has_leaf_primitives = counts <= 1;
}

// Prefetches during the work on one block. Does nothing if default-constructed. For a Bvh2, nothing is prefetched for
// the leaves of a block that has a leaf of several primitives.
class RefitPrefetcher {
  public:
    RefitPrefetcher() = default;
    RefitPrefetcher(const MeshView& mesh, const RefitBlock* next, const RefitBlock* after,
                    std::span<const std::byte> beyond)
        : positions_(mesh.positions.data())
        , triangles_(mesh.triangles.data())
        , line_(beyond.data())
        , last_line_(beyond.data() + beyond.size()) {
        if (next != nullptr && next->has_leaf_primitives) next_ = next->primitives();
        if (after != nullptr && after->has_leaf_primitives) after_ = after->primitives();
    }

    // The caller has the loops over leaves and nodes, and calls these functions in each iteration. If the loops were
    // here and took a functor, a functor that is compiled for another instruction set could not be inlined.

    // Returns the number of leaves, of `count`, for which prefetch_with_leaf() is called.
    std::size_t paired_leaf_count(std::size_t count) const {
        return std::min(count, std::min(next_.size(), after_.size()));
    }
    void prefetch_with_leaf(std::size_t k) const {
        prefetch_corner(next_[k]);
        prefetch(triangles_ + after_[k]);
    }
    // Prefetches for all leaves from the k-th on.
    void prefetch_remaining_leaves(std::size_t k) const {
        for (std::size_t i = k; i < next_.size(); ++i) prefetch_corner(next_[i]);
        for (std::size_t i = k; i < after_.size(); ++i) prefetch(triangles_ + after_[i]);
    }
    // Call this for each inner node. It prefetches kLines cache lines of the nodes beyond. prefetch_remaining_nodes()
    // prefetches the rest.
    template <std::size_t kLines>
    void prefetch_with_inner() {
        for (std::size_t i = 0; i < kLines && line_ < last_line_; ++i, line_ += kCacheLine) prefetch(line_);
    }
    void prefetch_remaining_nodes() const {
        for (const std::byte* line = line_; line < last_line_; line += kCacheLine) prefetch(line);
    }

  private:
    // Prefetches only one corner of each triangle: neighbors in the tree are neighbors in the mesh and cover most of
    // the other corners.
    void prefetch_corner(std::uint32_t primitive) const { prefetch(positions_ + triangles_[primitive][0]); }

    const glm::vec3* positions_ = nullptr;
    const TriangleIndices* triangles_ = nullptr;
    std::span<const std::uint32_t> next_, after_; // primitives of leaves
    const std::byte *line_ = nullptr, *last_line_ = nullptr;
};

// The cache lines that each inner node prefetches: the lines of two nodes, because about every second node is an inner
// node.
template <Volume V>
inline constexpr std::size_t
    kLinesPerInner = (2 * sizeof(typename Bvh2<V>::Node) + kCacheLine - 1) / kCacheLine;

// Calls work(block, prefetcher) for nodes [first, last), last block first.
template <class Tree, class Work>
void visit_refit_blocks(const Tree& tree, const MeshView& mesh, std::uint32_t first, std::uint32_t last,
                        Work&& work) {
    const std::size_t count = (last - first + kRefitBlockSize - 1) / kRefitBlockSize;
    std::array<RefitBlock, 3> ring; // the current block and the two after it
    const auto list_block_at = [&](std::size_t i) {
        const std::uint32_t end = last - static_cast<std::uint32_t>(i) * kRefitBlockSize;
        list_block(tree, std::max(first + kRefitBlockSize, end) - kRefitBlockSize, end, ring[i % 3]);
    };
    const auto block = [&](std::size_t i) { return i < count ? &ring[i % 3] : nullptr; };
    for (std::size_t i = 0; i < std::min(count, std::size_t{2}); ++i) list_block_at(i);
    RefitPrefetcher(mesh, nullptr, block(0), {}).prefetch_remaining_leaves(0);
    RefitPrefetcher(mesh, block(0), block(1), {}).prefetch_remaining_leaves(0);
    for (std::size_t i = 0; i < count; ++i) {
        if (i + 2 < count) list_block_at(i + 2);
        const std::uint32_t known = i + 2 < count ? block(i + 2)->begin : first;
        const std::uint32_t beyond = std::min(kRefitBlockSize, known - first);
        work(std::as_const(*block(i)),
             RefitPrefetcher(mesh, block(i + 1), block(i + 2),
                             std::as_bytes(std::span(tree.nodes).subspan(known - beyond, beyond))));
    }
}

template <class Tree, class Work>
void visit_refit_blocks(const Tree& tree, const MeshView& mesh, Work&& work) {
    visit_refit_blocks(tree, mesh, 0, static_cast<std::uint32_t>(tree.nodes.size()), work);
}

} // namespace boxwood

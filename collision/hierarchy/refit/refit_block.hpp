// What: the schedule of a refit: blocks of nodes from last to first, leaves before inner nodes, with prefetching. While
//     one block is fitted, the corners of the next block's leaves, the triangles of the block after that and the nodes
//     beyond are prefetched, a few with each node.
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

// In nodes. Prefetches run one or two blocks ahead: with 128 nodes they arrive too late, and the indices of three
// blocks of 512 fit the L1 cache.
inline constexpr std::uint32_t kRefitStretch = 512;

// In bytes. A larger mesh would be evicted from the last-level cache before it is used.
inline constexpr std::size_t kMaxAskedForWhole = std::size_t{32} << 20;

// Prefetches a whole mesh in memory order, as a stream. In leaf order it would arrive line by line, with a TLB miss for
// each new page. If the mesh is cached already, this takes a hundredth of a refit.
inline void ask_for_mesh(const MeshView& mesh) {
    if (mesh.triangles.size_bytes() + mesh.positions.size_bytes() > kMaxAskedForWhole) return;
    prefetch(mesh.triangles);
    prefetch(mesh.positions);
}

// The nodes of a block, separated into leaves and inner nodes: whether the next node is a leaf is unpredictable, and a
// loop over both would mispredict that branch.
struct RefitBlock {
    std::uint32_t begin = 0, end = 0; // node range
    std::size_t leaf_count = 0, inner_count = 0;
    bool has_large_leaves = false; // leaves of several primitives
    bool is_known = false;         // `firsts` holds a primitive of each leaf

    using Numbers = std::array<std::uint32_t, kRefitStretch + 1>; // one entry is written beyond the used ones
    Numbers leaf_nodes, inner_nodes;                              // ascending
    Numbers firsts;                                               // of each leaf; a primitive if is_known

    std::span<const std::uint32_t> leaves() const { return std::span(leaf_nodes).first(leaf_count); }
    std::span<const std::uint32_t> primitives() const { return std::span(firsts).first(leaf_count); }
    std::span<const std::uint32_t> inner() const { return std::span(inner_nodes).first(inner_count); }
};

template <Volume V>
void set_out(const Bvh2<V>& tree, std::uint32_t begin, std::uint32_t end, RefitBlock& out) {
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
    out.is_known = counts <= 1;
}

// Prefetches during the work on one block; does nothing if default-constructed. Leaves of several primitives are not
// prefetched.
class RefitPrefetcher {
  public:
    RefitPrefetcher() = default;
    RefitPrefetcher(const MeshView& mesh, const RefitBlock* next, const RefitBlock* after,
                    std::span<const std::byte> beyond)
        : positions_(mesh.positions.data())
        , triangles_(mesh.triangles.data())
        , line_(beyond.data())
        , last_line_(beyond.data() + beyond.size()) {
        if (next != nullptr && next->is_known) next_ = next->primitives();
        if (after != nullptr && after->is_known) after_ = after->primitives();
    }

    // Has no loops that take a functor: kernels compiled for another instruction set than the rest of the program would
    // not be inlined into them.
    // For how many of `count` leaves to call beside_leaf.
    std::size_t leaves_next_to(std::size_t count) const {
        return std::min(count, std::min(next_.size(), after_.size()));
    }
    void beside_leaf(std::size_t k) const {
        ask_for_corner(next_[k]);
        prefetch(triangles_ + after_[k]);
    }
    // Prefetches for all remaining leaves, from the k-th on.
    void after_leaves(std::size_t k) const {
        for (std::size_t i = k; i < next_.size(); ++i) ask_for_corner(next_[i]);
        for (std::size_t i = k; i < after_.size(); ++i) prefetch(triangles_ + after_[i]);
    }
    // Prefetches some of the nodes beyond, with each inner node; after_inner() prefetches the rest.
    template <std::size_t kLines>
    void beside_inner() {
        for (std::size_t i = 0; i < kLines && line_ < last_line_; ++i, line_ += kCacheLine) prefetch(line_);
    }
    void after_inner() const {
        for (const std::byte* line = line_; line < last_line_; line += kCacheLine) prefetch(line);
    }

  private:
    // One corner of each triangle: neighbors in the tree are neighbors in the mesh and cover most of the other corners.
    void ask_for_corner(std::uint32_t primitive) const { prefetch(positions_ + triangles_[primitive][0]); }

    const glm::vec3* positions_ = nullptr;
    const TriangleIndices* triangles_ = nullptr;
    std::span<const std::uint32_t> next_, after_; // primitives of leaves
    const std::byte *line_ = nullptr, *last_line_ = nullptr;
};

// About every second node is an inner one.
template <Volume V>
inline constexpr std::size_t
    kLinesPerInner = (2 * sizeof(typename Bvh2<V>::Node) + kCacheLine - 1) / kCacheLine;

// Calls work(block, prefetcher) for nodes [first, last), last block first.
template <class Tree, class Work>
void visit_stretches(const Tree& tree, const MeshView& mesh, std::uint32_t first, std::uint32_t last,
                     Work&& work) {
    const std::size_t count = (last - first + kRefitStretch - 1) / kRefitStretch;
    std::array<RefitBlock, 3> ring; // the current block and the two after it
    const auto set_out_stretch = [&](std::size_t i) {
        const std::uint32_t end = last - static_cast<std::uint32_t>(i) * kRefitStretch;
        set_out(tree, std::max(first + kRefitStretch, end) - kRefitStretch, end, ring[i % 3]);
    };
    const auto stretch = [&](std::size_t i) { return i < count ? &ring[i % 3] : nullptr; };
    for (std::size_t i = 0; i < std::min(count, std::size_t{2}); ++i) set_out_stretch(i);
    RefitPrefetcher(mesh, nullptr, stretch(0), {}).after_leaves(0);
    RefitPrefetcher(mesh, stretch(0), stretch(1), {}).after_leaves(0);
    for (std::size_t i = 0; i < count; ++i) {
        if (i + 2 < count) set_out_stretch(i + 2);
        const std::uint32_t known = i + 2 < count ? stretch(i + 2)->begin : first;
        const std::uint32_t beyond = std::min(kRefitStretch, known - first);
        work(std::as_const(*stretch(i)),
             RefitPrefetcher(mesh, stretch(i + 1), stretch(i + 2),
                             std::as_bytes(std::span(tree.nodes).subspan(known - beyond, beyond))));
    }
}

template <class Tree, class Work>
void visit_stretches(const Tree& tree, const MeshView& mesh, Work&& work) {
    visit_stretches(tree, mesh, 0, static_cast<std::uint32_t>(tree.nodes.size()), work);
}

} // namespace boxwood

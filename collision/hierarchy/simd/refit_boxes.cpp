#include "collision/hierarchy/simd/refit_boxes.hpp"

#include "collision/core/prefetch.hpp"

#include <algorithm>
#include <array>
#include <limits>

#if BOXWOOD_HAS_WIDE_VECTORS

#include <immintrin.h>

namespace boxwood {
namespace {

using Node = Bvh2<Aabb>::Node;
static_assert(sizeof(Node) == 32,
              "a node is eight floats: the box, and two numbers that a refit does not change");

// The number of nodes per block. The nodes of a block are listed together, then its leaves are fitted, then its inner
// nodes are merged. The last block of the tree comes first. With each leaf of a block, one corner for the next block,
// one triangle for the block after it, and one cache line of the nodes beyond these blocks are prefetched.
constexpr std::uint32_t kBlockSize = 256;
constexpr std::uint32_t kNodesAhead = 2 * kBlockSize; // in nodes; with fewer, prefetches arrive too late
constexpr std::size_t kGroup = 4;                     // in leaves, with the same number of inner nodes

#pragma GCC push_options
#pragma GCC target("avx2,avx512f,avx512dq,avx512vl,popcnt")

// The nodes of a block, last first. Up to one vector can be written beyond the used entries.
struct Block {
    static constexpr std::size_t kVector = 16;
    using Triangles = std::array<std::uint32_t, std::size_t{kBlockSize} * kMaxLeafSize + kVector>;
    Node* nodes = nullptr;
    std::size_t triangle_count = 0, inner_count = 0;
    std::uint32_t max_leaf_size = 0; // in triangles
    Triangles leaves, corners; // per triangle: its leaf, and the offset of its first corner in the mesh
    std::array<std::uint32_t, kBlockSize + kVector> inner; // like `leaves`: byte offsets from `nodes`
    // If every leaf has one or two triangles, `corners` has only the first triangle of each leaf, and last_corners has
    // its last triangle.
    std::array<std::uint32_t, kBlockSize> last_corners;

    Node& at(std::uint32_t bytes) const {
        return *reinterpret_cast<Node*>(reinterpret_cast<std::byte*>(nodes) + bytes);
    }
    Node& leaf(std::size_t k) const { return at(leaves[k]); }
    const std::uint32_t* lasts() const { return max_leaf_size == 2 ? last_corners.data() : corners.data(); }
    Node& inner_node(std::size_t k) const { return at(inner[k]); }
};

// Selects lanes of both vectors by number.
inline __m512i take(const std::array<int, 16>& lanes, __m512i a, __m512i b) {
    return _mm512_permutex2var_epi32(a, _mm512_loadu_si512(lanes.data()), b);
}

// The links of sixteen consecutive nodes, last first.
struct SixteenLinks {
    __m512i firsts, counts;

    explicit SixteenLinks(const Node* nodes) {
        constexpr std::array<int, 16> kOfNodes{30, 22, 14, 6, 31, 23, 15, 7, 30, 22, 14, 6, 31, 23, 15, 7};
        constexpr std::array<int, 16> kOfFours{0, 1, 2, 3, 16, 17, 18, 19, 4, 5, 6, 7, 20, 21, 22, 23};
        constexpr std::array<int, 16> kFirsts{0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23};
        constexpr std::array<int, 16> kCounts{8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 26, 27, 28, 29, 30, 31};
        const auto four = [&](std::size_t i) {
            return take(kOfNodes, _mm512_loadu_si512(nodes + 4 * i), _mm512_loadu_si512(nodes + 4 * i + 2));
        };
        const __m512i last = take(kOfFours, four(3), four(2)), first = take(kOfFours, four(1), four(0));
        firsts = take(kFirsts, last, first);
        counts = take(kCounts, last, first);
    }
};

inline void list_node(std::uint32_t i, Block& io_block) {
    const Node& node = io_block.nodes[i];
    const auto bytes = static_cast<std::uint32_t>(i * sizeof(Node));
    io_block.max_leaf_size = std::max(io_block.max_leaf_size, node.count);
    if (!node.is_leaf()) {
        io_block.inner[io_block.inner_count++] = bytes;
        return;
    }
    io_block.corners[io_block.triangle_count] = 3 * node.first;
    io_block.leaves[io_block.triangle_count++] = bytes;
}

// Lists the nodes [nodes, nodes + count), with only one triangle per leaf. pair_triangles() or
// spread_leaves() then completes larger leaves.
inline void list_nodes(Node* nodes, std::uint32_t count, Block& out) {
    constexpr int kBytes = sizeof(Node);
    out.nodes = nodes;
    out.triangle_count = out.inner_count = 0;
    __m512i most = _mm512_setzero_si512();
    __m512i bytes = _mm512_mullo_epi32(
        _mm512_setr_epi32(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0), _mm512_set1_epi32(kBytes));
    bytes = _mm512_add_epi32(bytes, _mm512_set1_epi32((static_cast<int>(count) - 16) * kBytes));
    std::size_t leaves = 0, inner = 0;
    std::uint32_t left = count;
    for (; left >= 16; left -= 16) {
        const SixteenLinks of(nodes + left - 16);
        most = _mm512_maskz_max_epu32(0xFFFF, most, of.counts);
        const __mmask16 is_leaf = _mm512_test_epi32_mask(of.counts, of.counts);
        const __m512i corners = _mm512_add_epi32(_mm512_add_epi32(of.firsts, of.firsts), of.firsts);
        _mm512_storeu_si512(&out.leaves[leaves], _mm512_maskz_compress_epi32(is_leaf, bytes));
        _mm512_storeu_si512(&out.corners[leaves], _mm512_maskz_compress_epi32(is_leaf, corners));
        _mm512_storeu_si512(&out.inner[inner],
                            _mm512_maskz_compress_epi32(static_cast<__mmask16>(~is_leaf), bytes));
        const auto found = static_cast<std::size_t>(__builtin_popcount(is_leaf));
        leaves += found;
        inner += 16 - found;
        bytes = _mm512_sub_epi32(bytes, _mm512_set1_epi32(16 * kBytes));
    }
    out.triangle_count = leaves;
    out.inner_count = inner;
    out.max_leaf_size = _mm512_cmpgt_epu32_mask(most, _mm512_set1_epi32(2)) != 0   ? kMaxLeafSize
                        : _mm512_cmpgt_epu32_mask(most, _mm512_set1_epi32(1)) != 0 ? 2
                                                                                   : 1;
    while (left-- > 0) list_node(left, out);
}

// Replaces the one triangle per leaf by all triangles of the leaf. Writes them with masked stores, because a loop over
// the triangles of a leaf would mispredict its end at about every other leaf. Starts with the last leaf because entries
// must be read before they are overwritten.
inline void spread_leaves(const Bvh2<Aabb>& tree, Block& io_block) {
    std::size_t leaf_count = io_block.triangle_count, triangles = 0;
    for (std::size_t k = 0; k < leaf_count; ++k) {
        const Node& leaf = io_block.leaf(k);
        triangles += leaf.count;
        // The leaves' lists are in node order, but without a prefetch each new cache line would stall.
        if (leaf.count > 1) __builtin_prefetch(tree.primitives.data() + leaf.first);
    }
    io_block.triangle_count = triangles;
    while (leaf_count-- > 0) {
        const std::uint32_t bytes = io_block.leaves[leaf_count];
        const Node& leaf = io_block.at(bytes);
        const std::uint32_t* const primitives =
            leaf.count == 1 ? &leaf.first : tree.primitives.data() + leaf.first;
        const auto lanes = static_cast<__mmask16>((1u << leaf.count) - 1);
        const __m512i firsts = _mm512_maskz_loadu_epi32(lanes, primitives);
        triangles -= leaf.count;
        _mm512_mask_storeu_epi32(&io_block.corners[triangles], lanes,
                                 _mm512_add_epi32(_mm512_add_epi32(firsts, firsts), firsts));
        _mm512_mask_storeu_epi32(&io_block.leaves[triangles], lanes,
                                 _mm512_set1_epi32(static_cast<int>(bytes)));
    }
}

// For leaves of one or two triangles: lists the first and the last triangle of each leaf, which can be the same.
inline void pair_triangles(const Bvh2<Aabb>& tree, Block& io_block) {
    for (std::size_t k = 0; k < io_block.triangle_count; ++k) {
        const Node& leaf = io_block.leaf(k);
        const std::uint32_t* const list = tree.primitives.data() + leaf.first;
        const std::uint32_t* const first = leaf.count == 1 ? &leaf.first : list;
        io_block.corners[k] = 3 * first[0];
        io_block.last_corners[k] = 3 * first[leaf.count - 1];
    }
}

// Loads one corner of each of two triangles, one per half. Reads no memory beyond the points.
inline __m256 load_corners(const glm::vec3& a, const glm::vec3& b) {
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_maskz_loadu_ps(7, &a.x)),
                                _mm_maskz_loadu_ps(7, &b.x), 1);
}

struct Work {
    Node* nodes;
    const glm::vec3* positions;
    const std::uint32_t* corners; // of all triangles, three each

    // Uses the builtin directly: prefetch() adds an empty assembly statement so that the compiler keeps functions that
    // only prefetch, but the callers here also do other work.
    void prefetch_triangle(std::uint32_t first) const { __builtin_prefetch(corners + first); }
    // Prefetches only one corner of each triangle: neighbors in the tree are neighbors in the mesh and cover most of
    // the other corners.
    void prefetch_corner(std::uint32_t first) const { __builtin_prefetch(positions + corners[first]); }

    // Fits two leaves of one triangle each.
    void fit_two_leaves(const Block& of, std::size_t k) const {
        const std::uint32_t *const s = corners + of.corners[k], *const t = corners + of.corners[k + 1];
        const __m256 p = load_corners(positions[s[0]], positions[t[0]]),
                     q = load_corners(positions[s[1]], positions[t[1]]),
                     r = load_corners(positions[s[2]], positions[t[2]]);
        const __m256 low = _mm256_min_ps(_mm256_min_ps(p, q), r),
                     high = _mm256_max_ps(_mm256_max_ps(p, q), r);
        constexpr __mmask8 kBox = 0b00111111;
        _mm256_mask_storeu_ps(
            &of.leaf(k).volume.lower.x, kBox,
            _mm256_permutex2var_ps(low, _mm256_setr_epi32(0, 1, 2, 8, 9, 10, 10, 10), high));
        _mm256_mask_storeu_ps(
            &of.leaf(k + 1).volume.lower.x, kBox,
            _mm256_permutex2var_ps(low, _mm256_setr_epi32(4, 5, 6, 12, 13, 14, 14, 14), high));
    }
    // Fits a leaf of two triangles, or of one triangle that is listed twice.
    void fit_pair(const Block& of, std::size_t k) const {
        const std::uint32_t *const s = corners + of.corners[k], *const t = corners + of.lasts()[k];
        const __m256 p = load_corners(positions[s[0]], positions[t[0]]),
                     q = load_corners(positions[s[1]], positions[t[1]]),
                     r = load_corners(positions[s[2]], positions[t[2]]);
        const __m256 low = _mm256_min_ps(_mm256_min_ps(p, q), r),
                     high = _mm256_max_ps(_mm256_max_ps(p, q), r);
        const __m128 least = _mm_min_ps(_mm256_castps256_ps128(low), _mm256_extractf128_ps(low, 1)),
                     most = _mm_max_ps(_mm256_castps256_ps128(high), _mm256_extractf128_ps(high, 1));
        _mm256_mask_storeu_ps(&of.leaf(k).volume.lower.x, 0b00111111,
                              _mm256_permutex2var_ps(_mm256_castps128_ps256(least),
                                                     _mm256_setr_epi32(0, 1, 2, 8, 9, 10, 10, 10),
                                                     _mm256_castps128_ps256(most)));
    }
    // Stores the complete node without a mask. Its parent is often merged next, and would wait for a masked store to
    // complete.
    void merge_children(Node& inner) const {
        float* const ends = &inner.volume.lower.x;
        const float* const children = &nodes[inner.first].volume.lower.x;
        const __m256 a = _mm256_loadu_ps(children), b = _mm256_loadu_ps(children + 8);
        const __m256 merged = _mm256_blend_ps(_mm256_min_ps(a, b), _mm256_max_ps(a, b), 0b00111000);
        _mm256_storeu_ps(ends, _mm256_blend_ps(merged, _mm256_loadu_ps(ends), 0b11000000));
    }
};

// Fits the triangles of leaves of any size, one after the other. To avoid a branch, the leaf is written after each of
// its triangles. Only the last write is correct.
class LeafFit {
  public:
    void add(const Work& work, const Block& of, std::size_t k) {
        const std::uint32_t* const corners = work.corners + of.corners[k];
        const auto load = [&](std::size_t i) { return _mm_maskz_loadu_ps(7, &work.positions[corners[i]].x); };
        const __m128 p = load(0), q = load(1), r = load(2);
        const auto is_same_leaf = static_cast<__mmask8>(of.leaves[k] == leaf_ ? 0b1111 : 0);
        leaf_ = of.leaves[k];
        const __m128 low = _mm_min_ps(_mm_min_ps(p, q), r), high = _mm_max_ps(_mm_max_ps(p, q), r);
        low_ = _mm_mask_min_ps(low, is_same_leaf, low_, low);
        high_ = _mm_mask_max_ps(high, is_same_leaf, high_, high);
        float* const ends = &of.at(leaf_).volume.lower.x;
        _mm_storeu_ps(ends, _mm_insert_ps(low_, high_, 0x30)); // lane 0 of high_ becomes lane 3
        _mm_storel_pi(reinterpret_cast<__m64*>(ends + 4),
                      _mm_shuffle_ps(high_, high_, _MM_SHUFFLE(2, 2, 2, 1)));
    }

  private:
    __m128 low_ = _mm_setzero_ps(), high_ = _mm_setzero_ps();
    std::uint32_t leaf_ = std::numeric_limits<std::uint32_t>::max(); // none
};

// Prefetches the nodes that precede the listed blocks, one cache line at a time, last first.
class NodePrefetcher {
  public:
    explicit NodePrefetcher(const Node* known)
        : line_(reinterpret_cast<const std::byte*>(known)) {}

    void prefetch_group() {
        line_ -= kGroup * kCacheLine;
        for (std::size_t i = 0; i < kGroup; ++i) __builtin_prefetch(line_ + i * kCacheLine);
    }
    void prefetch_line() { __builtin_prefetch(line_ -= kCacheLine); }
    void prefetch_down_to(const Node* first) {
        const auto* const last_line = reinterpret_cast<const std::byte*>(first);
        for (; line_ > last_line; line_ -= kCacheLine) __builtin_prefetch(line_ - kCacheLine);
    }

  private:
    const std::byte* line_;
};

// The blocks that are processed at the same time.
struct BlockSet {
    const Block &merged, &fitted, &next, &after;

    std::uint32_t max_leaf_size() const {
        return std::max({fitted.max_leaf_size, next.max_leaf_size, after.max_leaf_size});
    }
    // The number of leaves of one triangle that are processed in groups, from each of `fitted`, `next` and `after`. The
    // same number of inner nodes of `merged` is processed with them.
    std::size_t grouped_leaf_count() const {
        if (max_leaf_size() > 1) return 0;
        return std::min(
                   {merged.inner_count, fitted.triangle_count, next.triangle_count, after.triangle_count}) /
               kGroup * kGroup;
    }
};

inline void process_group(const Work& work, const BlockSet& blocks, std::size_t k,
                          NodePrefetcher& io_prefetcher) {
    for (std::size_t j = k; j < k + kGroup; ++j) {
        work.prefetch_corner(blocks.next.corners[j]);
        work.prefetch_triangle(blocks.after.corners[j]);
    }
    io_prefetcher.prefetch_group();
    for (std::size_t j = k; j < k + kGroup; j += 2) work.fit_two_leaves(blocks.fitted, j);
    for (std::size_t j = k; j < k + kGroup; ++j) work.merge_children(blocks.merged.inner_node(j));
}

// Processes blocks whose leaves have one or two triangles.
inline void process_pairs(const Work& work, const BlockSet& blocks, NodePrefetcher& io_prefetcher) {
    const std::size_t merged = blocks.merged.inner_count, fitted = blocks.fitted.triangle_count,
                      next = blocks.next.triangle_count, after = blocks.after.triangle_count,
                      most = std::max({merged, fitted, next, after}),
                      together = std::min({merged, fitted, next, after});
    const std::uint32_t *const next_lasts = blocks.next.lasts(), *const after_lasts = blocks.after.lasts();
    for (std::size_t k = 0; k < together; ++k) {
        work.prefetch_corner(blocks.next.corners[k]);
        work.prefetch_corner(next_lasts[k]);
        work.prefetch_triangle(blocks.after.corners[k]);
        work.prefetch_triangle(after_lasts[k]);
        io_prefetcher.prefetch_line();
        work.fit_pair(blocks.fitted, k);
        work.merge_children(blocks.merged.inner_node(k));
    }
    for (std::size_t k = together; k < most; ++k) {
        if (k < next) work.prefetch_corner(blocks.next.corners[k]);
        if (k < after) work.prefetch_triangle(blocks.after.corners[k]);
        if (k < fitted) work.fit_pair(blocks.fitted, k);
        if (k < merged) work.merge_children(blocks.merged.inner_node(k));
    }
}

inline void process_blocks(const Work& work, const BlockSet& blocks, NodePrefetcher& io_prefetcher) {
    if (blocks.max_leaf_size() == 2) return process_pairs(work, blocks, io_prefetcher);
    const std::size_t grouped = blocks.grouped_leaf_count();
    for (std::size_t k = 0; k < grouped; k += kGroup) process_group(work, blocks, k, io_prefetcher);
    for (std::size_t k = grouped; k < blocks.merged.inner_count; ++k) {
        io_prefetcher.prefetch_line();
        work.merge_children(blocks.merged.inner_node(k));
    }
    LeafFit fit;
    const std::size_t fitted = blocks.fitted.triangle_count, next = blocks.next.triangle_count,
                      after = blocks.after.triangle_count, most = std::max({fitted, next, after});
    for (std::size_t k = grouped; k < most; ++k) {
        if (k < next) work.prefetch_corner(blocks.next.corners[k]);
        if (k < after) work.prefetch_triangle(blocks.after.corners[k]);
        if (k >= fitted) continue;
        if (blocks.fitted.max_leaf_size == 2)
            work.fit_pair(blocks.fitted, k);
        else
            fit.add(work, blocks.fitted, k);
    }
}

void refit_wide(Bvh2<Aabb>& io_tree, const MeshView& mesh) {
    const Work work{io_tree.nodes.data(), mesh.positions.data(), mesh.triangles.data()->data()};
    const auto count = static_cast<std::uint32_t>(io_tree.nodes.size());
    const auto nodes_before = [&](std::uint32_t behind) { return count - std::min(behind, count); };
    std::array<Block, 4> ring;
    const auto block = [&](std::uint32_t i) -> Block& { return ring[i % ring.size()]; };
    const auto list_block = [&](std::uint32_t i) {
        const std::uint32_t begin = nodes_before((i + 1) * kBlockSize), end = nodes_before(i * kBlockSize);
        list_nodes(work.nodes + begin, end - begin, block(i));
        if (block(i).max_leaf_size == 2) pair_triangles(io_tree, block(i));
        if (block(i).max_leaf_size > 2) spread_leaves(io_tree, block(i));
    };
    for (std::uint32_t i = 0; i < 2; ++i) {
        list_block(i);
        for (std::size_t k = 0; k < block(i).triangle_count; ++k) work.prefetch_triangle(block(i).corners[k]);
    }
    for (std::size_t k = 0; k < block(0).triangle_count; ++k) work.prefetch_corner(block(0).corners[k]);
    NodePrefetcher prefetcher(work.nodes + nodes_before(2 * kBlockSize));
    // There is one iteration more than blocks because a block is fitted in one iteration and merged in the next.
    for (std::uint32_t i = 0; i == 0 || nodes_before((i - 1) * kBlockSize) > 0; ++i) {
        list_block(i + 2);
        process_blocks(work, {block(i + 3), block(i), block(i + 1), block(i + 2)}, prefetcher);
        prefetcher.prefetch_down_to(work.nodes + nodes_before((i + 3) * kBlockSize + kNodesAhead));
    }
}

#pragma GCC pop_options

} // namespace

void refit_boxes_wide(Bvh2<Aabb>& io_tree, const MeshView& mesh) {
    refit_wide(io_tree, mesh);
}

} // namespace boxwood

#endif

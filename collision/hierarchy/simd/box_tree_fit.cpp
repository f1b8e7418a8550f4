#include "collision/hierarchy/simd/box_tree_fit.hpp"

#include "collision/core/simd/processor.hpp"
#include "collision/hierarchy/box_tree/box_tree_moves.hpp"
#include "collision/hierarchy/refit/refit_block.hpp"

#include <algorithm>
#include <array>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {

#if BOXWOOD_HAS_WIDE_VECTORS
// The list_block() that visit_refit_blocks() calls for box trees. It also stores the first primitive of each leaf.
static void list_block(const BoxTreeLeaves& tree, std::uint32_t begin, std::uint32_t end, RefitBlock& out) {
    out.begin = begin;
    out.end = end;
    out.has_large_leaves = false;
    std::size_t leaves = 0, inner = 0;
    for (std::uint32_t i = begin; i < end; ++i) {
        const BoxTreeNode node = tree.nodes[i];
        const std::uint32_t index = node.index();
        const std::uint32_t* const first = node.is_large() ? tree.primitives.data() + index + 1 : &index;
        out.leaf_nodes[leaves] = out.inner_nodes[inner] = i;
        out.firsts[leaves] = *first;
        out.has_large_leaves |= node.is_large();
        const std::size_t leaf = node.is_leaf() ? 1u : 0u;
        leaves += leaf;
        inner += 1u - leaf;
    }
    out.leaf_count = leaves;
    out.inner_count = inner;
    out.has_leaf_primitives = true;
}
#endif

namespace {

std::span<const std::uint32_t> primitives_of(const BoxTreeLeaves& tree, BoxTreeNode leaf,
                                             const std::uint32_t& single) {
    return leaf.is_large() ? tree.primitives.subspan(leaf.index() + 1, tree.primitives[leaf.index()])
                           : std::span(&single, 1);
}

// Lists, in order, the nodes of a range for which the moves of the children must be set. Each call of list() examines
// the next kAtOnce nodes.
struct NodesToMove {
    static constexpr std::uint32_t kAtOnce = 256;
    std::array<std::uint32_t, kAtOnce> nodes;
    std::size_t count = 0;
    std::uint32_t next; // the next node to examine

    explicit NodesToMove(std::uint32_t begin)
        : next(begin) {}

    // Returns false at the end of the range.
    bool list(std::span<const BoxTreeNode> all, std::uint32_t end, std::span<const BoxRow> rows) {
        const std::uint32_t last = next + std::min(kAtOnce, end - next);
        if (next == last) return false;
        count = 0;
        for (; next < last; ++next) { // no branch, because it would be unpredictable
            nodes[count] = next;
            count += static_cast<std::size_t>(!all[next].is_leaf()) &
                     static_cast<std::size_t>(!rows[next].is_deferred());
        }
        return true;
    }
};

// --- reference implementation ---------------------------------------------------------------------------------

namespace plain {

void fit(const BoxTreeLeaves& tree, const MeshView& mesh, std::uint32_t begin, std::uint32_t end,
         std::span<BoxRow> io_rows, std::vector<std::uint32_t>& io_deferred) {
    for (std::uint32_t i = end; i-- > begin;) {
        const BoxTreeNode node = tree.nodes[i];
        const std::uint32_t index = node.index();
        if (node.is_leaf()) {
            io_rows[i] = BoxRow::make(Aabb::fit(mesh, primitives_of(tree, node, index)));
        } else if (index + 1 < end && !io_rows[index].is_deferred() && !io_rows[index + 1].is_deferred()) {
            io_rows[i] = BoxRow::make(merge(io_rows[index].box(), io_rows[index + 1].box()));
        } else {
            io_rows[i].sides[3] = -1.0f;
            io_deferred.push_back(i);
        }
    }
}

float move(BoxRow& io_box, const BoxRow& tight, BoxTreeNode& io_node) {
    const float share = set_best_move(io_box.box(), tight.box(), io_node);
    io_box = BoxRow::make(io_node.derive(io_box.box()));
    io_box.sides[3] = tight.sides[3];
    return share;
}

void set_moves(std::span<BoxTreeNode> io_nodes, std::uint32_t begin, std::uint32_t end,
               std::span<BoxRow> io_rows) {
    for (NodesToMove nodes_to_move(begin); nodes_to_move.list(io_nodes, end, io_rows);)
        for (std::size_t k = 0; k < nodes_to_move.count; ++k) {
            const std::uint32_t node = nodes_to_move.nodes[k], first = io_nodes[node].index();
            for (const std::uint32_t child : {first, first + 1}) {
                BoxRow box = io_rows[node];
                move(box, io_rows[child], io_nodes[child]);
                io_rows[child] = box;
            }
        }
}

} // namespace plain

#if BOXWOOD_HAS_WIDE_VECTORS

// --- AVX2: all sides of a box at once -------------------------------------------------------------------------

// Several lanes can tie for the largest cut. Maps the bit mask of these lanes to the lane that the plain kernel tries
// first. The plain kernel tries the upper side of each axis before the lower side.
constexpr std::array<std::uint8_t, 256> kFirstOf = [] {
    std::array<std::uint8_t, 256> first{};
    for (unsigned lanes = 0; lanes < 256; ++lanes)
        for (const unsigned lane : {2u, 6u, 1u, 5u, 0u, 4u}) // the last match wins
            if (lanes >> lane & 1u) first[lanes] = static_cast<std::uint8_t>(lane);
    return first;
}();

#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")

namespace eight {

constexpr int kNoSides = 0b10001000; // unused lanes

inline __m256 load(const BoxRow& row) {
    return _mm256_load_ps(row.sides.data());
}
inline void store(__m256 sides, BoxRow& out) {
    _mm256_store_ps(out.sides.data(), sides);
}

inline __m128 load_point(const glm::vec3& p) { // reads no memory beyond the point; the last lane is 0
    return _mm_maskload_ps(&p.x, _mm_setr_epi32(-1, -1, -1, 0));
}

struct PointBounds {
    __m128 low, high;

    explicit PointBounds(__m128 p)
        : low(p)
        , high(p) {}
    void add(__m128 p) {
        low = _mm_min_ps(low, p);
        high = _mm_max_ps(high, p);
    }
    void store(BoxRow& out) const {
        _mm_store_ps(out.sides.data(), low);
        _mm_store_ps(out.sides.data() + 4, _mm_xor_ps(high, _mm_set1_ps(-0.0f)));
    }
};

inline PointBounds fit_triangle(const glm::vec3* positions, const TriangleIndices& t) {
    PointBounds bounds(load_point(positions[t[0]]));
    bounds.add(load_point(positions[t[1]]));
    bounds.add(load_point(positions[t[2]]));
    return bounds;
}

inline PointBounds fit_leaf(const MeshView& mesh, std::span<const std::uint32_t> primitives) {
    PointBounds bounds = fit_triangle(mesh.positions.data(), mesh.triangles[primitives.front()]);
    for (const std::uint32_t primitive : primitives.subspan(1))
        for (const std::uint32_t corner : mesh.triangles[primitive])
            bounds.add(load_point(mesh.positions[corner]));
    return bounds;
}

void fit(const BoxTreeLeaves& tree, const MeshView& mesh, std::uint32_t begin, std::uint32_t end,
         std::span<BoxRow> io_rows, std::vector<std::uint32_t>& io_deferred) {
    BoxRow* const rows = io_rows.data();
    const BoxTreeNode* const nodes = tree.nodes.data();
    const glm::vec3* const positions = mesh.positions.data();
    const TriangleIndices* const triangles = mesh.triangles.data();
    visit_refit_blocks(tree, mesh, begin, end, [&](const RefitBlock& of, const RefitPrefetcher& ahead) {
        const std::size_t count = of.leaf_count, paired = ahead.paired_leaf_count(count);
        for (std::size_t k = 0; k < count; ++k) {
            if (k < paired) ahead.prefetch_with_leaf(k);
            const std::uint32_t leaf = of.leaf_nodes[k];
            if (of.has_large_leaves)
                fit_leaf(mesh, primitives_of(tree, nodes[leaf], of.firsts[k])).store(rows[leaf]);
            else
                fit_triangle(positions, triangles[of.firsts[k]]).store(rows[leaf]);
        }
        ahead.prefetch_remaining_leaves(paired);
        for (std::size_t k = of.inner_count; k-- > 0;) {
            const std::uint32_t node = of.inner_nodes[k], child = nodes[node].index();
            if (child + 1 < end) {
                const __m256 both = _mm256_min_ps(load(rows[child]), load(rows[child + 1]));
                store(both, rows[node]);
                if ((_mm256_movemask_ps(both) & 0b1000) == 0) continue;
            }
            rows[node].sides[3] = -1.0f;
            io_deferred.push_back(node);
        }
    });
}

// The values of a box that are needed to compute the moves of its children.
struct Outer {
    __m256 box, extent, is_extended;

    explicit Outer(__m256 sides)
        : box(sides) {
        const __m128 upper = _mm_xor_ps(_mm256_extractf128_ps(sides, 1), _mm_set1_ps(-0.0f));
        const __m128 of_axes = _mm_sub_ps(upper, _mm256_castps256_ps128(sides));
        extent = _mm256_insertf128_ps(_mm256_castps128_ps256(of_axes), of_axes, 1);
        is_extended = _mm256_cmp_ps(extent, _mm256_setzero_ps(), _CMP_GT_OQ);
    }
};

struct alignas(32) LaneMasks {
    std::array<std::array<std::int32_t, 8>, 8> of;
};
constexpr LaneMasks kSingleLaneMasks = [] {
    LaneMasks masks{};
    for (std::size_t lane = 0; lane < 8; ++lane) masks.of[lane][lane] = -1;
    return masks;
}();

// If the rounded sum of side and move is beyond the tight side, the next smaller float is the largest valid move. The
// exact sum of the side and this smaller move is not beyond the tight side. Rounding is monotonic, so the rounded sum
// is not beyond the tight side either.
inline void find_move(const Outer& outer, __m256 tight, BoxTreeNode& io_node, __m256& out_box,
                      float& out_share) {
    __m256 moves = _mm256_sub_ps(tight, outer.box);
    const __m256 is_past_tight = _mm256_cmp_ps(_mm256_add_ps(outer.box, moves), tight, _CMP_GT_OQ);
    moves =
        _mm256_castsi256_ps(_mm256_add_epi32(_mm256_castps_si256(moves), _mm256_castps_si256(is_past_tight)));
    moves = _mm256_max_ps(moves, _mm256_setzero_ps()); // 0 for NaN
    const __m256 cuts = _mm256_blend_ps(_mm256_and_ps(_mm256_div_ps(moves, outer.extent), outer.is_extended),
                                        _mm256_set1_ps(-1.0f), kNoSides);
    __m128 largest_cut = _mm_max_ps(_mm256_castps256_ps128(cuts), _mm256_extractf128_ps(cuts, 1));
    largest_cut = _mm_max_ps(largest_cut, _mm_movehl_ps(largest_cut, largest_cut));
    largest_cut = _mm_max_ss(largest_cut, _mm_movehdup_ps(largest_cut));
    const __m256 is_largest_cut = _mm256_cmp_ps(cuts, _mm256_broadcastss_ps(largest_cut), _CMP_EQ_OQ);
    const std::size_t side = kFirstOf[static_cast<std::size_t>(_mm256_movemask_ps(is_largest_cut))];
    const __m256 moved =
        _mm256_blendv_ps(outer.box, _mm256_add_ps(outer.box, moves),
                         _mm256_castsi256_ps(_mm256_load_si256(
                             reinterpret_cast<const __m256i*>(kSingleLaneMasks.of[side].data()))));
    out_box = _mm256_blend_ps(moved, tight, kNoSides);
    out_share = _mm_cvtss_f32(largest_cut);
    alignas(32) std::array<float, 8> of_sides;
    _mm256_store_ps(of_sides.data(), moves);
    io_node.set_move(static_cast<unsigned>(side & 3u), side < 4, of_sides[side]);
}

float move(BoxRow& io_box, const BoxRow& tight, BoxTreeNode& io_node) {
    __m256 box;
    float share;
    find_move(Outer(load(io_box)), load(tight), io_node, box, share);
    store(box, io_box);
    return share;
}

void set_moves(std::span<BoxTreeNode> io_nodes, std::uint32_t begin, std::uint32_t end,
               std::span<BoxRow> io_rows) {
    BoxRow* const rows = io_rows.data();
    BoxTreeNode* const nodes = io_nodes.data();
    for (NodesToMove nodes_to_move(begin); nodes_to_move.list(io_nodes, end, io_rows);)
        for (std::size_t k = 0; k < nodes_to_move.count; ++k) {
            const Outer outer(load(rows[nodes_to_move.nodes[k]]));
            const std::uint32_t first = nodes[nodes_to_move.nodes[k]].index();
            for (std::uint32_t child = first; child < first + 2; ++child) {
                __m256 box;
                float share;
                find_move(outer, load(rows[child]), nodes[child], box, share);
                store(box, rows[child]);
            }
        }
}

} // namespace eight

#pragma GCC pop_options

#endif

std::vector<BoxTreeFitKernel> list_kernels() {
    std::vector<BoxTreeFitKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx2) kernels.push_back({"avx2", eight::fit, eight::set_moves, eight::move});
#endif
    kernels.push_back({"plain", plain::fit, plain::set_moves, plain::move});
    return kernels;
}

} // namespace

std::span<const BoxTreeFitKernel> list_box_tree_fit_kernels() {
    static const std::vector<BoxTreeFitKernel> kernels = list_kernels();
    return kernels;
}

BoxRows fit_rows(const BoxTreeLeaves& tree, const MeshView& mesh) {
    static const BoxTreeFitKernel& kernel = list_box_tree_fit_kernels().front();
    BoxRows rows(tree.nodes.size());
    std::vector<std::uint32_t> none;
    prefetch_mesh(mesh);
    kernel.fit(tree, mesh, 0, static_cast<std::uint32_t>(rows.size()), rows, none);
    return rows;
}

} // namespace boxwood

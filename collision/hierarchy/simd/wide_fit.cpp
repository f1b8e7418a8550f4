#include "collision/hierarchy/simd/wide_fit.hpp"

#include "collision/core/prefetch.hpp"
#include "collision/core/simd/processor.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {
namespace {

constexpr std::size_t kLanes = WideBoxes::kLanes;

// --- reference implementation ---------------------------------------------------------------------------------

namespace plain {

Aabb box_around(const WideNode& node) {
    Aabb box;
    for (std::size_t lane = 0; lane < node.lane_count; ++lane) box = merge(box, node.boxes.box(lane));
    return box;
}

// box_of_leaf(lane) returns the box of the contents of the leaf in that lane.
template <class BoxOfLeaf>
void fit_node(Bvh8& io_tree, WideNode& io_node, BoxOfLeaf&& box_of_leaf) {
    std::array<Aabb, kLanes> boxes;
    for (unsigned lane = 0; lane < io_node.lane_count; ++lane)
        boxes[lane] =
            io_node.is_leaf(lane) ? box_of_leaf(lane) : box_around(io_tree.nodes[io_node.child(lane)]);
    io_node.boxes = WideBoxes::make(std::span(boxes).first(io_node.lane_count));
}

void refit(Bvh8& io_tree, const MeshView& mesh, std::uint32_t begin, std::uint32_t end) {
    for (std::uint32_t i = end; i-- > begin;)
        fit_node(io_tree, io_tree.nodes[i],
                 [&](unsigned lane) { return Aabb::fit(mesh, io_tree.primitives_of(i, lane)); });
}

void fit(Bvh8& io_tree, const Bvh2<Aabb>& binary, std::span<const std::uint32_t> leaves) {
    std::size_t first = leaves.size();
    for (std::size_t i = io_tree.nodes.size(); i-- > 0;) {
        WideNode& node = io_tree.nodes[i];
        first -= static_cast<std::size_t>(std::popcount(node.leaves));
        std::size_t next = first;
        fit_node(io_tree, node, [&](unsigned) { return binary.nodes[leaves[next++]].volume; });
    }
}

} // namespace plain

#if BOXWOOD_HAS_WIDE_VECTORS

// --- AVX2: eight sides of a box at once -----------------------------------------------------------------------

#pragma GCC push_options
#pragma GCC target("avx2,bmi,popcnt")

namespace eight {

// Returns a box as a row: lower x y z, an unused lane, negated upper x y z, an unused lane. Each lane is then a
// minimum over the contents of the box, and the grid line of a lane must be at or below the lane.
inline __m256 make_row(__m128 lower, __m128 upper) {
    const __m256 both = _mm256_insertf128_ps(_mm256_castps128_ps256(lower), upper, 1);
    return _mm256_xor_ps(both, _mm256_setr_ps(0.0f, 0.0f, 0.0f, 0.0f, -0.0f, -0.0f, -0.0f, -0.0f));
}
constexpr int kSides = 0b01110111; // lanes in use

struct alignas(32) Rows {
    __m256 of[kLanes];
};

// Returns the row of the box around all lanes of a node. It extends from line 0 to the last line that a lane uses.
inline __m256 row_around(const WideBoxes& boxes) {
    // Reduces the eight bytes of each axis to their maximum, in the first byte. The load also covers the eight bytes
    // that follow.
    __m256i last = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(boxes.upper.data()));
    last = _mm256_max_epu8(last, _mm256_srli_epi64(last, 32));
    last = _mm256_max_epu8(last, _mm256_srli_epi64(last, 16));
    last = _mm256_max_epu8(last, _mm256_srli_epi64(last, 8));
    const __m256i lines = _mm256_permutevar8x32_epi32(last, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
    const __m128 q = _mm_cvtepi32_ps(_mm_and_si128(_mm256_castsi256_si128(lines), _mm_set1_epi32(255)));
    const float* const floats = boxes.origin.data();
    const __m128 origin = _mm_loadu_ps(floats), step = _mm_loadu_ps(floats + 3);
    return make_row(_mm_add_ps(origin, _mm_mul_ps(_mm_setzero_ps(), step)),
                    _mm_add_ps(origin, _mm_mul_ps(q, step)));
}

// Narrows comparison masks from double to float lanes.
inline __m128 narrow(__m256d verdicts) {
    const __m256 both = _mm256_castpd_ps(verdicts);
    return _mm_shuffle_ps(_mm256_castps256_ps128(both), _mm256_extractf128_ps(both, 1),
                          _MM_SHUFFLE(2, 0, 2, 0));
}
inline __m128 next_up_where(__m128 positive, __m128 wanted) {
    return _mm_castsi128_ps(_mm_sub_epi32(_mm_castps_si128(positive), _mm_castps_si128(wanted)));
}

// Returns the step of WideBoxes::make for three axes.
inline __m128 find_steps(__m128 origin, __m128 upper) {
    const __m256d range = _mm256_sub_pd(_mm256_cvtps_pd(upper), _mm256_cvtps_pd(origin));
    const __m256d exact = _mm256_div_pd(range, _mm256_set1_pd(255.0));
    __m128 step = _mm256_cvtpd_ps(exact);
    step = next_up_where(step, narrow(_mm256_cmp_pd(_mm256_cvtps_pd(step), exact, _CMP_LT_OQ)));
    const __m128 end = _mm_add_ps(origin, _mm_mul_ps(_mm_set1_ps(255.0f), step));
    return next_up_where(step, _mm_cmplt_ps(end, upper)); // if this is not enough, find_lines reports it
}

// is_regular is true if, on all axes, the step is 0 or no intermediate value overflows or underflows. If find_lines
// also reports no wrong line, make_boxes gives the same result as WideBoxes::make.
struct Grid {
    __m256 origin, step, per_step; // negated for the upper sides
    __m256 is_flat;
    __m256d origin_exact, step_exact; // of lower sides
    bool is_regular;

    Grid(__m128 lower, __m128 upper) {
        const __m128 steps = find_steps(lower, upper), flat = _mm_cmpeq_ps(steps, _mm_setzero_ps());
        const __m128 regular = _mm_and_ps(_mm_cmpge_ps(steps, _mm_set1_ps(0x1p-100f)),
                                          _mm_cmple_ps(steps, _mm_set1_ps(0x1p118f)));
        is_regular = (_mm_movemask_ps(_mm_or_ps(regular, flat)) & 7) == 7;
        const __m128 inverse = _mm_andnot_ps(flat, _mm_div_ps(_mm_set1_ps(1.0f), steps));
        origin = make_row(lower, lower);
        step = make_row(steps, steps);
        per_step = make_row(inverse, inverse);
        is_flat = _mm256_insertf128_ps(_mm256_castps128_ps256(flat), flat, 1);
        origin_exact = _mm256_cvtps_pd(lower);
        step_exact = _mm256_cvtps_pd(steps);
    }
    __m256 line(__m256 q) const { return _mm256_add_ps(origin, _mm256_mul_ps(q, step)); }
};

// Returns the grid line that WideBoxes::make selects for each side. WideBoxes::make truncates a quotient in double and
// starts from the line before the side. This function rounds a quotient in float and starts from the line nearest to
// the side. The nearest line is the line before the side or the line after it. For lower sides, a product that is
// exact in double decides which.
inline __m256i find_lines(const Grid& grid, __m256 row, __m256& io_wrong) {
    const __m256 nearest = _mm256_round_ps(_mm256_mul_ps(_mm256_sub_ps(row, grid.origin), grid.per_step),
                                           _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
    const __m256d length = _mm256_sub_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(row)), grid.origin_exact);
    const __m256d of_nearest =
        _mm256_mul_pd(_mm256_cvtps_pd(_mm256_castps256_ps128(nearest)), grid.step_exact);
    const __m128 is_behind = narrow(_mm256_cmp_pd(length, of_nearest, _CMP_LT_OQ));
    const __m256 is_inside =
        _mm256_or_ps(_mm256_cmp_ps(grid.line(nearest), row, _CMP_GT_OQ), _mm256_zextps128_ps256(is_behind));
    const __m256 outwards = _mm256_setr_ps(-1.0f, -1.0f, -1.0f, -1.0f, 1.0f, 1.0f, 1.0f, 1.0f);
    const __m256 q = _mm256_add_ps(nearest, _mm256_and_ps(is_inside, outwards));
    // Checks that the line found is on or outside of the side. For upper sides, also checks that the previous line is
    // inside, so that the line found is the nearest possible one.
    const __m256 before = grid.line(_mm256_sub_ps(q, _mm256_set1_ps(1.0f)));
    const __m256 is_late = _mm256_andnot_ps(grid.is_flat, _mm256_cmp_ps(before, row, _CMP_NGT_UQ));
    io_wrong = _mm256_or_ps(io_wrong, _mm256_cmp_ps(grid.line(q), row, _CMP_NLE_UQ));
    io_wrong = _mm256_or_ps(io_wrong, _mm256_blend_ps(_mm256_setzero_ps(), is_late, 0b11110000));
    return _mm256_cvttps_epi32(q);
}

// Stores eight bytes per axis: x and y from one vector, z from the other.
inline void store_axes(__m128i xy, __m128i z, std::array<WideBoxes::Lanes, 3>& out) {
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out[0].data()), xy);
    _mm_storel_epi64(reinterpret_cast<__m128i*>(out[2].data()), z);
}
// Packs the line numbers of four rows into bytes and groups them by axis.
inline __m256i sort_bytes(const __m256i* four) {
    const __m256i bytes =
        _mm256_packus_epi16(_mm256_packus_epi32(four[0], four[1]), _mm256_packus_epi32(four[2], four[3]));
    return _mm256_shuffle_epi8(bytes,
                               _mm256_setr_epi8(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, //
                                                0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15));
}
inline void store_lines(const __m256i (&rows)[kLanes], std::size_t count, WideBoxes& out) {
    const __m256i first = sort_bytes(rows), second = sort_bytes(rows + 4);
    const __m256i used = _mm256_set1_epi64x(static_cast<long long>(~0ull >> (64 - 8 * count)));
    const __m256i xy = _mm256_and_si256(_mm256_unpacklo_epi32(first, second), used),
                  z = _mm256_and_si256(_mm256_unpackhi_epi32(first, second), used);
    store_axes(_mm256_castsi256_si128(xy), _mm256_castsi256_si128(z), out.lower);
    store_axes(_mm256_extracti128_si256(xy, 1), _mm256_extracti128_si256(z, 1), out.upper);
}

inline __m256 min_of(__m256 a, __m256 b) { // returns the second operand if both are zeros
    return _mm256_min_ps(a, b);
}

inline bool make_boxes(const Rows& rows, std::size_t count, WideBoxes& out) {
    const std::size_t last = count - 1;
    __m256 row[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) row[k] = rows.of[std::min(k, last)];
    const __m256 all = min_of(min_of(min_of(row[0], row[1]), min_of(row[2], row[3])),
                              min_of(min_of(row[4], row[5]), min_of(row[6], row[7])));
    const __m128 lower = _mm256_castps256_ps128(all),
                 upper = _mm_xor_ps(_mm256_extractf128_ps(all, 1), _mm_set1_ps(-0.0f));
    const Grid grid(lower, upper);
    __m256 wrong = _mm256_setzero_ps();
    __m256i lines[kLanes];
    for (std::size_t k = 0; k < kLanes; ++k) lines[k] = find_lines(grid, row[k], wrong);
    if (!grid.is_regular || (_mm256_movemask_ps(wrong) & kSides) != 0) return false;
    _mm_storeu_ps(out.origin.data(), lower);
    _mm_storeu_ps(
        out.step.data(),
        _mm256_castps256_ps128(grid.step)); // also writes bytes behind it that store_lines() overwrites
    store_lines(lines, count, out);
    return true;
}

// Not inlined because it is rarely called.
__attribute__((noinline)) void make_boxes_plain(const Rows& rows, std::size_t count, WideBoxes& out) {
    std::array<Aabb, kLanes> boxes;
    for (std::size_t k = 0; k < count; ++k) {
        alignas(32) std::array<float, 8> sides;
        _mm256_store_ps(sides.data(), rows.of[k]);
        boxes[k] = {{sides[0], sides[1], sides[2]}, {-sides[4], -sides[5], -sides[6]}};
    }
    out = WideBoxes::make(std::span(boxes).first(count));
}

inline void fit_node(const WideNode* nodes, WideNode& io_node, Rows& io_rows) {
    std::uint32_t child = io_node.first_child;
    for (std::uint32_t left = io_node.lanes() & ~std::uint32_t{io_node.leaves}; left != 0; left &= left - 1)
        io_rows.of[std::countr_zero(left)] = row_around(nodes[child++].boxes);
    if (!make_boxes(io_rows, io_node.lane_count, io_node.boxes))
        make_boxes_plain(io_rows, io_node.lane_count, io_node.boxes);
}

inline __m128 load_point(const glm::vec3& p) { // reads no memory beyond the point
    return _mm_maskload_ps(&p.x, _mm_setr_epi32(-1, -1, -1, 0));
}

struct PointBounds {
    __m128 low, high;
    void add(__m128 p) {
        low = _mm_min_ps(low, p);
        high = _mm_max_ps(high, p);
    }
};

class Leaves {
  public:
    Leaves(const Bvh8& tree, const MeshView& mesh)
        : primitives_(tree.primitives.data())
        , triangles_(mesh.triangles.data())
        , positions_(mesh.positions.data()) {}

    // Fits leaves of one or two triangles without a branch: the first and the last triangle can be the same.
    void fit(const WideNode& node, Rows& out) const {
        std::uint32_t begin = node.first_primitive;
        for (std::uint32_t left = node.leaves; left != 0; left &= left - 1) {
            const auto lane = static_cast<std::size_t>(std::countr_zero(left));
            const std::uint32_t end = node.first_primitive + node.ends[lane], last = end - 1;
            prefetch_before(begin);
            prefetch_before(last);
            const TriangleIndices& first = triangles_[primitives_[begin]];
            const __m128 p = load_point(positions_[first[0]]);
            PointBounds span{p, p};
            span.add(load_point(positions_[first[1]]));
            span.add(load_point(positions_[first[2]]));
            for (std::uint32_t k = begin + 1; k < last; ++k) add(primitives_[k], span);
            add(primitives_[last], span);
            out.of[lane] = make_row(span.low, span.high);
            begin = end;
        }
    }

  private:
    static constexpr std::uint32_t kPrefetchDistance = 64; // in primitives

    void add(std::uint32_t primitive, PointBounds& io_span) const {
        for (const std::uint32_t corner : triangles_[primitive]) io_span.add(load_point(positions_[corner]));
    }
    // Prefetches for the primitives that come next, at lower indices: the triangle 2 kPrefetchDistance primitives
    // before `place`, and a corner of the triangle kPrefetchDistance before `place`. The latter triangle was
    // prefetched earlier.
    void prefetch_before(std::uint32_t place) const {
        if (place < 2 * kPrefetchDistance) return;
        prefetch(triangles_ + primitives_[place - 2 * kPrefetchDistance]);
        prefetch(positions_ + triangles_[primitives_[place - kPrefetchDistance]][0]);
    }

    const std::uint32_t* primitives_;
    const TriangleIndices* triangles_;
    const glm::vec3* positions_;
};

void refit(Bvh8& io_tree, const MeshView& mesh, std::uint32_t begin, std::uint32_t end) {
    WideNode* const nodes = io_tree.nodes.data();
    const Leaves leaves(io_tree, mesh);
    Rows rows;
    for (std::uint32_t i = end; i-- > begin;) {
        leaves.fit(nodes[i], rows);
        fit_node(nodes, nodes[i], rows);
    }
}

void fit(Bvh8& io_tree, const Bvh2<Aabb>& binary, std::span<const std::uint32_t> leaves) {
    WideNode* const nodes = io_tree.nodes.data();
    Rows rows;
    std::size_t first = leaves.size();
    for (std::size_t i = io_tree.nodes.size(); i-- > 0;) {
        WideNode& node = nodes[i];
        first -= static_cast<std::size_t>(_mm_popcnt_u32(node.leaves));
        std::size_t next = first;
        for (std::uint32_t left = node.leaves; left != 0; left &= left - 1) {
            const float* const sides =
                &binary.nodes[leaves[next++]].volume.lower.x; // the node's two integers follow
            rows.of[std::countr_zero(left)] = make_row(_mm_loadu_ps(sides), _mm_loadu_ps(sides + 3));
        }
        fit_node(nodes, node, rows);
    }
}

} // namespace eight

#pragma GCC pop_options

#endif

std::vector<WideFitKernel> list_kernels() {
    std::vector<WideFitKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx2) kernels.push_back({"avx2", eight::refit, eight::fit});
#endif
    kernels.push_back({"plain", plain::refit, plain::fit});
    return kernels;
}

} // namespace

std::span<const WideFitKernel> list_wide_fit_kernels() {
    static const std::vector<WideFitKernel> kernels = list_kernels();
    return kernels;
}

} // namespace boxwood

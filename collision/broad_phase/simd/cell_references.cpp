#include "collision/broad_phase/simd/cell_references.hpp"

#include "collision/core/check.hpp"
#include "collision/core/simd/processor.hpp"

#include <algorithm>
#include <bit>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#define BOXWOOD_AVX512 __attribute__((target("avx512f,avx512dq,avx512vl,bmi,bmi2,popcnt")))
#endif

namespace boxwood {

namespace {

constexpr std::size_t kEntriesPerBox = 2; // prefetched per box; a box has 1.8 references on average

} // namespace

ColumnCells::ColumnCells(const ColumnLayout& chosen)
    : layout(chosen) {
    std::array<bool, 3> is_kept{};
    for (int lane = 0; lane < 3; ++lane) {
        const auto k = static_cast<std::size_t>(lane);
        axes[k] = static_cast<std::size_t>(layout.axis_of(lane));
        is_kept[axes[k]] = layout.counts[k] > 1;
        masks[k] = layout.counts[k] - 1;
    }
    const auto bits_of = [](std::uint32_t count) {
        return static_cast<std::uint32_t>(std::countr_zero(count));
    };
    shifts = {bits_of(layout.counts[2]), bits_of(layout.counts[2]) + bits_of(layout.counts[0]), 0};
    quantizer = GridQuantizer(layout.origin, layout.inverse_cell, is_kept);
    // Columns wrap around: without this limit, two boxes could find each other in both directions.
    reach_limit = std::min(kMaxReach, masks[2] / 2);
}

// The number of columns that a box overlaps is hard to predict. To avoid branches, all four references are written,
// and the output position advances only past those that count.
void make_references_plain(const ColumnCells& cells, std::span<const BodyId> bodies,
                           std::span<const Aabb> boxes, CellReferences& io_references) {
    const std::size_t u = cells.axes[0], v = cells.axes[1], w = cells.axes[2];
    CellReference* out = io_references.list.data() + io_references.count;
    for (const BodyId body : bodies) {
        BOXWOOD_ASSERT(body < kMaxColumnBodies);
        io_references.prefetch_entries(kEntriesPerBox);
        Cells lower, upper;
        cells.quantizer.find(boxes[body], lower, upper);
        const auto u_more = static_cast<std::uint32_t>(upper[u] - lower[u]);
        const auto v_more = static_cast<std::uint32_t>(upper[v] - lower[v]);
        const auto reach = static_cast<std::uint32_t>(upper[w] - lower[w]);
        if ((u_more | v_more) > 1 || reach > cells.reach_limit) {
            io_references.large->push_back(body);
            continue;
        }
        io_references.max_reach = std::max(io_references.max_reach, reach);
        const auto part_of = [&cells](std::int32_t cell, std::size_t lane) {
            return (static_cast<std::uint32_t>(cell) & cells.masks[lane]) << cells.shifts[lane];
        };
        const std::uint32_t bin = part_of(lower[w], 2);
        const std::uint32_t u_0 = part_of(lower[u], 0), u_1 = part_of(lower[u] + 1, 0);
        const std::uint32_t v_0 = part_of(lower[v], 1), v_1 = part_of(lower[v] + 1, 1);
        const std::uint32_t tag = body | (reach << kReachShift);
        *out++ = {bin + u_0 + v_0, tag | kFirstReference};
        *out = {bin + u_1 + v_0, tag | kFirstAlongV};
        out += u_more;
        *out = {bin + u_0 + v_1, tag | kFirstAlongU};
        out += v_more;
        *out = {bin + u_1 + v_1, tag};
        out += u_more & v_more;
    }
    io_references.count = static_cast<std::size_t>(out - io_references.list.data());
}

#if BOXWOOD_HAS_WIDE_VECTORS

namespace {

// Eight consecutive boxes are 48 numbers in three vectors. `at` has the indices of the eight lower ends on
// one axis, followed by those of the upper ends.
struct alignas(64) LaneIndices {
    std::array<std::int32_t, 16> at{};
};
constexpr LaneIndices lane_indices(std::int32_t axis) {
    LaneIndices indices;
    for (std::int32_t k = 0; k < 8; ++k) {
        indices.at[static_cast<std::size_t>(k)] = 6 * k + axis;
        indices.at[static_cast<std::size_t>(k) + 8] = 6 * k + axis + 3;
    }
    return indices;
}
static_assert(sizeof(Aabb) == 24);

// Constants of one of the axes u, v, w.
struct WideAxis {
    __m512i indices;
    __mmask16 is_in_third; // lanes whose number is in the third vector
    __m512 origin, inverse_cell;
    __m512i keep;
    __m256i mask;
    __m128i shift;
};

BOXWOOD_AVX512 inline WideAxis make_wide_axis(const ColumnCells& cells, std::size_t lane) {
    static constexpr std::array kIndices{lane_indices(0), lane_indices(1), lane_indices(2)};
    const std::size_t axis = cells.axes[lane];
    const auto k = static_cast<glm::length_t>(axis);
    WideAxis wide;
    wide.indices = _mm512_load_si512(kIndices[axis].at.data());
    wide.is_in_third = _mm512_cmpge_epi32_mask(wide.indices, _mm512_set1_epi32(32));
    wide.origin = _mm512_set1_ps(cells.layout.origin[k]);
    wide.inverse_cell = _mm512_set1_ps(cells.layout.inverse_cell[k]);
    wide.keep = _mm512_set1_epi32(cells.layout.counts[lane] > 1 ? -1 : 0);
    wide.mask = _mm256_set1_epi32(static_cast<std::int32_t>(cells.masks[lane]));
    wide.shift = _mm_cvtsi32_si128(static_cast<std::int32_t>(cells.shifts[lane]));
    return wide;
}

struct EightBoxes {
    __m512 numbers[3];
};

// The cells of eight boxes along one axis.
struct EightCells {
    __m256i lower, more; // more: number of cells beyond the first
};

BOXWOOD_AVX512 inline EightCells find_cells(const WideAxis& axis, const EightBoxes& boxes) {
    const __m512 early = _mm512_permutex2var_ps(boxes.numbers[0], axis.indices, boxes.numbers[1]);
    const __m512 ends = _mm512_mask_permutexvar_ps(early, axis.is_in_third, axis.indices, boxes.numbers[2]);
    const __m512 scaled = _mm512_mul_ps(_mm512_sub_ps(ends, axis.origin), axis.inverse_cell);
    const __m512 bounded = _mm512_maskz_max_ps(
        0xFFFF, _mm512_maskz_min_ps(0xFFFF, scaled, _mm512_set1_ps(GridQuantizer::kOutermost)),
        _mm512_set1_ps(-GridQuantizer::kOutermost));
    const __m512i cells = _mm512_and_si512(_mm512_maskz_cvttps_epi32(0xFFFF, bounded), axis.keep);
    const __m256i lower = _mm512_maskz_extracti64x4_epi64(0xF, cells, 0);
    return {lower, _mm256_sub_epi32(_mm512_maskz_extracti64x4_epi64(0xF, cells, 1), lower)};
}

BOXWOOD_AVX512 inline __m256i part_of(const WideAxis& axis, __m256i cell) {
    return _mm256_sll_epi32(_mm256_and_si256(cell, axis.mask), axis.shift);
}

BOXWOOD_AVX512 inline CellReference* write_references(__m256i bins, __m256i tags, __mmask8 is_kept,
                                                      CellReference* out) {
    const __m512i references =
        _mm512_or_si512(_mm512_maskz_cvtepu32_epi64(0xFF, bins),
                        _mm512_maskz_slli_epi64(0xFF, _mm512_maskz_cvtepu32_epi64(0xFF, tags), 32));
    _mm512_storeu_si512(out, _mm512_maskz_compress_epi64(is_kept, references));
    return out + std::popcount(static_cast<unsigned>(is_kept));
}

struct WideCells {
    WideAxis u, v, w;
    __m256i reach_limit;
};

// Processes eight consecutive bodies, starting at `body`, and updates the maximum reach. In the result, a bit is set
// for each body that is too large.
BOXWOOD_AVX512 inline unsigned write_references_of_eight(const WideCells& cells, BodyId body,
                                                         const Aabb* boxes, __m256i& io_reach,
                                                         CellReference*& io_out) {
    const auto* const ends = reinterpret_cast<const float*>(boxes);
    const EightBoxes eight{{_mm512_loadu_ps(ends), _mm512_loadu_ps(ends + 16), _mm512_loadu_ps(ends + 32)}};
    const EightCells u = find_cells(cells.u, eight), v = find_cells(cells.v, eight),
                     w = find_cells(cells.w, eight);
    const __m256i one = _mm256_set1_epi32(1);
    const auto is_large =
        static_cast<unsigned>(_mm256_cmpgt_epu32_mask(_mm256_or_si256(u.more, v.more), one) |
                              _mm256_cmpgt_epu32_mask(w.more, cells.reach_limit));
    const auto is_kept = static_cast<__mmask8>(~is_large);
    io_reach = _mm256_mask_max_epu32(io_reach, is_kept, io_reach, w.more);
    const __m256i bin = part_of(cells.w, w.lower);
    const __m256i u_0 = part_of(cells.u, u.lower), v_0 = part_of(cells.v, v.lower);
    const __m256i u_1 = part_of(cells.u, _mm256_add_epi32(u.lower, one));
    const __m256i v_1 = part_of(cells.v, _mm256_add_epi32(v.lower, one));
    const __m256i bodies = _mm256_add_epi32(_mm256_set1_epi32(static_cast<std::int32_t>(body)),
                                            _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
    const __m256i tags = _mm256_or_si256(bodies, _mm256_slli_epi32(w.more, kReachShift));
    const auto tagged = [&tags](std::uint32_t first) BOXWOOD_AVX512 {
        return _mm256_or_si256(tags, _mm256_set1_epi32(static_cast<std::int32_t>(first)));
    };
    const auto in_bin = [&bin](__m256i along_u, __m256i along_v) BOXWOOD_AVX512 {
        return _mm256_add_epi32(bin, _mm256_add_epi32(along_u, along_v));
    };
    const __mmask8 on_u = _mm256_mask_test_epi32_mask(is_kept, u.more, u.more);
    const __mmask8 on_v = _mm256_mask_test_epi32_mask(is_kept, v.more, v.more);
    io_out = write_references(in_bin(u_0, v_0), tagged(kFirstReference), is_kept, io_out);
    io_out = write_references(in_bin(u_1, v_0), tagged(kFirstAlongV), on_u, io_out);
    io_out = write_references(in_bin(u_0, v_1), tagged(kFirstAlongU), on_v, io_out);
    io_out = write_references(in_bin(u_1, v_1), tags, on_u & on_v, io_out);
    return is_large;
}

} // namespace

BOXWOOD_AVX512 void make_references_avx512(const ColumnCells& cells, std::span<const BodyId> bodies,
                                           std::span<const Aabb> boxes, CellReferences& io_references) {
    const WideCells wide{make_wide_axis(cells, 0), make_wide_axis(cells, 1), make_wide_axis(cells, 2),
                         _mm256_set1_epi32(static_cast<std::int32_t>(cells.reach_limit))};
    __m256i reaches = _mm256_setzero_si256();
    std::size_t i = 0;
    for (; i + 8 <= bodies.size(); i += 8) {
        const BodyId body = bodies[i];
        // The ids are sorted, so comparing the last one shows whether all eight are consecutive.
        if (bodies[i + 7] != body + 7) {
            make_references_plain(cells, bodies.subspan(i, 8), boxes, io_references);
            continue;
        }
        io_references.prefetch_entries(8 * kEntriesPerBox);
        CellReference* out = io_references.list.data() + io_references.count;
        unsigned large = write_references_of_eight(wide, body, &boxes[body], reaches, out);
        io_references.count = static_cast<std::size_t>(out - io_references.list.data());
        for (; large != 0; large &= large - 1)
            io_references.large->push_back(body + static_cast<BodyId>(std::countr_zero(large)));
    }
    make_references_plain(cells, bodies.subspan(i), boxes, io_references);
    alignas(32) std::array<std::uint32_t, 8> reach{};
    _mm256_store_si256(reinterpret_cast<__m256i*>(reach.data()), reaches);
    io_references.max_reach =
        std::max(io_references.max_reach, *std::max_element(reach.begin(), reach.end()));
}

#endif

} // namespace boxwood

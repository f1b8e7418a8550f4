#include "collision/broad_phase/simd/column_kernels.hpp"

#include "collision/core/simd/processor.hpp"

#include <algorithm>
#include <bit>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#define BOXWOOD_AVX2 __attribute__((target("avx2,bmi,popcnt")))
#define BOXWOOD_AVX512 __attribute__((target("avx512f,avx512vl,bmi,bmi2,popcnt")))
#endif

namespace boxwood {

namespace {

// Like make_pair_of(), but without a branch, because it is unpredictable which body has the lower id.
inline BodyPair pair_of_tags(std::uint32_t tag, std::uint32_t other) {
    const BodyId a = tag & kColumnBodyMask, b = other & kColumnBodyMask;
    const BodyId swap = (a ^ b) & (0u - static_cast<BodyId>(b < a));
    return {a ^ swap, b ^ swap};
}

// Overlapping boxes can share several columns, but the pair counts in only one of them. In that column, along each of
// the two axes, one of the references is the first reference of its box. To avoid a branch, the pair is always written,
// and the output position advances only if the pair counts.
inline BodyPair* write_if_first(std::uint32_t tag, std::uint32_t other, BodyPair* out) {
    *out = pair_of_tags(tag, other);
    return out + ((tag | other) >> 30 == kFirstReference >> 30 ? 1 : 0);
}

inline std::uint32_t begin_of_bin(const ColumnTable& table, std::uint32_t bin) {
    return bin == 0 ? 0 : table.ends[bin - 1];
}

// The entries that begin in the bins overlapped by an entry. A range that wraps around continues at the start of the
// column.
struct CandidateRange {
    std::uint32_t end = 0; // end of the candidates that follow the entry itself
    std::uint32_t wrapped_begin = 0, wrapped_end = 0;
};
inline CandidateRange find_candidates(const ColumnTable& table, const ColumnEntry& entry) {
    const std::uint32_t end = table.ends[entry.last_bin];
    if ((entry.tag & kWraps) == 0) return {end, 0, 0};
    const std::uint32_t first = entry.last_bin & ~(table.bins_per_column - 1);
    return {table.ends[first + table.bins_per_column - 1], begin_of_bin(table, first), end};
}

// --- plain ------------------------------------------------------------------------------------------------

inline bool overlap(const ColumnEntry& a, const ColumnEntry& b) {
    bool overlaps = true;
    for (std::size_t k = 0; k < 3; ++k) {
        const bool reaches_b = b.lower[k] <= -a.negated_upper[k],
                   reaches_a = a.lower[k] <= -b.negated_upper[k];
        overlaps = overlaps & reaches_a & reaches_b; // & instead of &&: no branch
    }
    return overlaps;
}

std::uint64_t sweep_plain(const ColumnTable& table, PairAppender& out_pairs) {
    std::uint64_t tests = 0;
    for (std::uint32_t i = 0; i < table.count; ++i) {
        const ColumnEntry& own = table.entries[i];
        const CandidateRange range = find_candidates(table, own);
        BodyPair* const first = out_pairs.reserve(range.end - i + range.wrapped_end - range.wrapped_begin);
        BodyPair* out = first;
        for (std::uint32_t j = i + 1; j < range.end; ++j)
            if (overlap(own, table.entries[j])) out = write_if_first(own.tag, table.entries[j].tag, out);
        for (std::uint32_t j = range.wrapped_begin; j < range.wrapped_end; ++j)
            if (overlap(own, table.entries[j])) out = write_if_first(own.tag, table.entries[j].tag, out);
        out_pairs.commit(static_cast<std::size_t>(out - first));
        tests += range.end - i - 1 + range.wrapped_end - range.wrapped_begin;
    }
    return tests;
}

BodyId* find_plain(std::span<const ColumnEntry> entries, const ColumnProbe& probe, BodyId* out) {
    for (const ColumnEntry& entry : entries) {
        *out = entry.body();
        out += overlap(probe.entry, entry) && probe.takes(entry.tag) ? 1 : 0;
    }
    return out;
}

#if BOXWOOD_HAS_WIDE_VECTORS

// --- AVX2: four entries per step --------------------------------------------------------------------------

// Upper limits per lane: another entry overlaps `entry` iff none of the other entry's lanes exceeds its limit. The
// lanes of tags and bins are ignored.
BOXWOOD_AVX2 inline __m256 make_limit(const ColumnEntry& entry) {
    const __m256 own = _mm256_load_ps(entry.lower.data());
    return _mm256_xor_ps(_mm256_permute2f128_ps(own, own, 1), _mm256_set1_ps(-0.0f));
}

// Bit 4k + 3 of the result is set if entry k of the four overlaps. Lanes 3 and 7 of a comparison contain tags and
// bins; their results are ignored.
BOXWOOD_AVX2 inline std::uint64_t find_four(const ColumnEntry* entries, __m256 limit) {
    const auto compare = [limit](const ColumnEntry& entry) BOXWOOD_AVX2 {
        return _mm256_castps_si256(_mm256_cmp_ps(_mm256_load_ps(entry.lower.data()), limit, _CMP_LE_OQ));
    };
    const __m256i low = _mm256_packs_epi32(compare(entries[0]), compare(entries[1]));
    const __m256i high = _mm256_packs_epi32(compare(entries[2]), compare(entries[3]));
    const auto bits = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_packs_epi16(low, high)));
    const std::uint32_t both_halves = bits & (bits >> 16) & 0x7777u;
    return (both_halves + 0x1111u) & 0x8888u;
}

BOXWOOD_AVX2 inline BodyPair* sweep_four(const ColumnEntry* entries, std::uint32_t begin, std::uint32_t end,
                                         __m256 limit, std::uint32_t tag, BodyPair* out) {
    for (std::uint32_t i = begin; i < end; i += 4) {
        std::uint64_t hits = find_four(entries + i, limit);
        if (end - i < 4) hits &= (std::uint64_t{1} << (4 * (end - i))) - 1;
        for (; hits != 0; hits &= hits - 1)
            out =
                write_if_first(tag, entries[i + static_cast<unsigned>(std::countr_zero(hits)) / 4].tag, out);
    }
    return out;
}

BOXWOOD_AVX2 std::uint64_t sweep_avx2(const ColumnTable& table, PairAppender& out_pairs) {
    std::uint64_t tests = 0;
    for (std::uint32_t i = 0; i < table.count; ++i) {
        const ColumnEntry& own = table.entries[i];
        const CandidateRange range = find_candidates(table, own);
        const std::uint32_t candidates = range.end - i - 1 + range.wrapped_end - range.wrapped_begin;
        tests += candidates;
        BodyPair* const first = out_pairs.reserve(candidates + 1);
        const __m256 limit = make_limit(own);
        BodyPair* out = sweep_four(table.entries, i + 1, range.end, limit, own.tag, first);
        if (range.wrapped_end != 0)
            out = sweep_four(table.entries, range.wrapped_begin, range.wrapped_end, limit, own.tag, out);
        out_pairs.commit(static_cast<std::size_t>(out - first));
    }
    return tests;
}

// The shuffle that moves the members of a subset of four lanes to the front.
struct alignas(16) PackShuffle {
    std::array<std::uint8_t, 16> bytes{};
};
constexpr std::array<PackShuffle, 16> make_pack_shuffles() {
    std::array<PackShuffle, 16> shuffles{};
    for (std::size_t set = 0; set < 16; ++set) {
        std::size_t out = 0;
        for (std::size_t place = 0; place < 4; ++place)
            if ((set >> place & 1) != 0)
                for (std::size_t k = 0; k < 4; ++k)
                    shuffles[set].bytes[out++] = static_cast<std::uint8_t>(4 * place + k);
    }
    return shuffles;
}

BOXWOOD_AVX2 inline __m128i tags_of_four(const ColumnEntry* entries) {
    const auto lower = [entries](std::size_t k) BOXWOOD_AVX2 { return _mm_load_ps(entries[k].lower.data()); };
    const __m128 low = _mm_unpackhi_ps(lower(0), lower(1)), high = _mm_unpackhi_ps(lower(2), lower(3));
    return _mm_castps_si128(_mm_movehl_ps(high, low));
}

BOXWOOD_AVX2 BodyId* find_avx2(std::span<const ColumnEntry> entries, const ColumnProbe& probe, BodyId* out) {
    static constexpr std::array<PackShuffle, 16> kPackShuffles = make_pack_shuffles();
    const __m256 limit = make_limit(probe.entry);
    const __m128i first = _mm_set1_epi32(static_cast<std::int32_t>(probe.required_bits)),
                  body_mask = _mm_set1_epi32(static_cast<std::int32_t>(kColumnBodyMask));
    for (std::size_t i = 0; i < entries.size(); i += 4) {
        const std::uint64_t hits = find_four(&entries[i], limit) >> 3;
        const __m128i tags = tags_of_four(&entries[i]);
        const __m128i takes = _mm_cmpeq_epi32(_mm_and_si128(tags, first), first);
        auto taken = static_cast<unsigned>(hits | hits >> 3 | hits >> 6 | hits >> 9) &
                     static_cast<unsigned>(_mm_movemask_ps(_mm_castsi128_ps(takes)));
        if (entries.size() - i < 4) taken &= (1u << (entries.size() - i)) - 1;
        const __m128i pack_shuffle =
            _mm_load_si128(reinterpret_cast<const __m128i*>(kPackShuffles[taken & 15u].bytes.data()));
        const __m128i bodies = _mm_shuffle_epi8(_mm_and_si128(tags, body_mask), pack_shuffle);
        _mm_storeu_si128(reinterpret_cast<__m128i*>(out), bodies);
        out += std::popcount(taken & 15u);
    }
    return out;
}

// --- AVX-512: eight entries per step ----------------------------------------------------------------------

// Bit 8k + 7 of the result is set if entry k of the eight overlaps.
BOXWOOD_AVX512 inline std::uint64_t find_eight(const ColumnEntry* entries, __m512 limit) {
    std::uint64_t bits = 0;
    for (unsigned k = 0; k < 4; ++k) {
        const __m512 two = _mm512_loadu_ps(entries[2 * k].lower.data());
        bits |= std::uint64_t{_mm512_cmp_ps_mask(two, limit, _CMP_LE_OQ)} << (16 * k);
    }
    constexpr std::uint64_t kAll = 0x7777777777777777u, kCarry = 0x7F7F7F7F7F7F7F7Fu;
    const std::uint64_t misses = (bits & kAll) ^ kAll;
    return ~(misses + kCarry) & ~kCarry;
}

// Clears all bits of the result of find_eight() except those of the first `count` entries.
BOXWOOD_AVX512 inline std::uint64_t keep_first(std::uint64_t hits, std::uint32_t count) {
    return _bzhi_u64(hits, 8 * std::min(count, 8u));
}

BOXWOOD_AVX512 inline BodyPair* write_hits(const ColumnEntry* entries, std::uint64_t hits, std::uint32_t tag,
                                           BodyPair* out) {
    for (; hits != 0; hits &= hits - 1)
        out = write_if_first(tag, entries[std::countr_zero(hits) / 8].tag, out);
    return out;
}

BOXWOOD_AVX512 inline BodyPair* sweep_eight(const ColumnEntry* entries, std::uint32_t begin,
                                            std::uint32_t end, __m512 limit, std::uint32_t tag,
                                            BodyPair* out) {
    for (std::uint32_t i = begin; i < end; i += 8)
        out = write_hits(entries + i, keep_first(find_eight(entries + i, limit), end - i), tag, out);
    return out;
}

BOXWOOD_AVX512 inline __m512 make_wide_limit(const ColumnEntry& entry) {
    const __m512 own = _mm512_maskz_broadcast_f32x4(0xFFFF, _mm_load_ps(entry.negated_upper.data()));
    const __m512 opposite = _mm512_maskz_broadcast_f32x4(0xFFFF, _mm_load_ps(entry.lower.data()));
    const __m512 both = _mm512_mask_blend_ps(0xF0F0, own, opposite);
    return _mm512_castsi512_ps(_mm512_xor_si512(_mm512_castps_si512(both), _mm512_set1_epi32(INT32_MIN)));
}

// Sweeps an entry with more than eight candidates, or with a range that wraps. Leaves room for `steps` more pairs.
BOXWOOD_AVX512 BodyPair* sweep_many(const ColumnTable& table, std::uint32_t i, std::size_t steps,
                                    __m512 limit, BodyPair* out, PairAppender& io_pairs,
                                    std::uint64_t& io_tests) {
    const ColumnEntry& own = table.entries[i];
    const CandidateRange range = find_candidates(table, own);
    const std::uint32_t candidates = range.end - i - 1 + range.wrapped_end - range.wrapped_begin;
    io_tests += candidates;
    io_pairs.commit_to(out);
    out = io_pairs.reserve(candidates + 1 + steps);
    out = sweep_eight(table.entries, i + 1, range.end, limit, own.tag, out);
    return sweep_eight(table.entries, range.wrapped_begin, range.wrapped_end, limit, own.tag, out);
}

// One step nearly always covers all candidates. At most one of them usually overlaps, but whether one does is
// unpredictable. Therefore one pair is always written, and only a second pair takes a branch.
BOXWOOD_AVX512 std::uint64_t sweep_avx512(const ColumnTable& table, PairAppender& out_pairs) {
    std::uint64_t tests = 0;
    BodyPair* out = out_pairs.reserve(table.count + std::size_t{8});
    for (std::uint32_t i = 0; i < table.count; ++i) {
        const ColumnEntry& own = table.entries[i];
        const ColumnEntry* const others = table.entries + i + 1;
        const __m512 limit = make_wide_limit(own);
        const std::uint32_t candidates = table.ends[own.last_bin] - i - 1; // huge if the range wraps
        if (candidates > 8) [[unlikely]] {
            out = sweep_many(table, i, table.count - i + std::size_t{8}, limit, out, out_pairs, tests);
            continue;
        }
        tests += candidates;
        const std::uint64_t hits = keep_first(find_eight(others, limit), candidates);
        const std::uint32_t other = others[std::countr_zero(hits) / 8].tag;
        *out = pair_of_tags(own.tag, other);
        const bool is_first = ((own.tag | other) & kFirstReference) == kFirstReference;
        out += static_cast<unsigned>(is_first) & static_cast<unsigned>(hits != 0);
        const std::uint64_t more = hits & (hits - 1);
        if (more != 0) [[unlikely]] {
            out_pairs.commit_to(out);
            out = out_pairs.reserve(table.count - i + std::size_t{8});
            out = write_hits(others, more, own.tag, out);
        }
    }
    out_pairs.commit_to(out);
    return tests;
}

BOXWOOD_AVX512 inline __m256i tags_of_eight(const ColumnEntry* entries) {
    const __m512i places = _mm512_setr_epi32(3, 11, 19, 27, 3, 11, 19, 27, 3, 11, 19, 27, 3, 11, 19, 27);
    const auto lanes = [entries](std::size_t k)
                           BOXWOOD_AVX512 { return _mm512_loadu_si512(entries[2 * k].lower.data()); };
    const __m512i low = _mm512_maskz_permutex2var_epi32(0xFFFF, lanes(0), places, lanes(1));
    const __m512i high = _mm512_maskz_permutex2var_epi32(0xFFFF, lanes(2), places, lanes(3));
    return _mm512_maskz_extracti64x4_epi64(0xF, _mm512_mask_blend_epi32(0x00F0, low, high), 0);
}

BOXWOOD_AVX512 BodyId* find_avx512(std::span<const ColumnEntry> entries, const ColumnProbe& probe,
                                   BodyId* out) {
    const __m512 limit = make_wide_limit(probe.entry);
    const __m256i first = _mm256_set1_epi32(static_cast<std::int32_t>(probe.required_bits)),
                  body_mask = _mm256_set1_epi32(static_cast<std::int32_t>(kColumnBodyMask));
    for (std::size_t i = 0; i < entries.size(); i += 8) {
        const auto count = static_cast<std::uint32_t>(std::min<std::size_t>(entries.size() - i, 8));
        const std::uint64_t hits = keep_first(find_eight(&entries[i], limit), count);
        const __m256i tags = tags_of_eight(&entries[i]);
        const auto takes =
            static_cast<std::uint32_t>(_mm256_cmpeq_epi32_mask(_mm256_and_si256(tags, first), first));
        const auto taken = static_cast<std::uint32_t>(_pext_u64(hits, 0x8080808080808080u)) & takes;
        const __m256i bodies = _mm256_and_si256(tags, body_mask);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(out),
                            _mm256_maskz_compress_epi32(static_cast<__mmask8>(taken), bodies));
        out += std::popcount(taken);
    }
    return out;
}

#endif

} // namespace

std::vector<ColumnKernel> list_column_kernels() {
    std::vector<ColumnKernel> kernels;
#if BOXWOOD_HAS_WIDE_VECTORS
    if (this_processor().has_avx512)
        kernels.push_back({"avx512", make_references_avx512, sweep_avx512, find_avx512, extract_bodies_bmi});
    if (this_processor().has_avx2)
        kernels.push_back({"avx2", make_references_plain, sweep_avx2, find_avx2, extract_bodies_bmi});
#endif
    kernels.push_back({"plain", make_references_plain, sweep_plain, find_plain, extract_bodies_plain});
    return kernels;
}

} // namespace boxwood

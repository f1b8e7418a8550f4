#include "collision/broad_phase/simd/flag_kernels.hpp"

#include "collision/broad_phase/simd/uint32_lanes.hpp"
#include "collision/core/prefetch.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace boxwood {

namespace {

constexpr unsigned kAllFlags = 7;
constexpr BodyId kMaxBodiesFor32Bits = 65536;  // the product of a row and the row before it fits into 32 bits
constexpr BodyId kMaxBodiesFor64Bits = 131072; // the index of a word fits into 32 bits

std::uint32_t flag_of(std::size_t pair, int axis) {
    return 1u << (pair % kPairsInWord * 4 + static_cast<std::size_t>(axis));
}

std::uint32_t is_touched(int axis, std::uint32_t flag, std::uint32_t word) {
    const std::uint32_t all = (flag >> axis) * kAllFlags;
    return ((word | flag) & all) == all ? 1u : 0u;
}

// Index is the integer type of a pair index. Each step is a loop over all sixteen swaps, so that compilers vectorize
// it.
template <class Index>
void find_words_plain(const EndpointSwap* swaps, int axis, std::uint32_t* out_words,
                      std::uint32_t* out_flags) {
    std::array<Index, kFlagsAtOnce> pairs;
    for (std::size_t i = 0; i < kFlagsAtOnce; ++i)
        pairs[i] = static_cast<Index>(triangular_index(swaps[i].mover(), swaps[i].passed()));
    for (std::size_t i = 0; i < kFlagsAtOnce; ++i)
        out_words[i] = static_cast<std::uint32_t>(pairs[i] / kPairsInWord);
    for (std::size_t i = 0; i < kFlagsAtOnce; ++i) out_flags[i] = flag_of(pairs[i], axis);
}

// Few pairs are touched. The first loop therefore only tests whether any pair is, so that compilers vectorize it.
std::uint32_t find_touched_plain(int axis, const std::uint32_t* flags, const std::uint32_t* words) {
    std::uint32_t any = 0;
    for (std::size_t i = 0; i < kFlagsAtOnce; ++i) any |= is_touched(axis, flags[i], words[i]);
    if (any == 0) return 0;
    std::uint32_t touched = 0;
    for (std::size_t i = 0; i < kFlagsAtOnce; ++i) touched |= is_touched(axis, flags[i], words[i]) << i;
    return touched;
}

#if BOXWOOD_HAS_WIDE_VECTORS

BOXWOOD_AVX512 void find_words_avx512(const EndpointSwap* swaps, int axis, std::uint32_t* out_words,
                                      std::uint32_t* out_flags) {
    const auto [mover, passed] = split_words(_mm512_loadu_si512(swaps), _mm512_loadu_si512(swaps + 8));
    const __m512i body = _mm512_set1_epi32(static_cast<int>(kBodyMask));
    const __m512i a = _mm512_and_si512(mover, body), b = _mm512_and_si512(passed, body);
    const __m512i row = _mm512_maskz_max_epu32(0xFFFF, a, b), column = _mm512_maskz_min_epu32(0xFFFF, a, b);
    const __m512i twice = _mm512_mullo_epi32(row, _mm512_sub_epi32(row, _mm512_set1_epi32(1)));
    const __m512i pair = _mm512_add_epi32(_mm512_maskz_srli_epi32(0xFFFF, twice, 1), column);
    const __m512i bit = _mm512_maskz_slli_epi32(0xFFFF, _mm512_and_si512(pair, _mm512_set1_epi32(7)), 2);
    _mm512_storeu_si512(out_words, _mm512_maskz_srli_epi32(0xFFFF, pair, 3));
    _mm512_storeu_si512(out_flags, _mm512_maskz_sllv_epi32(0xFFFF, _mm512_set1_epi32(1 << axis), bit));
}

BOXWOOD_AVX512 std::uint32_t find_touched_avx512(int axis, const std::uint32_t* flags,
                                                 const std::uint32_t* words) {
    const __m512i flag = _mm512_loadu_si512(flags), word = _mm512_loadu_si512(words);
    const __m512i first = _mm512_maskz_srl_epi32(0xFFFF, flag, _mm_cvtsi32_si128(axis));
    const __m512i all = _mm512_sub_epi32(_mm512_maskz_slli_epi32(0xFFFF, first, 3), first); // 7 times first
    return _mm512_cmpeq_epi32_mask(_mm512_and_si512(_mm512_or_si512(word, flag), all), all);
}

#endif

// A word is prefetched kPrefetchDistance swaps before its flip and tested kTestDelay swaps after it. The delay allows
// words that were stored one at a time to be loaded as a vector without a stall.
constexpr std::size_t kRing = 256, kTestDelay = 2 * kFlagsAtOnce, kPrefetchDistance = kRing - kTestDelay;

// The swaps in progress. The index is the number of the swap modulo kRing.
struct Ring {
    alignas(64) std::array<std::uint32_t, kRing> word_indices;
    alignas(64) std::array<std::uint32_t, kRing> flags;
    alignas(64) std::array<std::uint32_t, kRing> words; // after the flip
};

inline void flip_sixteen(std::uint32_t* words, std::size_t at, Ring& io_ring) {
    for (std::size_t i = at; i < at + kFlagsAtOnce; ++i) {
        const std::uint32_t word = words[io_ring.word_indices[i]] ^ io_ring.flags[i];
        words[io_ring.word_indices[i]] = word;
        io_ring.words[i] = word;
    }
}

// Requires a multiple of sixteen swaps.
void flip_groups(const FlagKernel& kernel, std::uint32_t* words, int axis,
                 std::span<const EndpointSwap> swaps, std::vector<BodyPair>& io_touched) {
    Ring ring;
    const auto prefetch_group = [&](std::size_t first) {
        std::uint32_t* const word_indices = &ring.word_indices[first % kRing];
        kernel.find_words(&swaps[first], axis, word_indices, &ring.flags[first % kRing]);
        for (std::size_t i = 0; i < kFlagsAtOnce; ++i) prefetch(words + word_indices[i]);
    };
    const auto test = [&](std::size_t first) {
        const std::size_t at = first % kRing;
        for (std::uint32_t left = kernel.find_touched(axis, &ring.flags[at], &ring.words[at]); left != 0;
             left &= left - 1)
            io_touched.push_back(swaps[first + static_cast<std::size_t>(std::countr_zero(left))].bodies());
    };
    const std::size_t count = swaps.size();
    for (std::size_t first = 0; first < std::min(kPrefetchDistance, count); first += kFlagsAtOnce)
        prefetch_group(first);
    for (std::size_t first = 0; first < count + kTestDelay; first += kFlagsAtOnce) {
        if (first < count) flip_sixteen(words, first % kRing, ring);
        if (first >= kTestDelay) test(first - kTestDelay);
        if (first + kPrefetchDistance < count) prefetch_group(first + kPrefetchDistance);
    }
}

} // namespace

void flip_flags(const FlagKernel& kernel, std::uint32_t* words, int axis, std::span<const EndpointSwap> swaps,
                std::vector<BodyPair>& io_touched) {
    const std::size_t grouped = swaps.size() / kFlagsAtOnce * kFlagsAtOnce;
    if (grouped != 0) flip_groups(kernel, words, axis, swaps.first(grouped), io_touched);
    for (const EndpointSwap swap : swaps.subspan(grouped)) {
        const std::size_t pair = triangular_index(swap.mover(), swap.passed());
        const std::uint32_t flag = flag_of(pair, axis), word = words[pair / kPairsInWord] ^ flag;
        words[pair / kPairsInWord] = word;
        if (is_touched(axis, flag, word) != 0) io_touched.push_back(swap.bodies());
    }
}

const FlagKernel& plain_flag_kernel(BodyId limit) {
    static constexpr FlagKernel kernel{kMaxBodiesFor32Bits, find_words_plain<std::uint32_t>,
                                       find_touched_plain};
    static constexpr FlagKernel kernel_64_bit{kMaxBodiesFor64Bits, find_words_plain<std::uint64_t>,
                                              find_touched_plain};
    return limit <= kMaxBodiesFor32Bits ? kernel : kernel_64_bit;
}

const FlagKernel* wide_flag_kernel() {
#if BOXWOOD_HAS_WIDE_VECTORS
    static constexpr FlagKernel kernel{kMaxBodiesFor32Bits, find_words_avx512, find_touched_avx512};
    if (this_processor().has_avx512) return &kernel;
#endif
    return nullptr;
}

} // namespace boxwood

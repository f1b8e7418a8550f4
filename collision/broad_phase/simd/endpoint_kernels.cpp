#include "collision/broad_phase/simd/endpoint_kernels.hpp"

#include "collision/broad_phase/simd/uint32_lanes.hpp"

#include <algorithm>
#include <bit>

namespace boxwood {

namespace {

#if BOXWOOD_HAS_WIDE_VECTORS

constexpr std::size_t kLanes = 16;

// Up to sixteen endpoints that move left. A mover passes an endpoint whose key is at least the mover's key + 1. A MIN
// also passes a MAX with the same key. Therefore there is one bound on the key for a passed MIN and one for a passed
// MAX.
struct Movers {
    alignas(64) std::array<std::array<std::uint32_t, kLanes>, 2> bounds; // for a passed MIN, for a passed MAX
    alignas(64) std::array<std::uint64_t, kLanes> bits;                  // the endpoints
    __m512i low;                                                         // their low words
    std::uint32_t is_max;                                                // one bit per lane
};

// Running totals of a block. They stay in registers until the block is sorted.
struct Tally {
    EndpointSwap* next; // output position of the next swap
    __m512i moved_left; // number of endpoints that each mover has passed
    std::uint64_t swaps = 0;    // of any two endpoints
    std::uint64_t opposite = 0; // of a MIN and a MAX
    std::uint64_t begun = 0;    // that begin an overlap
};

BOXWOOD_AVX512_INLINE Movers load_movers(const Endpoint* from, std::size_t count) {
    Movers movers;
    const std::uint32_t lanes = (1u << count) - 1;
    const __m512i none = _mm512_set1_epi64(static_cast<long long>(0xFFFFFFFE00000000u)); // passes no endpoint
    const __m512i first = _mm512_mask_loadu_epi64(none, static_cast<__mmask8>(lanes), from);
    const __m512i second = _mm512_mask_loadu_epi64(none, static_cast<__mmask8>(lanes >> 8), from + 8);
    const auto [keys, low] = split_words(first, second);
    movers.low = low;
    movers.is_max = _mm512_movepi32_mask(movers.low);
    const __m512i one = _mm512_set1_epi32(1);
    _mm512_store_si512(movers.bounds[0].data(), _mm512_add_epi32(keys, one));
    _mm512_store_si512(movers.bounds[1].data(),
                       _mm512_mask_add_epi32(keys, static_cast<__mmask16>(movers.is_max), keys, one));
    _mm512_store_si512(movers.bits.data(), first);
    _mm512_store_si512(movers.bits.data() + 8, second);
    return movers;
}

// Counts and logs the swaps of `passed` with the movers in `lanes` that precede it in the order. Returns the number of
// these movers, by which the caller must move `passed` to the right.
template <SwapLogging kKept>
BOXWOOD_AVX512_INLINE std::uint32_t pass(std::uint64_t passed, std::uint32_t lanes, const Movers& movers,
                                         Tally& io_tally) {
    const std::uint32_t type = static_cast<std::uint32_t>(passed) >> 31;
    const std::uint32_t is_passed_max = 0u - type;
    const __m512i key = _mm512_set1_epi32(static_cast<int>(passed >> 32));
    const __m512i bound = _mm512_load_si512(movers.bounds[type].data());
    const std::uint32_t moved = _mm512_cmpge_epu32_mask(key, bound) & lanes;
    const std::uint32_t opposite = moved & (movers.is_max ^ is_passed_max);
    io_tally.moved_left = _mm512_mask_add_epi32(io_tally.moved_left, static_cast<__mmask16>(moved),
                                                io_tally.moved_left, _mm512_set1_epi32(1));
    const __m512i low = _mm512_set1_epi32(static_cast<int>(static_cast<std::uint32_t>(passed)));
    const __m512i low_of_movers = _mm512_maskz_compress_epi32(static_cast<__mmask16>(opposite), movers.low);
    const __m512i first = // even lanes: the passed endpoint; odd lanes: movers
        _mm512_set_epi32(7, 16, 6, 16, 5, 16, 4, 16, 3, 16, 2, 16, 1, 16, 0, 16);
    const auto moved_count = static_cast<std::uint32_t>(std::popcount(moved));
    const auto opposite_count = static_cast<std::uint32_t>(std::popcount(opposite));
    _mm512_storeu_si512(io_tally.next, _mm512_permutex2var_epi32(low_of_movers, first, low));
    if (opposite_count > 8) [[unlikely]] {
        const __m512i second = _mm512_add_epi32(first, _mm512_maskz_set1_epi32(0xAAAA, 8));
        _mm512_storeu_si512(io_tally.next + 8, _mm512_permutex2var_epi32(low_of_movers, second, low));
    }
    const std::uint32_t begun = opposite_count & is_passed_max;
    io_tally.swaps += moved_count;
    io_tally.opposite += opposite_count;
    io_tally.begun += begun;
    io_tally.next += kKept == SwapLogging::begins ? begun : opposite_count;
    return moved_count;
}

// Returns true if the next sixteen endpoints are sorted and none precedes the endpoint before them.
BOXWOOD_AVX512_INLINE bool is_sorted_block(const Endpoint* from) {
    const __m512i body = _mm512_set1_epi64(kBodyMask);
    const __m512i first = _mm512_loadu_si512(from), second = _mm512_loadu_si512(from + 8);
    const __m512i before =
        _mm512_maskz_alignr_epi64(0xFF, first, _mm512_set1_epi64(static_cast<long long>(from[-1].bits)), 7);
    const __m512i middle = _mm512_maskz_alignr_epi64(0xFF, second, first, 7);
    const auto is_after = [body](__m512i a, __m512i b) BOXWOOD_AVX512 {
        return static_cast<unsigned>(_mm512_cmpgt_epu64_mask(a, _mm512_or_si512(b, body)));
    };
    return (is_after(before, first) | is_after(middle, second)) == 0;
}

EndpointSwap* flush_swaps(const SwapOutput& out, const EndpointSwap* end) {
    EndpointSwap* const begin = out.buffer.data();
    out.take(out.context, {begin, static_cast<std::size_t>(end - begin)});
    return begin;
}

// Sorts `count` endpoints into the sorted list to their left. Returns the output position of the next swap.
template <SwapLogging kKept>
BOXWOOD_AVX512 EndpointSwap* sort_block(Endpoint* from, std::size_t count, const SwapOutput& out,
                                        EndpointSwap* next, SwapCounters& io_counts) {
    const Movers movers = load_movers(from, count);
    const EndpointSwap* const full = out.buffer.data() + (out.buffer.size() - SwapOutput::kPadding);
    Tally tally{next, _mm512_setzero_si512()};
    std::array<std::uint32_t, kLanes> moved_right; // within the block
    for (std::size_t i = 0; i < count; ++i)
        moved_right[i] = pass<kKept>(movers.bits[i], 0xFFFEu << i, movers, tally);
    for (Endpoint* at = from - 1;; --at) {
        if (tally.next > full) [[unlikely]]
            tally.next = flush_swaps(out, tally.next);
        const Endpoint passed = *at;
        const std::uint32_t moved = pass<kKept>(passed.bits, 0xFFFFu, movers, tally);
        if (moved == 0) break;
        at[moved] = passed;
    }
    alignas(64) std::array<std::uint32_t, kLanes> moved_left;
    _mm512_store_si512(moved_left.data(), tally.moved_left);
    for (std::size_t i = 0; i < count; ++i) {
        Endpoint* const position = from + i + moved_right[i];
        position[-static_cast<std::ptrdiff_t>(moved_left[i])].bits = movers.bits[i];
    }
    io_counts.swaps += tally.swaps;
    io_counts.begins += tally.begun;
    io_counts.ends += tally.opposite - tally.begun;
    return tally.next;
}

template <SwapLogging kKept>
BOXWOOD_AVX512 SwapCounters sort_avx512(std::span<Endpoint> list, std::uint64_t budget,
                                        const SwapOutput& out) {
    SwapCounters counts;
    EndpointSwap* next = out.buffer.data();
    for (std::size_t i = 1; i < list.size(); i += kLanes) {
        const std::size_t count = std::min(kLanes, list.size() - i);
        if (count == kLanes && is_sorted_block(list.data() + i)) continue;
        next = sort_block<kKept>(list.data() + i, count, out, next, counts);
        if (counts.swaps > budget) {
            counts.is_finished = false;
            break;
        }
    }
    flush_swaps(out, next);
    return counts;
}

BOXWOOD_AVX512 void set_values_with_avx512(std::span<Endpoint> list, std::span<const std::uint32_t> keys) {
    std::size_t i = 1;
    for (; i + kLanes <= list.size(); i += kLanes) {
        Endpoint* const at = &list[i];
        const __m512i low = split_words(_mm512_loadu_si512(at), _mm512_loadu_si512(at + 8)).low;
        const __m512i position = _mm512_maskz_rol_epi32(0xFFFF, low, 1); // 2 * body + is_max
        const __m512i key =
            _mm512_mask_i32gather_epi32(_mm512_setzero_si512(), 0xFFFF, position, keys.data(), 4);
        const auto [first, second] = join_words({key, low});
        _mm512_storeu_si512(at, first);
        _mm512_storeu_si512(at + 8, second);
    }
    set_values_plain(list.subspan(i - 1), keys); // skips list[i - 1], which it treats as a sentinel
}

SwapCounters sort_with_avx512(std::span<Endpoint> list, std::uint64_t budget, SwapLogging kept,
                              const SwapOutput& out) {
    return kept == SwapLogging::begins ? sort_avx512<SwapLogging::begins>(list, budget, out)
                                       : sort_avx512<SwapLogging::begins_and_ends>(list, budget, out);
}

#endif

} // namespace

void set_values_plain(std::span<Endpoint> list, std::span<const std::uint32_t> keys) {
    for (Endpoint& endpoint : list.subspan(1)) {
        const auto low = static_cast<std::uint32_t>(endpoint.bits);
        endpoint.bits = (std::uint64_t{keys[std::rotl(low, 1)]} << 32) | low; // rotl: 2 * body + is_max
    }
}

const EndpointKernel* choose_endpoint_kernel() {
#if BOXWOOD_HAS_WIDE_VECTORS
    static constexpr EndpointKernel kernel{set_values_with_avx512, sort_with_avx512};
    if (this_processor().has_avx512) return &kernel;
#endif
    return nullptr;
}

} // namespace boxwood

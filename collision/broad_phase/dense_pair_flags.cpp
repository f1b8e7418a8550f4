#include "collision/broad_phase/dense_pair_flags.hpp"

#include "collision/core/prefetch.hpp"
#include "collision/core/processor.hpp"

#include <algorithm>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#endif

namespace boxwood {

namespace {

constexpr std::size_t kAtOnce = 16; // exchanges

// The places of sixteen pairs.
template <class Place>
using FindPlaces = void (*)(const Exchange* exchanges, Place* out_places);

template <class Place>
void find_places_plain(const Exchange* exchanges, Place* out_places) {
    for (std::size_t i = 0; i < kAtOnce; ++i)
        out_places[i] = static_cast<Place>(triangular_index(exchanges[i].mover(), exchanges[i].passed()));
}

#if BOXWOOD_HAS_WIDE_VECTORS
__attribute__((target("avx512f"))) void find_places_avx512(const Exchange* exchanges,
                                                           std::uint32_t* out_places) {
    const __m512i odd = _mm512_set_epi32(31, 29, 27, 25, 23, 21, 19, 17, 15, 13, 11, 9, 7, 5, 3, 1);
    const __m512i even = _mm512_sub_epi32(odd, _mm512_set1_epi32(1));
    const __m512i first = _mm512_loadu_si512(exchanges), second = _mm512_loadu_si512(exchanges + 8);
    const __m512i body = _mm512_set1_epi32(static_cast<int>(kBodyMask));
    const __m512i a = _mm512_and_si512(_mm512_permutex2var_epi32(first, odd, second), body);
    const __m512i b = _mm512_and_si512(_mm512_permutex2var_epi32(first, even, second), body);
    const __m512i row = _mm512_maskz_max_epu32(0xFFFF, a, b), column = _mm512_maskz_min_epu32(0xFFFF, a, b);
    const __m512i twice = _mm512_mullo_epi32(row, _mm512_sub_epi32(row, _mm512_set1_epi32(1)));
    _mm512_storeu_si512(out_places, _mm512_add_epi32(_mm512_maskz_srli_epi32(0xFFFF, twice, 1), column));
}
#endif

constexpr unsigned kAllFlags = 7;

// True if it matters: all flags of the pair are set now, or all but the one that has just been cleared.
inline bool toggle(std::uint8_t* cells, std::size_t place, unsigned flag) {
    const unsigned shift = static_cast<unsigned>(place % 2) * 4;
    const unsigned cell = cells[place / 2] ^ (flag << shift);
    cells[place / 2] = static_cast<std::uint8_t>(cell);
    return (((cell >> shift) | flag) & kAllFlags) == kAllFlags;
}

template <class Place>
FindPlaces<Place> choose_find_places() {
#if BOXWOOD_HAS_WIDE_VECTORS
    if constexpr (sizeof(Place) == 4)
        if (this_processor().has_avx512) return find_places_avx512;
#endif
    return find_places_plain<Place>;
}

} // namespace

void DensePairFlags::prepare(BodyId limit, std::span<const Aabb>) {
    if (limit <= limit_) return;
    limit_ = limit;
    const std::size_t size = (triangular_size(limit) + 1) / 2;
    if (size > cells_.capacity() && size >= PagePool::kBlockBytes) {
        Cells larger(Cells::allocator_type(std::make_shared<PagePool>()));
        larger.reserve(std::max(size, 2 * cells_.capacity()));
        larger.insert(larger.end(), cells_.begin(), cells_.end());
        cells_ = std::move(larger);
    }
    cells_.resize(size);
}

// The places of the flags are known well ahead, and far apart: the memory is asked for them twice, as early as it can
// bear. Asked once, 48 ahead, it took half as long again where the matrix outgrows the caches.
void DensePairFlags::apply(int axis, std::span<const Exchange> exchanges, std::vector<BodyPair>& io_touched) {
    constexpr BodyId kMost32Bits = 65536; // whose row times its next fits 32 bits
    const std::size_t whole = exchanges.size() / kAtOnce * kAtOnce;
    if (limit_ <= kMost32Bits)
        apply_whole<std::uint32_t>(axis, exchanges.first(whole), io_touched);
    else
        apply_whole<std::uint64_t>(axis, exchanges.first(whole), io_touched);
    for (const Exchange exchange : exchanges.subspan(whole))
        if (toggle(cells_.data(), triangular_index(exchange.mover(), exchange.passed()), 1u << axis))
            io_touched.push_back(exchange.bodies());
}

template <class Place>
void DensePairFlags::apply_whole(int axis, std::span<const Exchange> exchanges,
                                 std::vector<BodyPair>& io_touched) {
    static const FindPlaces<Place> find_places = choose_find_places<Place>();
    constexpr std::size_t kFarAhead = 1024, kAhead = 64;
    alignas(64) std::array<Place, kFarAhead> soon; // places of the exchanges that come next
    std::uint8_t* const cells = cells_.data();
    const unsigned flag = 1u << axis;
    const auto ask = [&](std::size_t first) {
        Place* const places = soon.data() + first % kFarAhead;
        find_places(exchanges.data() + first, places);
        for (std::size_t i = 0; i < kAtOnce; ++i) prefetch_halfway(cells + places[i] / 2);
    };
    const std::size_t count = exchanges.size();
    for (std::size_t i = 0; i < std::min(kFarAhead, count); i += kAtOnce) ask(i);
    for (std::size_t first = 0; first < count; first += kAtOnce) {
        if (first + kAhead < count)
            for (std::size_t i = 0; i < kAtOnce; ++i)
                prefetch(cells + soon[(first + kAhead + i) % kFarAhead] / 2);
        for (std::size_t i = 0; i < kAtOnce; ++i)
            if (toggle(cells, soon[(first + i) % kFarAhead], flag))
                io_touched.push_back(exchanges[first + i].bodies());
        if (first + kFarAhead < count) ask(first + kFarAhead);
    }
}

void DensePairFlags::erase(std::span<const BodyId> bodies) {
    for (BodyId row = 0; row < limit_; ++row) {
        if (std::binary_search(bodies.begin(), bodies.end(), row)) {
            clear_row(row);
            continue;
        }
        for (const BodyId body : bodies) {
            if (body >= row) break;
            clear(triangular_index(row, body));
        }
    }
}

void DensePairFlags::clear(std::size_t index) {
    cells_[index / 2] &= static_cast<std::uint8_t>(index % 2 == 0 ? 0xF0u : 0x0Fu);
}

void DensePairFlags::clear_row(BodyId row) {
    if (row == 0) return;
    const std::size_t begin = triangular_index(row, 0), end = triangular_index(row, row - 1) + 1;
    if (begin % 2 != 0) clear(begin);
    if (end % 2 != 0) clear(end - 1);
    const auto at = [&](std::size_t cell) { return cells_.begin() + static_cast<std::ptrdiff_t>(cell); };
    if ((begin + 1) / 2 < end / 2) std::fill(at((begin + 1) / 2), at(end / 2), std::uint8_t{0});
}

} // namespace boxwood

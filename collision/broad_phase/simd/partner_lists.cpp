#include "collision/broad_phase/simd/partner_lists.hpp"

#include "collision/core/simd/processor.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#if BOXWOOD_HAS_WIDE_VECTORS
#include <immintrin.h>
#define BOXWOOD_BMI __attribute__((target("bmi,popcnt")))
#endif

namespace boxwood {

BodyId* extract_bodies_plain(BodyBits& io_bits, BodyId* out) {
    for (std::size_t group = 0; group < io_bits.groups.size(); ++group)
        for (std::uint64_t words = std::exchange(io_bits.groups[group], 0); words != 0; words &= words - 1) {
            const std::size_t word = 64 * group + static_cast<unsigned>(std::countr_zero(words));
            const auto first = static_cast<BodyId>(64 * word);
            for (std::uint64_t bits = std::exchange(io_bits.words[word], 0); bits != 0; bits &= bits - 1)
                *out++ = first + static_cast<BodyId>(std::countr_zero(bits));
        }
    return out;
}

#if BOXWOOD_HAS_WIDE_VECTORS

namespace {

// Writes four entries at a time, even if fewer bits are left: the number of bits is unpredictable, and a branch for
// each bit would often be mispredicted.
BOXWOOD_BMI inline BodyId* write_bits(std::uint64_t bits, BodyId first, BodyId* out) {
    BodyId* const end = out + std::popcount(bits);
    do {
        for (int k = 0; k < 4; ++k) {
            out[k] = first + static_cast<BodyId>(_tzcnt_u64(bits));
            bits = _blsr_u64(bits);
        }
        out += 4;
    } while (bits != 0);
    return end;
}

} // namespace

BOXWOOD_BMI BodyId* extract_bodies_bmi(BodyBits& io_bits, BodyId* out) {
    std::array<BodyId, 64 + kExtractPadding> words;
    for (std::size_t group = 0; group < io_bits.groups.size(); ++group) {
        if (io_bits.groups[group] == 0) continue;
        const BodyId* const end = write_bits(std::exchange(io_bits.groups[group], 0),
                                             static_cast<BodyId>(64 * group), words.data());
        for (const BodyId* word = words.data(); word != end; ++word)
            out = write_bits(std::exchange(io_bits.words[*word], 0), 64 * *word, out);
    }
    return out;
}

#endif

void PartnerLists::clear(BodyId limit) {
    lists_.clear();
    bits_.words.resize(limit / 64 + std::size_t{1});
    bits_.groups.resize(limit / 4096 + std::size_t{1});
}

void PartnerLists::add(BodyId body, std::span<const BodyId> partners, ExtractBodies extract) {
    if (partners.empty()) return;
    const std::size_t begin = size(), capacity = begin + partners.size() + kExtractPadding;
    if (partners_.size() < capacity) partners_.resize(2 * capacity);
    for (const BodyId partner : partners) bits_.insert(partner);
    BodyId* const first = partners_.data() + begin;
    const BodyId* const last = extract(bits_, first);
    const auto middle = static_cast<std::size_t>(std::lower_bound<const BodyId*>(first, last, body) - first);
    lists_.push_back({body, begin, begin + middle, begin + partners.size()});
}

} // namespace boxwood

// What: one end of a body's interval on one axis, and the swap of two such endpoints. Each is packed in 64 bits.
// Invariants: endpoints are ordered by the integer `bits >> 31`: by value, and at the same value MIN before MAX.
//     Therefore touching intervals overlap, and the ends of an interval of length 0 are never in the wrong order. -0
//     and +0 are the same value.
// Degenerate input: infinities are ordered correctly; NaN is not allowed, because it has no order.
// Source: [Cohen 1995] section 4.2.
#pragma once

#include "collision/core/ids.hpp"

#include <bit>
#include <cstdint>

namespace boxwood {

// Keys have the same order as floats. The addition of +0 changes -0 to +0.
inline std::uint32_t ordered_key(float value) {
    const auto bits = std::bit_cast<std::uint32_t>(value + 0.0f);
    const std::uint32_t is_negative = 0u - (bits >> 31);
    return bits ^ (is_negative | 0x80000000u);
}
inline float value_of_key(std::uint32_t key) {
    const std::uint32_t is_negative = (key >> 31) - 1u;
    return std::bit_cast<float>(key ^ (is_negative | 0x80000000u));
}

inline constexpr std::uint32_t kMaxFlag = 0x80000000u; // set in the low word of a MAX
inline constexpr std::uint32_t kBodyMask = 0x7FFFFFFFu;

struct Endpoint {
    std::uint64_t bits = 0; // key, 32 bits; is_max, 1 bit; body, 31 bits

    BodyId body() const { return static_cast<std::uint32_t>(bits) & kBodyMask; }
    bool is_max() const { return (bits & kMaxFlag) != 0; }
    float value() const { return value_of_key(static_cast<std::uint32_t>(bits >> 32)); }
    // Compares only the value and is_max, not the body, so that a stable sort does not swap endpoints that are equal
    // in both.
    bool is_after(Endpoint other) const { return bits > (other.bits | kBodyMask); }
};

inline Endpoint make_endpoint(std::uint32_t key, bool is_max, BodyId body) {
    return {(std::uint64_t{key} << 32) | (is_max ? kMaxFlag : 0u) | body};
}

// The swap of a MIN and a MAX: the overlap of their bodies on this axis began or ended. A sweep (SortedAxis::sweep)
// reports its pairs in the same form.
struct EndpointSwap {
    std::uint64_t bits = 0; // low word of the moving endpoint, low word of the passed one

    BodyId mover() const { return static_cast<std::uint32_t>(bits >> 32) & kBodyMask; }
    BodyId passed() const { return static_cast<std::uint32_t>(bits) & kBodyMask; }
    BodyPair bodies() const { return make_pair_of(mover(), passed()); }
};

} // namespace boxwood

// What: names of things: bodies, pairs of bodies, features of a polytope.
#pragma once

#include <compare>
#include <cstdint>

namespace boxwood {

using BodyId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// An unordered pair of bodies, always a < b; sorts by a, then b.
struct BodyPair {
    BodyId a = kNone;
    BodyId b = kNone;
    friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};
inline BodyPair make_pair_of(BodyId x, BodyId y) {
    return x < y ? BodyPair{x, y} : BodyPair{y, x};
}

// A pair of primitives (triangles), always in the order (of object A, of object B).
struct PrimitivePair {
    std::uint32_t a = kNone;
    std::uint32_t b = kNone;
    friend auto operator<=>(const PrimitivePair&, const PrimitivePair&) = default;
};

enum class FeatureKind : std::uint8_t { vertex, edge, face };

// A vertex, edge or face of one polytope.
struct Feature {
    FeatureKind kind = FeatureKind::vertex;
    std::uint32_t index = 0;
    friend auto operator<=>(const Feature&, const Feature&) = default;
};

} // namespace boxwood

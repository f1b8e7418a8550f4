// What: names of things: bodies, pairs of bodies, features of a polytope.
#pragma once

#include <compare>
#include <cstdint>

namespace boxwood {

using BodyId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// A body for as long as it is in a world: unlike a BodyId, which goes to another body after a removal and names a body in each
// world, it never names another one. It stays valid when the world is moved. A default-made handle names none.
struct BodyHandle {
    BodyId id = kNone;
    std::uint64_t serial = 0; // which of the bodies that the process ever had, counted from 1
    friend auto operator<=>(const BodyHandle&, const BodyHandle&) = default;
};

// How a call names a body: by a handle, which is checked to be of this very body, or by the id of whichever body has it now,
// as the results of a step do.
struct BodyRef {
    BodyRef(BodyHandle handle)
        : id(handle.id)
        , serial(handle.serial)
        , is_handle(true) {}
    BodyRef(BodyId body)
        : id(body) {}

    BodyId id = kNone;
    std::uint64_t serial = 0;
    bool is_handle = false;
};

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

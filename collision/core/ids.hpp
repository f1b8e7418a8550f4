// What: identifiers of bodies, pairs of bodies and features of a polytope.
#pragma once

#include <compare>
#include <cstdint>

namespace boxwood {

using BodyId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// Refers to one body for as long as it is in a world. A BodyId is reused after a removal and repeats in every world; a
// handle never refers to another body. It stays valid when the world is moved. A default-constructed handle refers to
// no body.
struct BodyHandle {
    BodyId id = kNone;
    std::uint64_t serial = 0; // counts all bodies of the process, from 1
    friend auto operator<=>(const BodyHandle&, const BodyHandle&) = default;
};

// How a call refers to a body: by a handle, which is checked to be of this very body, or by an id, as in the results of
// a step, which refers to the body that has this id now.
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

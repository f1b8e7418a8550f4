// What: identifiers of bodies, pairs of bodies and features of a polytope.
#pragma once

#include <compare>
#include <cstdint>

namespace boxwood {

using BodyId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// Refers to one body as long as it is in a world, even if the world is moved, and never to another body. In contrast, a
// BodyId is reused after a removal, and every world uses the same ids. A default-constructed handle refers to no body.
struct BodyHandle {
    BodyId id = kNone;
    std::uint64_t serial = 0; // counts all bodies of the process, from 1
    friend auto operator<=>(const BodyHandle&, const BodyHandle&) = default;
};

// The body argument of a call: a handle, which is checked, or an id, as in the results of a step, which refers to the
// body that currently has it.
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

// A pair of primitives (triangles): the first of object A, the second of object B.
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

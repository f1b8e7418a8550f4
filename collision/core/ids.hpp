// What: identifiers of bodies, pairs of bodies and features of a polytope.
#pragma once

#include <compare>
#include <cstdint>

namespace boxwood {

using BodyId = std::uint32_t;
inline constexpr std::uint32_t kNone = 0xFFFFFFFFu;

// A handle of a body. It is valid while the body is in a world, even if the world object is moved, and never refers to
// another body. In contrast, a BodyId is reused after a removal, and bodies of different worlds can have equal ids. A
// default-constructed handle refers to no body.
struct BodyHandle {
    BodyId id = kNone;
    std::uint64_t serial = 0; // unique in the process; numbers all bodies from 1
    friend auto operator<=>(const BodyHandle&, const BodyHandle&) = default;
};

// The body argument of a call: a handle or an id. The call rejects the handle of a removed body. An id, for example
// from the results of a step, refers to the body that currently has this id.
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

// An unordered pair of bodies, with a < b. Sorts by a, then by b.
struct BodyPair {
    BodyId a = kNone;
    BodyId b = kNone;
    friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};
inline BodyPair make_pair_of(BodyId x, BodyId y) {
    return x < y ? BodyPair{x, y} : BodyPair{y, x};
}

// A pair of primitives (triangles): a belongs to object A, b to object B.
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

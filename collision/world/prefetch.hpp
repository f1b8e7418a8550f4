// What: prefetches the data of upcoming bodies and pairs, because the shapes of many bodies do not fit into the
//     caches.
// Invariants: affects run time only.
#pragma once

#include "collision/core/prefetch.hpp"
#include "collision/world/body.hpp"

#include <cstddef>
#include <span>

namespace boxwood {

// The head of a polytope: the addresses and sizes of its arrays.
inline void prefetch_head(const Polytope* polytope) {
    if (polytope) prefetch(std::span(polytope, 1));
}

// The blocks that a scan of the vertices reads. Their addresses are in the head, so prefetch the head first.
inline void prefetch_blocks(const Polytope* polytope) {
    if (polytope) prefetch(polytope->blocks());
}

// The fields of a body that the narrow phase reads for a pair of polytopes.
inline void prefetch_pose(const Body& body) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&body);
    prefetch(bytes);
    prefetch(bytes + kCacheLine);
}

} // namespace boxwood

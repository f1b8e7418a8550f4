// What: asks the memory for what the stages will read of bodies and pairs to come: shapes of many bodies do not fit
//       the caches.
// Invariants: no effect but on time.
#pragma once

#include "collision/core/prefetch.hpp"
#include "collision/world/body.hpp"

#include <cstddef>
#include <span>

namespace boxwood {

// The head of a polytope: where its arrays are, and its sizes.
inline void prefetch_head(const Polytope* polytope) {
    if (polytope) prefetch(std::span(polytope, 1));
}

// What a scan of its vertices reads; its head must be there.
inline void prefetch_blocks(const Polytope* polytope) {
    if (polytope) prefetch(polytope->blocks());
}

// What a narrow phase reads of a body.
inline void prefetch_pose(const Body& body) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&body);
    prefetch(bytes);
    prefetch(bytes + kCacheLine);
}

} // namespace boxwood

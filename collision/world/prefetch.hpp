// What: asks the memory for what the stages will read of bodies and pairs to come: shapes of many bodies do not fit
//       the caches.
// Invariants: no effect but on time.
#pragma once

#include "collision/core/prefetch.hpp"
#include "collision/world/body.hpp"

#include <cstddef>
#include <span>

namespace boxwood {

// What a climb reads of a small polytope; of a great one, where it starts.
inline void prefetch_climb(const Body& body) {
    constexpr std::size_t kSmall = 2048; // bytes
    if (!body.polytope || body.box != BoxKind::dynamic_box) return;
    const std::span<const std::byte> bytes = body.polytope->climb_bytes();
    if (bytes.size() <= kSmall) return prefetch(bytes);
    for (const std::uint32_t vertex : body.extremes.vertex) prefetch(&body.polytope->positions()[vertex]);
}

// The head of a polytope: where its arrays are, and its sizes.
inline void prefetch_head(const Polytope* polytope) {
    if (polytope) prefetch(std::span(polytope, 1));
}

// What a narrow phase reads of a body.
inline void prefetch_pose(const Body& body) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&body);
    prefetch(bytes);
    prefetch(bytes + kCacheLine);
}

} // namespace boxwood

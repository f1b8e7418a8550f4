// What: asks the memory for what the boxes of bodies to come will read: shapes of many bodies do not fit the caches.
// Invariants: no effect but on time.
#pragma once

#include "collision/world/body.hpp"

#include <cstddef>
#include <span>

namespace boxwood {

inline constexpr std::size_t kCacheLine = 64;

template <class T>
void prefetch(std::span<const T> values) {
    const auto* bytes = reinterpret_cast<const char*>(values.data());
    for (std::size_t at = 0; at < values.size_bytes(); at += kCacheLine) __builtin_prefetch(bytes + at);
}

// What a climb reads of a small polytope; of a great one, where it starts.
inline void prefetch_climb(const Body& body) {
    constexpr std::size_t kSmall = 64; // vertices
    if (!body.polytope || body.box != BoxKind::dynamic_box) return;
    const std::span<const glm::vec3> positions = body.polytope->positions();
    if (positions.size() > kSmall) {
        for (const std::uint32_t vertex : body.extremes.vertex) __builtin_prefetch(&positions[vertex]);
        return;
    }
    const auto last = static_cast<std::uint32_t>(positions.size() - 1);
    const std::span<const std::uint32_t> first = body.polytope->vertex_neighbors(0);
    const std::span<const std::uint32_t> end = body.polytope->vertex_neighbors(last);
    prefetch(positions);
    prefetch(std::span(first.data(), end.data() + end.size()));
}

// The head of a polytope: where its arrays are, and its sizes.
inline void prefetch_head(const Polytope* polytope) {
    if (polytope) prefetch(std::span(polytope, 1));
}

} // namespace boxwood

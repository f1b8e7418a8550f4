// What: prefetches memory that is read soon afterwards.
// Invariants: affects run time only. GCC removes calls of a function that only prefetches, because it assumes that they
//             have no side effects. The empty assembly prevents this.
#pragma once

#include <cstddef>
#include <span>

namespace boxwood {

inline constexpr std::size_t kCacheLine = 64; // bytes

inline void prefetch(const void* place) {
#if defined(__GNUC__)
    __builtin_prefetch(place);
    asm volatile("" : : "r"(place));
#else
    static_cast<void>(place);
#endif
}

// Prefetches only into the second-level cache. Use it for data that would be evicted from the first-level cache before
// it is used.
inline void prefetch_to_l2(const void* place) {
#if defined(__GNUC__)
    __builtin_prefetch(place, 0, 1);
    asm volatile("" : : "r"(place));
#else
    static_cast<void>(place);
#endif
}

template <class T>
void prefetch(std::span<const T> values) {
    const auto* bytes = reinterpret_cast<const std::byte*>(values.data());
    for (std::size_t at = 0; at < values.size_bytes(); at += kCacheLine) prefetch(bytes + at);
}

} // namespace boxwood

// What: asks the memory for what will be read soon.
// Invariants: no effect but on time. Compilers must not see it so: GCC takes a function that only prefetches for one
//             without effects, and leaves calls of it out. The empty assembly is what it cannot leave out.
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

// Only as far as the second-level cache: for so many places that the first level would not hold them until their turn.
inline void prefetch_halfway(const void* place) {
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

// What: memory for arrays of tree nodes in which siblings are adjacent and the root is alone at index 0. The first pair
//       of siblings starts at a cache line, so each pair of 32-byte nodes occupies one line instead of two.
// Cost: up to two additional cache lines per array.
#pragma once

#include "collision/core/memory/large_pages.hpp"
#include "collision/core/prefetch.hpp"

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace boxwood {

template <class T>
struct SiblingAllocator {
    using value_type = T;
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

    SiblingAllocator() = default;
    template <class U>
    SiblingAllocator(const SiblingAllocator<U>&) {}

    // Element 0 ends at a line boundary, so element 1 starts a new line.
    static constexpr std::size_t kOffset = (kCacheLine - sizeof(T) % kCacheLine) % kCacheLine;
    static_assert(kOffset % alignof(T) == 0);

    T* allocate(std::size_t count) {
        void* memory = allocate_array(count * sizeof(T) + kOffset, kCacheLine);
        return reinterpret_cast<T*>(static_cast<std::byte*>(memory) + kOffset);
    }
    void deallocate(T* first, std::size_t count) {
        free_array(reinterpret_cast<std::byte*>(first) - kOffset, count * sizeof(T) + kOffset, kCacheLine);
    }
    // Elements without a value stay uninitialized, because builders write each node before it is read.
    template <class U>
    void construct(U*) {}
    template <class U, class... Arguments>
    void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
    friend bool operator==(const SiblingAllocator&, const SiblingAllocator&) { return true; }
};

} // namespace boxwood

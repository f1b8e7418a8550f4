// What: memory for arrays of tree nodes in which siblings are adjacent and the root is alone at index 0: the first pair
//     of siblings begins a line of the cache, so that a pair of 32-byte nodes is one line and not two.
// Cost: up to two lines per array.
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

    // T goes to the end of a line, what follows it to the beginning of the next.
    static constexpr std::size_t kOffset = (kCacheLine - sizeof(T) % kCacheLine) % kCacheLine;
    static_assert(kOffset % alignof(T) == 0);

    T* allocate(std::size_t count) {
        void* memory = allocate_array(count * sizeof(T) + kOffset, kCacheLine);
        return reinterpret_cast<T*>(static_cast<std::byte*>(memory) + kOffset);
    }
    void deallocate(T* first, std::size_t count) {
        free_array(reinterpret_cast<std::byte*>(first) - kOffset, count * sizeof(T) + kOffset, kCacheLine);
    }
    // Not initialized where an array grows without a value: a builder writes each node once.
    template <class U>
    void construct(U*) {}
    template <class U, class... Arguments>
    void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
    friend bool operator==(const SiblingAllocator&, const SiblingAllocator&) { return true; }
};

} // namespace boxwood

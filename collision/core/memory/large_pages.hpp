// What: memory for large arrays, on huge pages if the system supports them. Mapping the many small pages of a large
//       hierarchy takes longer than building it, and random access to small pages causes TLB misses. If the program
//       enables the cache of large_buffer_cache.hpp, freed arrays are cached.
// Invariants: affects time and memory only. Elements constructed without arguments are uninitialized: code that resizes
//             an array with this allocator must write the new elements before it reads them.
// Cost: arrays below kLargeArrayBytes come from the heap; larger ones use up to an eighth more address space than
//       requested, plus up to one huge page.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace boxwood {

inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20; // size of a huge page on most systems
// Smaller arrays use the heap, which reuses mapped pages of earlier arrays.
inline constexpr std::size_t kLargeArrayBytes = 4 * kHugePageBytes;

// A hint: the system can ignore it and use regular pages.
void request_huge_pages(void* place, std::size_t bytes);

// Tells the system that the contents of these pages are no longer needed. The system can then reclaim the pages; a
// reclaimed page contains zeros.
void mark_reclaimable(void* place, std::size_t bytes);

// An array must be freed with the size and the alignment of its allocation.
void* allocate_array(std::size_t bytes, std::size_t alignment);
void free_array(void* place, std::size_t bytes, std::size_t alignment);

template <class T>
struct LargePageAllocator {
    using value_type = T;
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

    LargePageAllocator() = default;
    template <class U>
    LargePageAllocator(const LargePageAllocator<U>&) {}

    T* allocate(std::size_t count) { return static_cast<T*>(allocate_array(count * sizeof(T), alignof(T))); }
    void deallocate(T* first, std::size_t count) { free_array(first, count * sizeof(T), alignof(T)); }

    template <class U>
    void construct(U*) {}
    template <class U, class... Arguments>
    void construct(U* place, Arguments&&... arguments) {
        ::new (static_cast<void*>(place)) U(std::forward<Arguments>(arguments)...);
    }
    friend bool operator==(const LargePageAllocator&, const LargePageAllocator&) { return true; }
};

// New elements without a value are uninitialized.
template <class T>
using LargeArray = std::vector<T, LargePageAllocator<T>>;

} // namespace boxwood

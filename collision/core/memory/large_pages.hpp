// What: memory for large arrays: huge pages are asked for where the system has them. Pages that the system hands out one by
//       one take longer than the build that fills them, and what is met at random misses the page tables, too.
//       What is freed is kept for the next (large_buffer_cache.hpp).
// Invariants: no effect but on time and memory. Values that come into being without an argument are left as they are: whoever
//             resizes an array of LargePageAllocator writes it before it is read.
// Cost: arrays below kLargeArrayBytes come from the heap as ever; the others have up to an eighth more of addresses than they
//       use, and up to a huge page beside it.
#pragma once

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

namespace boxwood {

inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20; // of most systems
// Below, the heap has the pages already that earlier arrays left.
inline constexpr std::size_t kLargeArrayBytes = 4 * kHugePageBytes;

// Advice: where it is not taken, the pages are the usual ones.
void ask_for_huge_pages(void* place, std::size_t bytes);

// Whole pages of memory that nobody uses for now: the system may take them, and clears them then.
void offer_to_system(void* place, std::size_t bytes);

// What was allocated is freed with the same size and alignment.
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

// Not initialized where it grows without a value.
template <class T>
using LargeArray = std::vector<T, LargePageAllocator<T>>;

} // namespace boxwood

// What: a cache of freed large arrays for later allocations of the same size. Programs enable it with
//       set_buffer_cache_limit; by default nothing is cached. When the system has to find, clear and map pages for such
//       arrays, that takes longer than the build that fills them; a program that builds one hierarchy after another
//       pays only once.
// Units: bytes of address space. Cached memory is offered to the system, which reclaims it under memory pressure.
// Invariants: never exceeds the limit; the oldest arrays are evicted first. Affects time and memory only. Thread-safe.
// Cost: a lock and a search through some dozen entries, only for arrays of at least kLargeArrayBytes.
// Oracle: a model in tests/collision/core/large_buffer_cache_test.cpp.
#pragma once

#include "collision/core/sanitizer.hpp"

#include <cstddef>
#include <mutex>
#include <vector>

namespace boxwood {

// A limit for programs that build one hierarchy after another: the arrays of one build of 18-DOPs over a million
// triangles, including the hierarchy itself. Zero under a sanitizer, so that it detects use after free.
inline constexpr std::size_t kArraysOfBuilds = kIsSanitized ? 0 : std::size_t{512} << 20;

// Process-wide. Caches at most `most` bytes from now on, 0 initially; the excess is freed at once.
void set_buffer_cache_limit(std::size_t most);
// Frees all cached arrays; arrays that are freed later are cached again.
void release_buffer_cache();
std::size_t kept_bytes();

// One such cache; the library uses the process-wide one.
class LargeBufferCache {
  public:
    explicit LargeBufferCache(std::size_t most)
        : most_(most) {}
    ~LargeBufferCache() { give_back(); }
    LargeBufferCache(const LargeBufferCache&) = delete;
    LargeBufferCache& operator=(const LargeBufferCache&) = delete;
    static LargeBufferCache& of_process();

    // An array of exactly that size, or null. Its contents are unspecified.
    void* take(std::size_t bytes);
    // Takes ownership. Requires unused memory from ::operator new that is aligned to kHugePageBytes.
    void put(void* place, std::size_t bytes);
    void set_most(std::size_t most);
    void give_back();
    std::size_t most() const;
    std::size_t bytes() const;

  private:
    struct Array {
        void* place = nullptr;
        std::size_t bytes = 0;
    };
    using Arrays = std::vector<Array>;

    // Removes the oldest arrays until at most `most` bytes remain. Requires the lock.
    Arrays remove_excess(std::size_t most);
    static void free_all(const Arrays& arrays);

    mutable std::mutex lock_;
    Arrays arrays_; // oldest first
    std::size_t bytes_ = 0, most_ = 0;
};

} // namespace boxwood

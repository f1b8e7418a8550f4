// What: a cache of freed large arrays for later allocations of the same size. Programs enable it with
//       set_buffer_cache_limit; by default, nothing is cached. Without the cache, the system must find, clear and map
//       new pages for each array. For the arrays of a hierarchy, this takes longer than the build itself. With the
//       cache, a program that builds one hierarchy after another needs new pages only for the first one.
// Units: bytes of address space. The system can reclaim cached memory under memory pressure.
// Invariants: never exceeds the limit; the oldest arrays are evicted first. Affects time and memory only. Thread-safe.
// Cost: a lock and a search of a few dozen entries, only for arrays of at least kLargeArrayBytes.
// Oracle: a model in tests/collision/core/large_buffer_cache_test.cpp.
#pragma once

#include "collision/core/sanitizer.hpp"

#include <cstddef>
#include <mutex>
#include <vector>

namespace boxwood {

// A limit for programs that build one hierarchy after another. It is large enough for all arrays of one build of
// 18-DOPs over a million triangles, including the hierarchy itself. With a sanitizer, the limit is 0, because the
// sanitizer cannot detect a use of an array that was freed into the cache.
inline constexpr std::size_t kBuildCacheLimit = kIsSanitized ? 0 : std::size_t{512} << 20;

// Sets the limit of the process-wide cache in bytes and immediately frees the excess. The limit is 0 by default.
void set_buffer_cache_limit(std::size_t limit);
// Frees all arrays in the process-wide cache. Arrays that are freed later are cached again.
void release_buffer_cache();
// Bytes in the process-wide cache.
std::size_t buffer_cache_bytes();

// A cache of arrays. The library uses of_process().
class LargeBufferCache {
  public:
    explicit LargeBufferCache(std::size_t limit)
        : limit_(limit) {}
    ~LargeBufferCache() { clear(); }
    LargeBufferCache(const LargeBufferCache&) = delete;
    LargeBufferCache& operator=(const LargeBufferCache&) = delete;
    static LargeBufferCache& of_process();

    // Removes an array of exactly this size from the cache and returns it; null if there is none. Its contents are
    // unspecified.
    void* take(std::size_t bytes);
    // Takes ownership of an unused array. Requires memory that ::operator new allocated with the alignment
    // kHugePageBytes.
    void put(void* place, std::size_t bytes);
    void set_limit(std::size_t limit);
    void clear();
    std::size_t limit() const;
    std::size_t bytes() const;

  private:
    struct Array {
        void* place = nullptr;
        std::size_t bytes = 0;
    };
    using Arrays = std::vector<Array>;

    // Removes the oldest arrays until at most `limit` bytes remain, and returns them. The caller must hold the lock.
    Arrays remove_excess(std::size_t limit);
    static void free_all(const Arrays& arrays);

    mutable std::mutex lock_;
    Arrays arrays_; // oldest first
    std::size_t bytes_ = 0, limit_ = 0;
};

} // namespace boxwood

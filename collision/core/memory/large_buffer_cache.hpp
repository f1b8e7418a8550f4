// What: large arrays that were freed, kept for the next of their size, for programs that say so by set_buffer_cache_limit: the library
//       keeps none by itself. Where the system has to find, clear and map pages for them, it takes longer than the build that
//       fills them; a program that builds one hierarchy after another waits once.
// Units: bytes of address space. What is kept is offered to the system, which takes what it is short of.
// Invariants: never more than the bound stated; the oldest go first. No effect but on time and memory. Any thread.
// Cost: a lock and a look at some dozen entries, for arrays of kLargeArrayBytes and more only.
// Oracle: a model of it in tests/collision/core/large_buffer_cache_test.cpp.
#pragma once

#include <cstddef>
#include <mutex>
#include <vector>

namespace boxwood {

// A bound for programs that build one hierarchy after another: what one build of 18-DOPs over a million triangles takes, and
// the hierarchy itself. None under a sanitizer, so that it sees what is used after it was freed.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::size_t kArraysOfBuilds = 0;
#else
inline constexpr std::size_t kArraysOfBuilds = std::size_t{512} << 20;
#endif

// Of the whole process. From now on at most so many bytes are kept, at first none; what is above is given back at once.
void set_buffer_cache_limit(std::size_t most);
// Gives all back, and goes on keeping what is freed later.
void release_buffer_cache();
std::size_t kept_bytes();

// One such store; the library uses the process's.
class LargeBufferCache {
  public:
    explicit LargeBufferCache(std::size_t most)
        : most_(most) {}
    ~LargeBufferCache() { give_back(); }
    LargeBufferCache(const LargeBufferCache&) = delete;
    LargeBufferCache& operator=(const LargeBufferCache&) = delete;
    static LargeBufferCache& of_process();

    // An array of exactly that size, or null. Its values are what they are.
    void* take(std::size_t bytes);
    // Requires memory of ::operator new, aligned to kHugePageBytes, that nobody uses: it is the store's from now on.
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

    // Those above so many bytes, from the oldest on. Requires the lock.
    Arrays remove_excess(std::size_t most);
    static void free_all(const Arrays& arrays);

    mutable std::mutex lock_;
    Arrays arrays_; // oldest first
    std::size_t bytes_ = 0, most_ = 0;
};

} // namespace boxwood

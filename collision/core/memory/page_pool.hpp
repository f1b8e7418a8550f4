// What: memory for many small objects that are read together. The objects are packed into large blocks, on huge pages
//       if the system supports them. Random access to the objects then causes few TLB misses.
// Invariants: all blocks are freed together, when the pool and all containers that use it are destroyed. Affects time
//             and memory only. Not thread-safe.
// Cost: the end of each block can remain unused, because an allocation does not continue in the next block.
// Oracle: none; tests check the alignment and that stored values stay intact.
#pragma once

#include "collision/core/memory/large_pages.hpp"

#include <cstddef>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

namespace boxwood {

class PagePool {
  public:
    static constexpr std::size_t kBlockBytes = kHugePageBytes;

    // Requires an alignment that is a power of two, at most kBlockBytes.
    void* allocate(std::size_t bytes, std::size_t alignment);

  private:
    struct Free {
        void operator()(std::byte* block) const;
    };

    std::vector<std::unique_ptr<std::byte[], Free>> blocks_;
    std::byte* next_ = nullptr;
    std::size_t left_ = 0; // number of unused bytes from next_ on
};

// An allocator for containers. Without a pool, it uses the heap.
template <class T>
class PoolAllocator {
  public:
    using value_type = T;
    using propagate_on_container_move_assignment = std::true_type;

    PoolAllocator() = default;
    explicit PoolAllocator(std::shared_ptr<PagePool> pool)
        : pool_(std::move(pool)) {}
    template <class U>
    explicit PoolAllocator(const PoolAllocator<U>& other)
        : pool_(other.pool()) {}

    T* allocate(std::size_t count) {
        if (pool_) return static_cast<T*>(pool_->allocate(count * sizeof(T), alignof(T)));
        return std::allocator<T>().allocate(count);
    }
    void deallocate(T* place, std::size_t count) {
        if (!pool_) std::allocator<T>().deallocate(place, count);
    }
    // Copies of a container use the heap.
    PoolAllocator select_on_container_copy_construction() const { return {}; }
    const std::shared_ptr<PagePool>& pool() const { return pool_; }
    friend bool operator==(const PoolAllocator& a, const PoolAllocator& b) { return a.pool_ == b.pool_; }

  private:
    std::shared_ptr<PagePool> pool_;
};

} // namespace boxwood

#include "collision/core/memory/large_buffer_cache.hpp"

#include "collision/core/memory/large_pages.hpp"

#include <algorithm>
#include <new>

namespace boxwood {

// The cache is never destroyed, because static arrays can be freed after all other destructors have run.
LargeBufferCache& LargeBufferCache::of_process() {
    static LargeBufferCache* const arrays = new LargeBufferCache(0);
    return *arrays;
}

void* LargeBufferCache::take(std::size_t bytes) {
    const std::lock_guard guard(lock_);
    const auto found = std::find_if(arrays_.rbegin(), arrays_.rend(),
                                    [bytes](const Array& array) { return array.bytes == bytes; });
    if (found == arrays_.rend()) return nullptr;
    void* const place = found->place;
    bytes_ -= bytes;
    arrays_.erase(std::prev(found.base()));
    return place;
}

void LargeBufferCache::put(void* place, std::size_t bytes) {
    if (bytes > limit()) return free_all({{place, bytes}});
    mark_reclaimable(place, bytes);
    Arrays excess;
    {
        const std::lock_guard guard(lock_);
        arrays_.push_back({place, bytes});
        bytes_ += bytes;
        excess = remove_excess(limit_);
    }
    free_all(excess);
}

void LargeBufferCache::set_limit(std::size_t limit) {
    Arrays excess;
    {
        const std::lock_guard guard(lock_);
        limit_ = limit;
        excess = remove_excess(limit);
    }
    free_all(excess);
}

void LargeBufferCache::clear() {
    Arrays excess;
    {
        const std::lock_guard guard(lock_);
        excess = remove_excess(0);
    }
    free_all(excess);
}

std::size_t LargeBufferCache::limit() const {
    const std::lock_guard guard(lock_);
    return limit_;
}

std::size_t LargeBufferCache::bytes() const {
    const std::lock_guard guard(lock_);
    return bytes_;
}

LargeBufferCache::Arrays LargeBufferCache::remove_excess(std::size_t limit) {
    auto end = arrays_.begin();
    for (; bytes_ > limit; ++end) bytes_ -= end->bytes;
    const Arrays excess(arrays_.begin(), end);
    arrays_.erase(arrays_.begin(), end);
    return excess;
}

void LargeBufferCache::free_all(const Arrays& arrays) {
    for (const Array& array : arrays) ::operator delete (array.place, std::align_val_t{kHugePageBytes});
}

void set_buffer_cache_limit(std::size_t limit) {
    LargeBufferCache::of_process().set_limit(limit);
}
void release_buffer_cache() {
    LargeBufferCache::of_process().clear();
}
std::size_t buffer_cache_bytes() {
    return LargeBufferCache::of_process().bytes();
}

} // namespace boxwood

#include "collision/core/memory/large_pages.hpp"

#include "collision/core/memory/large_buffer_cache.hpp"

#include <bit>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace boxwood {
namespace {

// Rounds the size up to one of eight sizes per power of two, so that arrays of nearly the same size can reuse cached
// memory.
std::size_t cached_size(std::size_t bytes) {
    const std::size_t step = std::bit_floor(bytes) / 8;
    return (bytes + step - 1) / step * step;
}
bool is_cacheable(std::size_t bytes, std::size_t alignment) {
    return bytes >= kLargeArrayBytes && alignment <= kHugePageBytes;
}

} // namespace

void request_huge_pages([[maybe_unused]] void* place, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    static_cast<void>(madvise(place, bytes, MADV_HUGEPAGE));
#endif
}

void mark_reclaimable([[maybe_unused]] void* place, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    static_cast<void>(madvise(place, bytes, MADV_FREE));
#endif
}

void* allocate_array(std::size_t bytes, std::size_t alignment) {
    if (!is_cacheable(bytes, alignment)) return ::operator new (bytes, std::align_val_t{alignment});
    const std::size_t size = cached_size(bytes);
    if (void* const cached = LargeBufferCache::of_process().take(size)) return cached;
    void* const place = ::operator new (size, std::align_val_t{kHugePageBytes});
    request_huge_pages(place, size);
    return place;
}

void free_array(void* place, std::size_t bytes, std::size_t alignment) {
    if (is_cacheable(bytes, alignment))
        LargeBufferCache::of_process().put(place, cached_size(bytes));
    else
        ::operator delete (place, std::align_val_t{alignment});
}

} // namespace boxwood

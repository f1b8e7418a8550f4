#include "collision/core/large_pages.hpp"

#include <algorithm>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace boxwood {
namespace {

std::align_val_t alignment_of(std::size_t bytes, std::size_t alignment) {
    return std::align_val_t{bytes < kLargeArrayBytes ? alignment : std::max(alignment, kHugePageBytes)};
}

} // namespace

void ask_for_huge_pages([[maybe_unused]] void* place, [[maybe_unused]] std::size_t bytes) {
#if defined(__linux__)
    static_cast<void>(madvise(place, bytes, MADV_HUGEPAGE));
#endif
}

void* allocate_array(std::size_t bytes, std::size_t alignment) {
    void* const place = ::operator new(bytes, alignment_of(bytes, alignment));
    if (bytes >= kLargeArrayBytes) ask_for_huge_pages(place, bytes);
    return place;
}

void free_array(void* place, std::size_t bytes, std::size_t alignment) {
    ::operator delete(place, alignment_of(bytes, alignment));
}

} // namespace boxwood

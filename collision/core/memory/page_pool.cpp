#include "collision/core/memory/page_pool.hpp"

#include "collision/core/memory/large_pages.hpp"

#include <algorithm>
#include <cstdint>
#include <new>

namespace boxwood {
namespace {

constexpr std::align_val_t kBlockAlignment{PagePool::kBlockBytes};

} // namespace

void PagePool::Free::operator()(std::byte* block) const {
    ::operator delete[](block, kBlockAlignment);
}

void* PagePool::allocate(std::size_t bytes, std::size_t alignment) {
    const auto gap = [&] {
        return (alignment - reinterpret_cast<std::uintptr_t>(next_) % alignment) % alignment;
    };
    if (next_ == nullptr || left_ < gap() + bytes) {
        const std::size_t size = (bytes + kBlockBytes - 1) / kBlockBytes * kBlockBytes;
        blocks_.emplace_back(
            static_cast<std::byte*>(::operator new[](std::max(size, kBlockBytes), kBlockAlignment)));
        next_ = blocks_.back().get();
        left_ = std::max(size, kBlockBytes);
        request_huge_pages(next_, left_);
    }
    std::byte* const place = next_ + gap();
    left_ -= static_cast<std::size_t>(place - next_) + bytes;
    next_ = place + bytes;
    return place;
}

} // namespace boxwood

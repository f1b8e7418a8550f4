#include "tests/collision/broad_phase/live_bytes.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

namespace {
std::size_t live = 0;
constexpr std::size_t kHeader = alignof(std::max_align_t); // room before each block for its size
} // namespace

namespace boxwood::test {
std::size_t live_bytes() {
    return live;
}
} // namespace boxwood::test

void* operator new(std::size_t size) {
    auto* block = static_cast<std::byte*>(std::malloc(size + kHeader));
    if (block == nullptr) std::abort();
    *reinterpret_cast<std::size_t*>(block) = size;
    live += size;
    return block + kHeader;
}
void* operator new(std::size_t size,
                   const std::nothrow_t&) noexcept { // std::stable_sort allocates its buffer with this
    return operator new(size);
}
void operator delete(void* memory) noexcept {
    if (memory == nullptr) return;
    std::byte* block = static_cast<std::byte*>(memory) - kHeader;
    live -= *reinterpret_cast<std::size_t*>(block);
    std::free(block);
}
void operator delete(void* memory, std::size_t) noexcept {
    operator delete(memory);
}

#include "tests/contracts/allocations.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<std::size_t> count{0};
} // namespace

namespace boxwood::test {
std::size_t count_allocations() {
    return count.load();
}
} // namespace boxwood::test

void* operator new(std::size_t size) {
    ++count;
    void* const memory = std::malloc(size > 0 ? size : 1);
    if (memory == nullptr) std::abort();
    return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    return operator new(size);
}
// Of types that need more alignment than malloc gives.
void* operator new(std::size_t size, std::align_val_t alignment) {
    ++count;
    const auto step = static_cast<std::size_t>(alignment);
    void* const memory = std::aligned_alloc(step, (size / step + 1) * step);
    if (memory == nullptr) std::abort();
    return memory;
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

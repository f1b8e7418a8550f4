#include "collision/core/memory/page_pool.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <numeric>

namespace boxwood::page_pool_test {
namespace {

std::uintptr_t address(const void* place) {
    return reinterpret_cast<std::uintptr_t>(place);
}

TEST(PagePoolTest, AllocationsAreAlignedAndDoNotOverlap) {
    PagePool pool;
    std::uintptr_t end_before = 0;
    for (const std::size_t bytes : {1u, 64u, 7u, 4096u, 3u}) {
        for (const std::size_t alignment : {1u, 8u, 64u}) {
            void* const place = pool.allocate(bytes, alignment);
            EXPECT_EQ(address(place) % alignment, 0u);
            EXPECT_GE(address(place), end_before); // all allocations fit in one block
            std::memset(place, 0xAB, bytes);
            end_before = address(place) + bytes;
        }
    }
}

TEST(PagePoolTest, AllocationsOfABlockOrMoreKeepTheirValues) {
    PagePool pool;
    auto* const small = static_cast<std::byte*>(pool.allocate(100, 8));
    *small = std::byte{7};
    const std::size_t large_bytes = 3 * PagePool::kBlockBytes + 1;
    void* const large = pool.allocate(large_bytes, 64);
    std::memset(large, 0xCD, large_bytes);
    void* const full = pool.allocate(PagePool::kBlockBytes, 64);
    std::memset(full, 0xEF, PagePool::kBlockBytes);
    EXPECT_EQ(*small, std::byte{7});
    EXPECT_EQ(static_cast<unsigned char*>(large)[large_bytes - 1], 0xCD);
}

TEST(PoolAllocatorTest, AContainerKeepsItsPoolAliveAndCopiesUseTheHeap) {
    using Numbers = std::vector<int, PoolAllocator<int>>;
    auto pool = std::make_shared<PagePool>();
    const std::weak_ptr<PagePool> watch = pool;
    Numbers numbers(1000, PoolAllocator<int>(pool));
    std::iota(numbers.begin(), numbers.end(), 0);
    pool.reset();
    const Numbers copy = numbers;
    EXPECT_EQ(copy.get_allocator().pool(), nullptr);
    Numbers moved;
    moved = std::move(numbers);
    EXPECT_FALSE(watch.expired());
    EXPECT_EQ(moved[999], 999);
    moved = Numbers();
    EXPECT_TRUE(watch.expired());
    EXPECT_EQ(copy[999], 999);
}

} // namespace
} // namespace boxwood::page_pool_test

#include "collision/core/memory/large_pages.hpp"

#include "collision/core/memory/sibling_allocator.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>

namespace boxwood {
namespace {

std::uintptr_t address(const void* place) {
    return reinterpret_cast<std::uintptr_t>(place);
}

struct Pair {
    std::uint64_t first = 1, second = 2;
};

TEST(LargePagesTest, LargeArraysStartAtAHugePageBoundaryAndKeepTheirValues) {
    for (const std::size_t bytes :
         {std::size_t{64}, kLargeArrayBytes - 4, kLargeArrayBytes, 3 * kLargeArrayBytes + 4}) {
        LargeArray<std::uint32_t> values(bytes / sizeof(std::uint32_t));
        const std::uintptr_t boundary = bytes >= kLargeArrayBytes ? kHugePageBytes : alignof(std::uint32_t);
        EXPECT_EQ(address(values.data()) % boundary, 0u) << bytes;
        std::iota(values.begin(), values.end(), 7u);
        LargeArray<std::uint32_t> copy = values;
        values.resize(values.size() + kLargeArrayBytes / sizeof(std::uint32_t), 5u); // reallocates the array
        EXPECT_TRUE(std::equal(copy.begin(), copy.end(), values.begin())) << bytes;
        EXPECT_EQ(copy.back(), 6u + copy.size());
        EXPECT_EQ(values.back(), 5u);
    }
}

TEST(LargePagesTest, ElementsWithAValueAreConstructed) {
    LargeArray<Pair> pairs(3, Pair{});
    pairs.push_back({3, 4});
    EXPECT_EQ(pairs[2].first, 1u);
    EXPECT_EQ(pairs[3].second, 4u);
}

TEST(LargePagesTest, TheFirstSiblingsStartAtACacheLineInSmallAndLargeArrays) {
    for (const std::size_t count : {std::size_t{3}, kLargeArrayBytes / sizeof(Pair) + 1}) {
        std::vector<Pair, SiblingAllocator<Pair>> nodes(count, Pair{});
        EXPECT_EQ(address(&nodes[1]) % kCacheLine, 0u) << count;
        EXPECT_EQ(nodes.back().second, 2u);
    }
}

} // namespace
} // namespace boxwood

#include "collision/core/memory/arena_arrays.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

namespace boxwood {
namespace {

using Packed = ArenaArrays<char, double, std::uint32_t, std::uint16_t>;

TEST(PackedArraysTest, ArraysAreAlignedAndPreservedByCopies) {
    const std::vector<char> letters{'a', 'b', 'c'};
    std::vector<double> numbers(17);
    std::iota(numbers.begin(), numbers.end(), 0.5);
    const std::vector<std::uint32_t> none;
    const std::vector<std::uint16_t> words{7, 9};
    std::vector<Packed> all{Packed(letters, numbers, none, words)};
    for (int i = 0; i < 5; ++i) all.push_back(Packed(all.back())); // copies, and moves when `all` grows
    for (const Packed& packed : all) {
        EXPECT_TRUE(std::ranges::equal(letters, packed.get<0>()));
        EXPECT_TRUE(std::ranges::equal(numbers, packed.get<1>()));
        EXPECT_TRUE(packed.get<2>().empty());
        EXPECT_TRUE(std::ranges::equal(words, packed.get<3>()));
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(packed.data<0>()) % kCacheLine, 0u);
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(packed.data<1>()) % alignof(double), 0u);
    }
    EXPECT_NE(all[0].data<1>(), all[1].data<1>());
}

struct alignas(256) Strict {
    int value = 0;
};

// Blocks of odd lengths on the heap, between blocks in a pool; all must be aligned.
TEST(PackedArraysTest, AlignmentsBeyondACacheLineAreRespected) {
    using PackedStrict = ArenaArrays<char, Strict>;
    const auto pool = std::make_shared<PagePool>();
    std::vector<PackedStrict> all;
    std::vector<std::vector<char>> between; // other data on the heap
    for (std::size_t i = 0; i < 64; ++i) {
        const std::vector<char> letters(1 + 37 * i, 'x');
        const std::vector<Strict> strict(1 + i % 3, Strict{static_cast<int>(i)});
        all.emplace_back(letters, strict);
        between.emplace_back(64 * (i % 5) + 1);
        all.push_back(all.back());
        all.back().move_to(pool);
        static_cast<void>(pool->allocate(kCacheLine, kCacheLine));
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        EXPECT_EQ(reinterpret_cast<std::uintptr_t>(all[i].data<1>()) % alignof(Strict), 0u) << i;
        for (const Strict& one : all[i].get<1>()) EXPECT_EQ(one.value, static_cast<int>(i / 2));
    }
}

TEST(PackedArraysTest, ADefaultConstructedObjectHasEmptyArrays) {
    const Packed packed;
    EXPECT_TRUE(packed.get<0>().empty());
    EXPECT_TRUE(packed.get<3>().empty());
}

} // namespace
} // namespace boxwood

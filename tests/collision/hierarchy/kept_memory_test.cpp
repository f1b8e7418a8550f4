// Builds reuse cached arrays of earlier builds. Old values in these arrays must not affect a result, and memory must
// not grow.
#include "collision/core/memory/large_buffer_cache.hpp"
#include "collision/core/memory/large_pages.hpp"
#include "collision/hierarchy/build/all_builders.hpp"
#include "tests/collision/hierarchy/builder_checks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>

namespace boxwood {
namespace {

constexpr std::size_t kMax = 96u << 20;

class KeptMemoryTest : public testing::Test {
  protected:
    KeptMemoryTest() {
        release_buffer_cache();
        set_buffer_cache_limit(kMax);
    }
    ~KeptMemoryTest() override { set_buffer_cache_limit(0); }

    Bvh2<Aabb> build(const char* name) {
        SerialExecutor serial;
        const auto builder = std::find_if(kAllBuilders.begin(), kAllBuilders.end(),
                                          [name](const Builder& one) { return one.name == name; });
        return builder->build(boxes_, 1, serial);
    }
    // Takes every array out of the cache and overwrites it. All cached arrays have the sizes that builders use for
    // nodes or items. The arrays return to the cache at the end of the function.
    void overwrite_cached_arrays() {
        std::vector<LargeArray<std::uint8_t>> arrays;
        for (const std::size_t each : {2 * sizeof(Bvh2<Aabb>::Node), sizeof(BuildItem)})
            for (std::size_t before = buffer_cache_bytes() + 1;
                 buffer_cache_bytes() < before && buffer_cache_bytes() > 0;) {
                before = buffer_cache_bytes();
                arrays.emplace_back(each * boxes_.size());
                std::fill(arrays.back().begin(), arrays.back().end(), std::uint8_t{0xA5});
            }
        EXPECT_EQ(buffer_cache_bytes(), 0u) << "some cached arrays were not overwritten";
    }

    // Enough boxes that the builder's arrays of nodes and items have at least kLargeArrayBytes and are therefore
    // cached.
    oracle::Random random_{5};
    std::vector<Aabb> boxes_ = oracle::draw_boxes(random_, 270000, 0.01);
};

bool is_same(const Bvh2<Aabb>& a, const Bvh2<Aabb>& b) {
    return a.nodes.size() == b.nodes.size() &&
           std::memcmp(a.nodes.data(), b.nodes.data(), a.nodes.size() * sizeof(Bvh2<Aabb>::Node)) == 0;
}

TEST_F(KeptMemoryTest, OldContentsOfCachedArraysDoNotAffectABuild) {
    for (const char* name : {"midpoint", "binned-sah", "lbvh"}) {
        release_buffer_cache();
        const Bvh2<Aabb> first = build(name);
        static_cast<void>(build(name)); // leaves cached arrays for the next build
        EXPECT_GT(buffer_cache_bytes(), 0u) << name;
        overwrite_cached_arrays();
        EXPECT_TRUE(is_same(first, build(name))) << name;
    }
}

TEST_F(KeptMemoryTest, CachedMemoryStaysConstantAfterTheFirstRound) {
    std::size_t after_first = 0;
    for (int round = 0; round < 3; ++round) {
        for (const char* name : {"midpoint", "lbvh"}) {
            EXPECT_FALSE(build(name).nodes.empty());
            EXPECT_LE(buffer_cache_bytes(), kMax);
        }
        if (round == 0) after_first = buffer_cache_bytes();
        EXPECT_EQ(buffer_cache_bytes(), after_first) << round;
    }
    EXPECT_GT(after_first, 0u);
}

} // namespace
} // namespace boxwood

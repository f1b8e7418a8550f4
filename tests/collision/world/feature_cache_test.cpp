#include "collision/world/pairs/feature_cache.hpp"

#include <gtest/gtest.h>

#include <map>
#include <utility>

namespace boxwood {
namespace {

FeaturePair features_of(std::uint32_t a, std::uint32_t b) {
    return {{FeatureKind::vertex, a}, {FeatureKind::edge, b}};
}

TEST(FeatureMemoryTest, find_returns_null_or_the_features_stored_for_the_same_pair) {
    FeatureCache memory;
    EXPECT_EQ(memory.find({0, 1}), nullptr); // nothing is reserved yet
    memory.reserve(40);
    for (std::uint32_t a = 0; a < 40; ++a)
        for (std::uint32_t b = a + 1; b < 40; ++b) memory.store({a, b}, features_of(a, b));
    std::size_t found = 0;
    for (std::uint32_t a = 0; a < 40; ++a)
        for (std::uint32_t b = 0; b < 900; ++b) { // enough keys for entries to collide
            const FeaturePair* features = memory.find({a, b});
            if (!features) continue;
            ++found;
            ASSERT_TRUE(a < b && b < 40) << "never stored: " << a << ' ' << b;
            ASSERT_EQ(*features, features_of(a, b));
        }
    EXPECT_GT(found, 60u); // of 780 pairs, in 256 entries
}

TEST(FeatureMemoryTest, storing_a_pair_again_replaces_its_features) {
    FeatureCache memory;
    memory.reserve(1);
    memory.store({3, 4}, features_of(1, 2));
    memory.store({3, 4}, features_of(5, 6));
    ASSERT_NE(memory.find({3, 4}), nullptr);
    EXPECT_EQ(*memory.find({3, 4}), features_of(5, 6));
}

} // namespace
} // namespace boxwood

#include "collision/broad_phase/pairs/pair_cache.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace boxwood::pair_cache_test {
namespace {

// One body overlaps all others, like a floor. An insertion sort of its pairs would take more than 10^10 steps.
TEST(PairCacheTest, pairs_of_a_body_with_300000_partners_are_sorted) {
    constexpr BodyId kBodies = 300'000, kFloor = 1000;
    PendingChanges changes;
    std::vector<BodyId> bodies(kBodies);
    std::iota(bodies.begin(), bodies.end(), BodyId{0});
    changes.insert(bodies);
    changes.gather(std::vector<Aabb>(kBodies, Aabb{glm::vec3(0.0f), glm::vec3(1.0f)}));
    std::vector<BodyPair> expected;
    for (BodyId body = 0; body + 1 < kBodies; ++body) {
        if (body < kFloor) expected.push_back({body, kFloor});
        if (body > kFloor) expected.push_back({kFloor, body});
        if (body % 5 == 0 && body > kFloor) expected.push_back({body, body + 1});
    }
    std::vector<BodyPair> shuffled = expected;
    std::sort(expected.begin(), expected.end());
    oracle::Random random(1);
    std::shuffle(shuffled.begin(), shuffled.end(), random);

    PairCache cache;
    PairAppender& found = cache.begin(changes.limit());
    for (const BodyPair& pair : shuffled) found.push(pair);
    cache.finish(changes);
    changes.settle();
    ASSERT_EQ(cache.pairs().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) ASSERT_EQ(cache.pairs()[i].bodies, expected[i]);
}

} // namespace
} // namespace boxwood::pair_cache_test

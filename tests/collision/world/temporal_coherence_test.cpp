#include "tests/collision/world/world_scene.hpp"
#include "tests/oracles/sample_meshes.hpp"

namespace boxwood::test {
namespace {

// Tori drift through each other in two worlds. In one world, each pair has a coherence cache.
TEST(TemporalCoherenceTest, coherence_caches_keep_the_answers_and_reduce_volume_tests) {
    const oracle::SampleMesh torus = oracle::make_torus(1.0, 0.3, 24, 12);
    const std::shared_ptr<Shape> shape =
        *make_shape(torus.view(), {.kind = "bvh8", .builder = "binned-sah", .leaf_size = 2});
    std::mt19937 random(1);
    CollisionWorld plain, cached;
    cached.settings.use_temporal_coherence = true;
    std::vector<BodyDesc> bodies;
    for (int i = 0; i < 6; ++i) bodies.push_back({shape, random_transform(random, 2.2)});
    ASSERT_TRUE(plain.add_bodies(bodies));
    ASSERT_TRUE(cached.add_bodies(bodies));
    std::uint64_t tests = 0, tests_cached = 0, contacts = 0;
    for (int step = 0; step < 60; ++step) {
        for (std::uint32_t i = 0; i < bodies.size(); ++i) {
            bodies[i].transform.t.x += (i % 2 == 0 ? 1e-3 : -1e-3);
            ASSERT_TRUE(plain.set_transform(i, bodies[i].transform));
            ASSERT_TRUE(cached.set_transform(i, bodies[i].transform));
        }
        StepOutput out, out_cached;
        EXPECT_TRUE(plain.step(out));
        EXPECT_TRUE(cached.step(out_cached));
        ASSERT_EQ(out.pairs.size(), out_cached.pairs.size());
        for (std::size_t i = 0; i < out.pairs.size(); ++i)
            EXPECT_EQ(out.pairs[i].status, out_cached.pairs[i].status);
        EXPECT_EQ(out.triangle_pairs, out_cached.triangle_pairs);
        tests += out.counters.volume_tests;
        tests_cached += out_cached.counters.volume_tests;
        contacts += out.counters.contacts;
    }
    EXPECT_GT(contacts, 60u);
    EXPECT_LT(tests_cached, tests);
}

} // namespace
} // namespace boxwood::test

#include "collision/world/world_state.hpp"

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

// Tori meet in one step and are apart in the next. Only pairs whose boxes overlap have coherence and nesting caches, so
// the keyframe, which contains every cache, shrinks again, whether the bodies move away or are removed.
TEST(TemporalCoherenceTest, pairs_that_left_keep_no_caches) {
    constexpr std::size_t kBodies = 10;
    const oracle::SampleMesh torus = oracle::make_torus(1.0, 0.3, 12, 6);
    const std::shared_ptr<Shape> shape =
        *make_shape(torus.view(), {.kind = "bvh8", .builder = "binned-sah", .leaf_size = 2});
    require_ok(shape->declare_solid());
    CollisionWorld world;
    world.settings.use_temporal_coherence = true;
    StepOutput out;
    const auto size_after_step = [&](std::size_t pairs) {
        require_ok(world.step(out));
        EXPECT_EQ(out.pairs.size(), pairs);
        return world.save().size_in_bytes();
    };
    std::vector<BodyHandle> bodies;
    const auto place = [&](double spacing) {
        double x = 0.0;
        for (const BodyHandle body : bodies)
            require_ok(world.set_transform(body, {.t = {x += spacing, 0.0, 0.0}}));
    };
    for (std::size_t i = 0; i < kBodies; ++i) bodies.push_back(require_ok(world.add_body({shape, {}})));
    place(9.0);
    const std::size_t apart = size_after_step(0);
    constexpr std::size_t kPairs = kBodies * (kBodies - 1) / 2;
    const std::size_t with_caches = apart + 400 * kPairs, without_caches = apart + 100 * kPairs;
    place(0.1);
    EXPECT_GT(size_after_step(kPairs), with_caches);
    place(9.0);
    EXPECT_LT(size_after_step(0), without_caches);
    place(0.1);
    EXPECT_GT(size_after_step(kPairs), with_caches);
    for (const BodyHandle body : bodies) require_ok(world.remove_body(body));
    EXPECT_LT(size_after_step(0), without_caches);
}

} // namespace
} // namespace boxwood::test

#include "engine/explain/swap_recorder.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace boxwood {
namespace {

struct Crowd {
    CollisionWorld world;
    StepOutput output;
    std::mt19937 random{3};

    explicit Crowd(std::size_t count) {
        const std::shared_ptr<Shape> shape = make_shape(test::polytope_of(test::box({1, 1, 1})));
        std::vector<BodyDesc> bodies(count, BodyDesc{shape, {}});
        for (BodyDesc& body : bodies) body.transform.t = random_place();
        EXPECT_TRUE(world.add_bodies(bodies));
        EXPECT_TRUE(world.step(output));
    }
    glm::dvec3 random_place() {
        std::uniform_real_distribution<double> uniform(-8.0, 8.0);
        return {uniform(random), uniform(random), uniform(random)};
    }
    void move_some() {
        for (BodyId id = 0; id < world.bodies().size(); ++id)
            if (world.is_live(id) && random() % 4 == 0) world.set_valid_transform(id, {.t = random_place()});
        EXPECT_TRUE(world.step(output));
    }
};

TEST(SwapRecorderTest, counts_equal_those_of_the_sweep_and_prune_of_the_world) {
    Crowd crowd(60);
    ASSERT_TRUE(crowd.world.set_broad_phase("sweep-and-prune"));
    EXPECT_TRUE(crowd.world.step(crowd.output));
    SwapRecorder watch;
    watch.update(crowd.world);
    for (int frame = 0; frame < 20; ++frame) {
        crowd.move_some();
        watch.update(crowd.world);
        for (int axis = 0; axis < 3; ++axis) {
            EXPECT_EQ(watch.count(axis), crowd.output.swaps_by_axis[static_cast<std::size_t>(axis)]);
            EXPECT_EQ(watch.on_axis(axis).size(), watch.count(axis));
        }
    }
}

TEST(SwapRecorderTest, a_swap_is_at_an_endpoint_of_the_moving_box) {
    Crowd crowd(30);
    SwapRecorder watch;
    watch.update(crowd.world);
    EXPECT_TRUE(watch.is_watching());
    crowd.move_some();
    watch.update(crowd.world);
    for (int axis = 0; axis < 3; ++axis)
        for (const RecordedSwap& exchange : watch.on_axis(axis)) {
            const Aabb& box = crowd.world.boxes()[exchange.mover];
            EXPECT_TRUE(exchange.at == box.lower[axis] || exchange.at == box.upper[axis]);
        }
}

TEST(SwapRecorderTest, swaps_after_a_removal_refer_only_to_live_bodies) {
    Crowd crowd(20);
    SwapRecorder watch;
    watch.update(crowd.world);
    for (const BodyId id : {3u, 7u, 19u}) ASSERT_TRUE(crowd.world.remove_body(id));
    crowd.move_some();
    watch.update(crowd.world);
    for (int axis = 0; axis < 3; ++axis)
        for (const RecordedSwap& exchange : watch.on_axis(axis))
            EXPECT_TRUE(crowd.world.is_live(exchange.mover) && crowd.world.is_live(exchange.passed));
    BodyDesc again{crowd.world.bodies()[0].shape, {}};
    ASSERT_TRUE(crowd.world.add_body(again));
    crowd.move_some();
    watch.update(crowd.world);
    watch.restart();
    EXPECT_FALSE(watch.is_watching());
    EXPECT_EQ(watch.count(0), 0u);
}

} // namespace
} // namespace boxwood

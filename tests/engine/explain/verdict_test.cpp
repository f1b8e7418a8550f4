#include "engine/explain/verdict.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <random>

namespace boxwood {
namespace {

Simulation crowd(std::size_t count) {
    Simulation simulation;
    std::mt19937 random(11);
    std::uniform_real_distribution<double> uniform(-5.0, 5.0);
    const std::shared_ptr<Shape> shape = make_shape(test::polytope_of(test::sphere(8, 5)));
    std::vector<BodyDesc> bodies(count, BodyDesc{shape, {}});
    for (BodyDesc& body : bodies) body.transform.t = {uniform(random), uniform(random), uniform(random)};
    simulation.motions.resize(count);
    for (Motion& motion : simulation.motions) {
        motion.velocity_w = {0.02 * uniform(random), 0.02 * uniform(random), 0.02 * uniform(random)};
        motion.spin = 0.1;
    }
    EXPECT_TRUE(simulation.world.add_bodies(bodies));
    step(simulation);
    return simulation;
}

TEST(VerdictTest, T1_3a_a_frame_as_the_library_made_it_is_right) {
    Simulation simulation = crowd(60);
    for (int frame = 0; frame < 20; ++frame) {
        step(simulation);
        const FrameVerdict verdict = judge_frame(simulation);
        EXPECT_TRUE(verdict.agrees()) << verdict.disagreement;
        EXPECT_EQ(verdict.agreeing, verdict.checked);
        EXPECT_EQ(verdict.checked, simulation.output.pairs.size());
    }
    EXPECT_GT(simulation.output.pairs.size(), 20u);
    EXPECT_GT(simulation.output.counters.contacts, 0u);
}

TEST(VerdictTest, T1_6_disabled_pairs_are_not_missed) {
    Simulation simulation = crowd(60);
    const BodyPair pair = simulation.output.pairs.front().bodies;
    ASSERT_TRUE(simulation.world.set_pair_enabled(pair.a, pair.b, false));
    collide(simulation);
    EXPECT_TRUE(judge_frame(simulation).agrees());
}

TEST(VerdictTest, T1_3a_planted_mistakes_are_found) {
    const auto judge_after = [](auto&& spoil) {
        Simulation simulation = crowd(60);
        for (PairResult& pair : simulation.output.pairs)
            if (spoil(simulation, pair)) return judge_frame(simulation);
        ADD_FAILURE() << "nothing was spoilt";
        return FrameVerdict{};
    };
    const auto is_apart = [](const PairResult& pair) { return !pair.is_contact() && pair.distance > 0.01; };
    EXPECT_FALSE(judge_after([](Simulation& simulation, PairResult&) {
                     simulation.output.pairs.erase(simulation.output.pairs.begin());
                     return true;
                 }).agrees());
    EXPECT_FALSE(judge_after([&](Simulation&, PairResult& pair) {
                     if (!is_apart(pair)) return false;
                     pair.status = ContactStatus::penetrating;
                     return true;
                 }).agrees());
    EXPECT_FALSE(judge_after([&](Simulation& simulation, PairResult& pair) {
                     if (!is_apart(pair)) return false;
                     pair.point_on_a_w = simulation.world.bodies()[pair.bodies.a].world_from_body.origin;
                     return true;
                 }).agrees());
    EXPECT_FALSE(judge_after([&](Simulation&, PairResult& pair) {
                     if (!is_apart(pair)) return false;
                     pair.point_on_b_w += 0.3 * (pair.point_on_a_w - pair.point_on_b_w);
                     return true;
                 }).agrees());
}

} // namespace
} // namespace boxwood

// The lab's oracle of articulated objects: silent about what the library answers, loud about planted mistakes.
#include "engine/explain/verdict.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/parts/random_trees.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

// Articulated objects and single polytopes, so close together that about half of the pairs meet.
Simulation crowd(std::uint64_t seed) {
    Random random(seed);
    Simulation simulation;
    std::vector<BodyDesc> bodies;
    for (int i = 0; i < 6; ++i) {
        Result<HullTree> tree = make_hull_tree(test::random_nodes(random, 1, HullMode::recompute), make_hull);
        EXPECT_TRUE(tree);
        bodies.push_back({make_shape(std::move(*tree)), {}});
        bodies.push_back({make_shape(test::random_part(random, 0.5)), {}});
    }
    for (BodyDesc& body : bodies)
        body.transform = {random.rotation(), random.in_box(glm::dvec3(2.0)), glm::dvec3(1.0)};
    simulation.motions.resize(bodies.size());
    simulation.world.settings.find_polytope_triangles = true;
    EXPECT_TRUE(simulation.world.add_bodies(bodies));
    collide(simulation);
    return simulation;
}

TEST(PartsVerdict, T1_12_every_pair_of_parts_is_asked_again) {
    std::size_t contacts = 0, apart = 0;
    for (std::uint64_t seed = 0; seed < test::choose_effort(8, 200); ++seed) {
        const Simulation simulation = crowd(seed);
        const FrameVerdict verdict = judge_frame(simulation);
        EXPECT_TRUE(verdict.agrees()) << verdict.disagreement;
        EXPECT_EQ(verdict.checked, simulation.output.pairs.size());
        for (const PairResult& pair : simulation.output.pairs)
            if (pair.are_parts) ++(pair.is_contact() ? contacts : apart);
    }
    EXPECT_GT(contacts, 10u);
    EXPECT_GT(apart, 10u);
}

TEST(PartsVerdict, T1_12_distances_that_are_bounds_are_right_too) {
    Simulation simulation = crowd(1);
    simulation.world.settings.find_closest_parts = false;
    collide(simulation);
    const FrameVerdict verdict = judge_frame(simulation);
    EXPECT_TRUE(verdict.agrees()) << verdict.disagreement;
}

TEST(PartsVerdict, T1_12_planted_mistakes_are_found) {
    const auto is_found = [](bool in_contact, auto&& spoil) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            Simulation simulation = crowd(seed);
            for (PairResult& pair : simulation.output.pairs) {
                if (!pair.are_parts || pair.is_contact() != in_contact) continue;
                spoil(simulation, pair);
                return !judge_one(simulation, pair).agrees();
            }
        }
        return false;
    };
    EXPECT_TRUE(is_found(true, [](Simulation&, PairResult& pair) { --pair.part_contact_count; }));
    EXPECT_TRUE(is_found(true, [](Simulation&, PairResult& pair) { pair.status = ContactStatus::disjoint; }));
    EXPECT_TRUE(is_found(true, [](Simulation& simulation, PairResult& pair) {
        simulation.output.part_contacts[pair.first_part_contact].point_w += glm::dvec3(5.0);
    }));
    EXPECT_TRUE(is_found(false, [](Simulation&, PairResult& pair) { pair.distance *= 1.5; }));
    EXPECT_TRUE(is_found(false, [](Simulation&, PairResult& pair) { pair.distance *= 0.5; }));
    EXPECT_TRUE(is_found(false, [](Simulation&, PairResult& pair) { pair.part_a += 1; }));
}

} // namespace
} // namespace boxwood

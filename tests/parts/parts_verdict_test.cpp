// The lab's oracle for articulated objects accepts the library's answers and reports injected faults.
#include "engine/explain/verdict/verdict.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/parts/random_trees.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

// Articulated objects and single polytopes near `around`, so close that about half of the pairs intersect.
Simulation make_crowd(std::uint64_t seed, const glm::dvec3& around = glm::dvec3(0.0)) {
    Random random(seed);
    Simulation simulation;
    std::vector<BodyDesc> bodies;
    for (int i = 0; i < 6; ++i) {
        Result<HullHierarchy> tree =
            make_hull_hierarchy(test::random_nodes(random, 1, HullMode::recompute), make_hull);
        EXPECT_TRUE(tree);
        bodies.push_back({make_shape(std::move(*tree)), {}});
        bodies.push_back({make_shape(test::random_part(random, 0.5)), {}});
    }
    for (BodyDesc& body : bodies)
        body.transform = {random.rotation(), around + random.in_box(glm::dvec3(2.0)), glm::dvec3(1.0)};
    simulation.motions.resize(bodies.size());
    simulation.world.settings.find_polytope_triangles = true;
    EXPECT_TRUE(simulation.world.add_bodies(bodies));
    collide(simulation);
    return simulation;
}

TEST(PartsVerdict, the_oracle_checks_every_pair_and_agrees) {
    std::size_t contacts = 0, apart = 0;
    for (std::uint64_t seed = 0; seed < test::choose_effort(8, 200); ++seed) {
        const Simulation simulation = make_crowd(seed);
        const FrameVerdict verdict = judge_frame(simulation);
        EXPECT_TRUE(verdict.agrees()) << verdict.disagreement;
        EXPECT_EQ(verdict.checked, simulation.output.pairs.size());
        for (const PairResult& pair : simulation.output.pairs)
            if (pair.are_convex_parts) ++(pair.is_contact() ? contacts : apart);
    }
    EXPECT_GT(contacts, 10u);
    EXPECT_GT(apart, 10u);
}

TEST(PartsVerdict, the_oracle_accepts_lower_bounds_of_distances) {
    Simulation simulation = make_crowd(1);
    simulation.world.settings.find_closest_parts = false;
    collide(simulation);
    const FrameVerdict verdict = judge_frame(simulation);
    EXPECT_TRUE(verdict.agrees()) << verdict.disagreement;
}

TEST(PartsVerdict, injected_faults_are_reported) {
    const auto is_found = [](bool in_contact, auto&& spoil) {
        for (std::uint64_t seed = 0; seed < 8; ++seed) {
            Simulation simulation = make_crowd(seed);
            for (PairResult& pair : simulation.output.pairs) {
                if (!pair.are_convex_parts || pair.is_contact() != in_contact) continue;
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

TEST(PartsVerdict, the_oracle_agrees_far_from_the_origin) {
    std::size_t pairs = 0, far_contacts = 0;
    for (const double far : {1e11, 1e12, 1e13, 1e14, 9e14})
        for (std::uint64_t seed = 0; seed < test::choose_effort(12, 200); ++seed) {
            const Simulation simulation = make_crowd(seed, {far, -far, 0.0});
            const FrameVerdict verdict = judge_frame(simulation);
            EXPECT_TRUE(verdict.agrees()) << far << ", seed " << seed << ": " << verdict.disagreement;
            for (const PairResult& pair : simulation.output.pairs) {
                pairs += pair.are_convex_parts;
                far_contacts += pair.are_convex_parts && pair.is_contact();
            }
        }
    EXPECT_GT(pairs, 500u);
    EXPECT_GT(far_contacts, 100u);
}

// Two objects, each with one part: a cube with side 1. The second is shifted by `shift` along x, so that they overlap
// by 1 - shift.
Simulation two_boxes(const glm::dvec3& around, double shift) {
    Simulation simulation;
    std::vector<BodyDesc> bodies;
    for (const double x : {0.0, shift}) {
        std::vector<HullNode> nodes(1);
        nodes[0].polytope = require_ok(make_box_polytope(glm::vec3(0.5f)));
        Result<HullHierarchy> tree = make_hull_hierarchy(std::move(nodes), make_hull);
        EXPECT_TRUE(tree) << tree.error().message;
        bodies.push_back({make_shape(std::move(*tree)), {.t = around + glm::dvec3(x, 0.25, 0.0)}});
    }
    simulation.motions.resize(2);
    EXPECT_TRUE(simulation.world.add_bodies(bodies));
    collide(simulation);
    return simulation;
}

TEST(PartsVerdict, a_missing_contact_is_reported_if_it_is_deeper_than_rounding) {
    const auto is_found = [](const glm::dvec3& around, double shift) {
        Simulation simulation = two_boxes(around, shift);
        if (simulation.output.pairs.size() != 1 || !simulation.output.pairs[0].is_contact()) {
            ADD_FAILURE() << around.x << ' ' << shift;
            return false;
        }
        PairResult& pair = simulation.output.pairs[0];
        pair.status = ContactStatus::disjoint; // injected fault
        pair.part_contact_count = 0;
        pair.distance = 0.0;
        pair.is_lower_bound = true;
        return !judge_one(simulation, pair).agrees();
    };
    for (const double shift : {0.0, 0.5, 0.9, 0.999, 1.0 - 1e-9})
        EXPECT_TRUE(is_found(glm::dvec3(0.0), shift)) << "at the origin, overlap " << 1.0 - shift;
    for (const double far : {1e6, 1e9, 1e12}) // at 1e12, adjacent doubles differ by 1.2e-4
        for (const double shift : {0.0, 0.25, 0.5, 0.75})
            EXPECT_TRUE(is_found({far, -far, 0.0}, shift)) << far << ", overlap " << 1.0 - shift;
    EXPECT_FALSE(is_found({1e12, -1e12, 0.0}, 1.0 - 0x1p-12)) << "rounding can cause a depth of two ulps";
}

} // namespace
} // namespace boxwood

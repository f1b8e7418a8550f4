#include "engine/explain/verdict/nesting_verdict.hpp"

#include "engine/explain/verdict/pair_oracle.hpp"
#include "engine/explain/verdict/verdict.hpp"
#include "tests/oracles/solid_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood {
namespace {

std::vector<Triangle64> triangles_of(const oracle::SampleMesh& mesh) {
    std::vector<Triangle64> triangles;
    for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
        triangles.push_back(world_triangle(Pose{}, mesh.view(), i));
    return triangles;
}

TEST(NestingVerdictTest, winding_numbers_of_a_box_are_1_inside_and_0_outside) {
    const std::vector<Triangle64> box = triangles_of(oracle::make_solid_box(glm::dvec3(1.0)));
    for (int x = -4; x <= 4; ++x)
        for (int y = -4; y <= 4; ++y) {
            const glm::dvec3 p(0.45 * x, 0.45 * y, 0.3);
            const bool is_in = std::abs(p.x) < 1.0 && std::abs(p.y) < 1.0;
            EXPECT_NEAR(static_cast<double>(winding_number(box, p)), is_in ? 1.0 : 0.0, 1e-12);
        }
}

TEST(NestingVerdictTest, a_mesh_is_contained_if_any_connected_part_is) {
    const oracle::SampleMesh small = oracle::make_solid_box(glm::dvec3(0.2));
    const std::vector<Triangle64> big = triangles_of(oracle::make_solid_box(glm::dvec3(1.0)));
    std::size_t budget = 1000;
    EXPECT_EQ(contains_part(
                  big, triangles_of(oracle::joined(oracle::moved(small, {9.0f, 0.0f, 0.0f}), small)), budget),
              true);
    EXPECT_EQ(contains_part(big, triangles_of(oracle::moved(small, {9.0f, 0.0f, 0.0f})), budget), false);
    budget = 5;
    EXPECT_EQ(contains_part(big, triangles_of(small), budget), std::nullopt) << "the budget is too small";
}

// A box without one of its triangles is not closed. Its winding numbers are not integers, so no tried point gives an
// answer.
TEST(NestingVerdictTest, at_most_eight_points_of_a_part_are_tried) {
    std::vector<Triangle64> open = triangles_of(oracle::make_solid_box(glm::dvec3(1.0)));
    open.pop_back();
    std::vector<Triangle64> fan; // all triangles share their first corner
    for (int i = 1; i <= 40; ++i) {
        const double x = 0.01 * i;
        fan.push_back({glm::dvec3(0.0), glm::dvec3(x, 0.1, 0.0), glm::dvec3(x, 0.2, 0.1)});
        const std::size_t budget = 1000;
        std::size_t left = budget;
        EXPECT_EQ(contains_part(open, fan, left), std::nullopt);
        EXPECT_GE(budget - left, open.size());
        EXPECT_LE(budget - left, 8 * open.size()) << i << " triangles";
    }
}

TEST(NestingVerdictTest, brute_force_finds_which_mesh_lies_inside_the_other) {
    const oracle::SampleMesh big = oracle::make_solid_box(glm::dvec3(1.0)),
                             small = oracle::make_solid_box(glm::dvec3(0.2));
    EXPECT_EQ(find_nesting_by_brute_force({big.view(), {}, true}, {small.view(), {}, true}), Nesting::b_in_a);
    EXPECT_EQ(find_nesting_by_brute_force({small.view(), {}, true}, {big.view(), {}, true}), Nesting::a_in_b);
    EXPECT_EQ(find_nesting_by_brute_force({small.view(), {}, true}, {big.view(), {}, false}), Nesting::none);
}

Simulation nested_pair(bool is_solid) {
    Simulation simulation;
    const std::shared_ptr<Shape> big = require_ok(make_shape(oracle::make_solid_box(glm::dvec3(2.0)).view()));
    if (is_solid) require_ok(big->declare_solid());
    const std::shared_ptr<Shape> polytope = make_shape(require_ok(make_box_polytope(glm::vec3(0.5f))));
    simulation.motions.resize(2);
    require_ok(simulation.world.add_bodies(std::vector{BodyDesc{big, {}}, BodyDesc{polytope, {}}}));
    collide(simulation);
    return simulation;
}

TEST(NestingVerdictTest, the_verdict_of_a_frame_agrees_unless_a_result_is_altered) {
    for (const bool is_solid : {false, true}) {
        Simulation simulation = nested_pair(is_solid);
        ASSERT_EQ(simulation.output.pairs.size(), 1u);
        EXPECT_EQ(simulation.output.pairs[0].is_contact(), is_solid);
        const FrameVerdict verdict = judge_frame(simulation);
        EXPECT_TRUE(verdict.agrees()) << verdict.disagreement;
        EXPECT_EQ(verdict.checked, 1u);
        PairResult& pair = simulation.output.pairs[0];
        pair.status = is_solid ? ContactStatus::disjoint : ContactStatus::penetrating;
        pair.nesting = is_solid ? Nesting::none : Nesting::b_in_a;
        EXPECT_FALSE(judge_frame(simulation).agrees());
    }
    Simulation simulation = nested_pair(true);
    simulation.output.pairs[0].nesting = Nesting::a_in_b;
    EXPECT_EQ(judge_frame(simulation).disagreement,
              "bodies 0 and 1: the wrong body is reported to lie inside the other");
}

} // namespace
} // namespace boxwood

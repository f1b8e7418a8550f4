#include "engine/explain/verdict/verdict.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace boxwood {
namespace {

Simulation make_crowd(std::size_t count) {
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

TEST(VerdictTest, unaltered_frames_agree) {
    Simulation simulation = make_crowd(60);
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

TEST(VerdictTest, disabled_pairs_are_not_reported_as_missed) {
    Simulation simulation = make_crowd(60);
    const BodyPair pair = simulation.output.pairs.front().bodies;
    ASSERT_TRUE(simulation.world.set_pair_enabled(pair.a, pair.b, false));
    collide(simulation);
    EXPECT_TRUE(judge_frame(simulation).agrees());
}

TEST(VerdictTest, altered_pairs_are_found) {
    const auto judge_after = [](auto&& spoil) {
        Simulation simulation = make_crowd(60);
        for (PairResult& pair : simulation.output.pairs)
            if (spoil(simulation, pair)) return judge_frame(simulation);
        ADD_FAILURE() << "no pair was altered";
        return FrameVerdict{};
    };
    const auto is_separated = [](const PairResult& pair) {
        return !pair.is_contact() && pair.distance > 0.01;
    };
    EXPECT_FALSE(judge_after([](Simulation& simulation, PairResult&) {
                     simulation.output.pairs.erase(simulation.output.pairs.begin());
                     return true;
                 }).agrees());
    EXPECT_FALSE(judge_after([&](Simulation&, PairResult& pair) {
                     if (!is_separated(pair)) return false;
                     pair.status = ContactStatus::penetrating;
                     return true;
                 }).agrees());
    EXPECT_FALSE(judge_after([&](Simulation& simulation, PairResult& pair) {
                     if (!is_separated(pair)) return false;
                     pair.point_on_a_w = simulation.world.bodies()[pair.bodies.a].world_from_body.origin;
                     return true;
                 }).agrees());
    EXPECT_FALSE(judge_after([&](Simulation&, PairResult& pair) {
                     if (!is_separated(pair)) return false;
                     pair.point_on_b_w += 0.3 * (pair.point_on_a_w - pair.point_on_b_w);
                     return true;
                 }).agrees());
}

// Three spheres of radius 1 with centers near 0, x and -x on the x-axis: two triangle meshes, and a polytope at -x.
Simulation make_three_spheres(double x, QueryMode mode = QueryMode::all) {
    Simulation simulation;
    const test::Solid solid = test::sphere(12, 7);
    std::vector<TriangleIndices> triangles;
    for (const std::vector<std::uint32_t>& face : solid.faces)
        for (std::uint32_t k = 2; k < face.size(); ++k) triangles.push_back({face[0], face[k - 1], face[k]});
    Result<std::shared_ptr<Shape>> mesh = make_shape({solid.positions, triangles});
    EXPECT_TRUE(mesh);
    std::vector<BodyDesc> bodies(3, BodyDesc{*mesh, {}});
    bodies[2].shape = make_shape(test::polytope_of(solid));
    bodies[1].transform.t = {x, 0.1, 0.2};
    bodies[2].transform.t = {-x, 0.2, 0.1};
    simulation.motions.resize(3);
    simulation.world.settings.relative_margin = 0.2;
    simulation.world.settings.find_polytope_triangles = true;
    simulation.world.settings.mesh_query.mode = mode;
    EXPECT_TRUE(simulation.world.add_bodies(bodies));
    collide(simulation);
    EXPECT_EQ(simulation.output.pairs.size(), 2u);
    return simulation;
}

TEST(VerdictTest, meshes_are_checked_triangle_by_triangle) {
    for (const double x : {1.5, 2.2}) {
        const Simulation simulation = make_three_spheres(x);
        const FrameVerdict verdict = judge_frame(simulation);
        EXPECT_TRUE(verdict.agrees()) << verdict.disagreement;
        EXPECT_EQ(verdict.checked, 2u);
        EXPECT_EQ(verdict.unchecked, 0u);
        EXPECT_EQ(simulation.output.counters.contacts, x < 2.0 ? 2u : 0u);
    }
}

// The modes distance and within list no triangles of meshes.
TEST(VerdictTest, unaltered_frames_agree_in_all_query_modes) {
    for (const QueryMode mode : {QueryMode::all, QueryMode::any, QueryMode::distance, QueryMode::within}) {
        const Simulation simulation = make_three_spheres(1.5, mode);
        const FrameVerdict verdict = judge_frame(simulation);
        EXPECT_TRUE(verdict.agrees()) << static_cast<int>(mode) << ": " << verdict.disagreement;
        EXPECT_EQ(verdict.checked, 2u);
    }
}

TEST(VerdictTest, altered_pairs_of_meshes_are_found) {
    Simulation missed = make_three_spheres(1.5);
    missed.output.pairs[0].status = ContactStatus::disjoint;
    EXPECT_FALSE(judge_one(missed, missed.output.pairs[0]).agrees());
    Simulation forgotten = make_three_spheres(1.5);
    --forgotten.output.pairs[1].triangle_pair_count;
    EXPECT_FALSE(judge_one(forgotten, forgotten.output.pairs[1]).agrees());
    Simulation invented = make_three_spheres(2.2);
    invented.output.pairs[0].status = ContactStatus::penetrating;
    EXPECT_FALSE(judge_one(invented, invented.output.pairs[0]).agrees());
    Simulation confused = make_three_spheres(1.5);
    std::swap(confused.output.triangle_pairs.front().a, confused.output.triangle_pairs.front().b);
    EXPECT_FALSE(judge_frame(confused).agrees());
}

TEST(VerdictTest, pairs_beyond_the_budget_are_unchecked) {
    const Simulation simulation = make_three_spheres(1.5);
    const FrameVerdict verdict = judge_frame(simulation, 100);
    EXPECT_EQ(verdict.checked, 0u);
    EXPECT_EQ(verdict.unchecked, 2u);
}

TEST(VerdictTest, a_pair_that_rounding_leaves_undecided_is_not_left_for_a_larger_budget) {
    FrameVerdict verdict;
    add_verdict({false, std::nullopt, true}, {0, 1}, verdict);
    add_verdict({false, std::nullopt, false}, {1, 2}, verdict);
    EXPECT_EQ(verdict.unchecked, 2u);
    EXPECT_EQ(verdict.undecided, (std::vector<BodyPair>{{0, 1}}));
    EXPECT_EQ(verdict.left_out, (std::vector<BodyPair>{{1, 2}}));
    EXPECT_TRUE(verdict.agrees());
    EXPECT_EQ(verdict.checked, 0u);
}

// A strip of triangles that is folded through itself.
Simulation folded_strip() {
    std::vector<glm::vec3> rest, folded;
    std::vector<TriangleIndices> triangles;
    for (std::uint32_t i = 0; i <= 24; ++i)
        for (std::uint32_t k = 0; k < 2; ++k) {
            const float x = static_cast<float>(i) / 12.0f - 1.0f, z = static_cast<float>(k);
            rest.emplace_back(x, 0.0f, z);
            folded.emplace_back(0.3f * std::sin(6.0f * x), x * x * x - 0.3f * x, z);
            if (i == 24 || k == 1) continue;
            const std::uint32_t at = 2 * i;
            triangles.push_back({at, at + 1, at + 2});
            triangles.push_back({at + 2, at + 1, at + 3});
        }
    Simulation simulation;
    BodyDesc body{require_ok(make_shape(MeshView{rest, triangles})), {.t = {7.0, 1.0, 0.0}}};
    body.deformable = DeformableDesc{nullptr, true};
    EXPECT_TRUE(simulation.world.add_body(body));
    simulation.motions.resize(1);
    EXPECT_TRUE(simulation.world.set_vertices(0, folded));
    collide(simulation);
    return simulation;
}

TEST(VerdictTest, self_contacts_are_judged) {
    const Simulation right = folded_strip();
    EXPECT_GT(right.output.self_triangle_pairs.size(), 0u);
    EXPECT_TRUE(judge_frame(right).agrees());
    EXPECT_EQ(judge_frame(right).checked, 1u);
    EXPECT_EQ(judge_frame(right, 10).unchecked, 1u);
    Simulation forgotten = folded_strip();
    --forgotten.output.self_contacts[0].triangle_pair_count;
    EXPECT_FALSE(judge_frame(forgotten).agrees());
    forgotten.output.self_contacts[0].is_complete = false; // the result says that it is incomplete
    EXPECT_TRUE(judge_frame(forgotten).agrees());
    Simulation confused = folded_strip();
    confused.output.self_triangle_pairs[0].b = 0;
    EXPECT_FALSE(judge_frame(confused).agrees());
}

} // namespace
} // namespace boxwood

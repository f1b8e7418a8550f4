// Pairs that exceed the budget of a frame are stored with their current state, and checked in parts while the
// simulation continues.
#include "engine/explain/verdict/deferred_verdict.hpp"
#include "engine/explain/verdict/oracle_tally.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood {
namespace {

MeshView mesh_of(const test::Solid& solid, std::vector<TriangleIndices>& out_triangles) {
    for (const std::vector<std::uint32_t>& face : solid.faces)
        for (std::uint32_t k = 2; k < face.size(); ++k)
            out_triangles.push_back({face[0], face[k - 1], face[k]});
    return {solid.positions, out_triangles};
}

// A row of meshes, each of which intersects the next one. The second mesh deforms.
Simulation make_row_of_meshes(bool are_solid = false) {
    const test::Solid solid = test::sphere(16, 9);
    std::vector<TriangleIndices> triangles;
    Result<std::shared_ptr<Shape>> mesh = make_shape(mesh_of(solid, triangles));
    EXPECT_TRUE(mesh);
    if (are_solid) {
        EXPECT_TRUE((*mesh)->declare_solid());
    }
    std::vector<BodyDesc> bodies(4, BodyDesc{*mesh, {}});
    for (std::size_t i = 0; i < bodies.size(); ++i)
        bodies[i].transform.t = {1.6 * static_cast<double>(i), 0.1 * static_cast<double>(i % 2), 0.0};
    bodies[1].deformable = DeformableDesc{nullptr, true};
    Simulation simulation;
    simulation.motions.resize(bodies.size());
    for (Motion& motion : simulation.motions) motion.velocity_w = {0.0, 0.3, 0.1};
    EXPECT_TRUE(simulation.world.add_bodies(bodies));
    collide(simulation);
    EXPECT_EQ(simulation.output.counters.contacts, 3u);
    return simulation;
}

// Deforms body 1 further and runs a step of the simulation.
void step_and_deform(Simulation& io_simulation) {
    std::vector<glm::vec3> positions;
    for (const glm::vec3& p : io_simulation.world.bodies()[1].shape->mesh().positions)
        positions.push_back(1.05f * p);
    ASSERT_TRUE(io_simulation.world.set_vertices(1, positions));
    step(io_simulation);
}

FrameVerdict finish(DeferredVerdicts& io_deferred, Simulation& io_simulation, std::size_t& out_calls) {
    for (out_calls = 0; !io_deferred.is_empty() && out_calls < 100000; ++out_calls) {
        if (out_calls < 5) step_and_deform(io_simulation);
        (void)io_deferred.advance(3000);
    }
    EXPECT_TRUE(io_deferred.is_empty());
    return io_deferred.verdict();
}

TEST(DeferredVerdictTest, pairs_left_out_are_stored_and_checked_over_several_calls) {
    Simulation simulation = make_row_of_meshes();
    const FrameVerdict verdict = judge_frame(simulation, 100);
    ASSERT_EQ(verdict.unchecked, 4u) << "three pairs, and the self-contacts of body 1";
    ASSERT_EQ(verdict.left_out.size(), 4u);
    EXPECT_EQ(verdict.left_out.back(), (BodyPair{1, 1}));
    DeferredVerdicts deferred;
    EXPECT_EQ(deferred.store(simulation, verdict), 4u);
    EXPECT_EQ(deferred.verdict().unchecked, 0u);
    EXPECT_EQ(deferred.pending(), verdict.left_out);
    EXPECT_TRUE(deferred.is_pending({0, 1}));
    std::size_t calls = 0;
    const FrameVerdict all = finish(deferred, simulation, calls);
    EXPECT_TRUE(all.agrees()) << all.disagreement;
    EXPECT_EQ(all.checked, 4u);
    EXPECT_EQ(all.agreeing, 4u);
    EXPECT_GT(calls, 4u) << "a pair takes more than one call";
    EXPECT_FALSE(deferred.is_pending({0, 1}));
}

TEST(DeferredVerdictTest, injected_errors_are_found_by_later_calls) {
    for (int fault = 0; fault < 3; ++fault) {
        Simulation simulation = make_row_of_meshes();
        if (fault == 0) --simulation.output.pairs[1].triangle_pair_count;
        if (fault == 1) simulation.output.pairs[2].status = ContactStatus::disjoint;
        if (fault == 2)
            std::swap(simulation.output.triangle_pairs.front().a, simulation.output.triangle_pairs.front().b);
        DeferredVerdicts deferred;
        deferred.store(simulation, judge_frame(simulation, 100));
        std::size_t calls = 0;
        const FrameVerdict all = finish(deferred, simulation, calls);
        EXPECT_EQ(all.wrong(), 1u) << "fault " << fault;
        EXPECT_FALSE(all.disagreement.empty());
    }
}

// A winding number costs much more than the budget of one call. The unused budgets of calls add up until they are
// sufficient.
TEST(DeferredVerdictTest, nesting_in_a_solid_is_decided_after_several_calls) {
    Simulation simulation = make_row_of_meshes(true);
    Transform inside = simulation.world.bodies()[2].transform;
    inside.t += glm::dvec3(0.02, 0.0, 0.0);
    inside.s = glm::dvec3(0.5);
    simulation.world.set_valid_transform(3, inside);
    collide(simulation);
    const auto nested = std::ranges::find(simulation.output.pairs, BodyPair{2, 3}, &PairResult::bodies);
    ASSERT_NE(nested, simulation.output.pairs.end());
    ASSERT_NE(nested->nesting, Nesting::none);
    for (const bool is_forgotten : {false, true}) {
        if (is_forgotten) nested->status = ContactStatus::disjoint, nested->nesting = Nesting::none;
        DeferredVerdicts deferred;
        deferred.store(simulation, judge_frame(simulation, 100));
        for (int i = 0; i < 100000 && !deferred.is_empty(); ++i) (void)deferred.advance(500);
        EXPECT_TRUE(deferred.is_empty());
        EXPECT_EQ(deferred.verdict().agrees(), !is_forgotten) << deferred.verdict().disagreement;
        EXPECT_EQ(deferred.verdict().unchecked, 0u);
    }
}

TEST(DeferredVerdictTest, the_tally_distinguishes_pending_from_unchecked_pairs) {
    OracleTally tally;
    FrameVerdict frame;
    frame.checked = frame.agreeing = 5;
    frame.unchecked = 3;
    tally.add(1, frame, 2);
    EXPECT_EQ(tally.unchecked, 1u);
    EXPECT_EQ(tally.pending, 2u);
    EXPECT_EQ(tally.complete_frames, 0u);
    FrameVerdict later;
    later.checked = later.agreeing = 1;
    tally.add_deferred(1, later, false);
    tally.add_deferred(1, later, true);
    EXPECT_EQ(tally.pairs, 7u);
    EXPECT_EQ(tally.pending, 0u);
    EXPECT_EQ(tally.complete_frames, 1u);
    tally.add(2, frame, 3);
    tally.drop_pending();
    EXPECT_EQ(tally.unchecked, 4u);
}

} // namespace
} // namespace boxwood

#include "engine/sim/continuous.hpp"
#include "tests/engine/sim/cubes.hpp"

#include "collision/core/rigid_motion.hpp"
#include "collision/narrow_phase/all_narrow_phases.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

using test::make_cube;
using test::make_room_of_cubes;

Simulation make_pair_of(const std::shared_ptr<Shape>& shape_a, const Transform& a, const Motion& of_a,
                        const std::shared_ptr<Shape>& shape_b, const Transform& b, const Motion& of_b) {
    Simulation simulation;
    const std::array bodies{BodyDesc{shape_a, a}, BodyDesc{shape_b, b}};
    EXPECT_TRUE(simulation.world.add_bodies(bodies));
    simulation.motions = {of_a, of_b};
    return simulation;
}

// A cube of side 2 flies along x towards a cube at rest.
Simulation make_bullet(double speed) {
    Transform away;
    away.t = {-10.0, 0.25, 0.125};
    return make_pair_of(make_cube(), {}, {}, make_cube(), away, {.velocity_w = {speed, 0.0, 0.0}});
}

TEST(ContinuousTest, a_fast_cube_stops_at_the_body_that_it_meets_and_exchanges_velocities_with_it) {
    for (const double speed : {9.0, 30.0, 1000.0, 1e6}) {
        Simulation simulation = make_bullet(speed);
        ContinuousOutput swept;
        step_continuously(simulation, true, swept);
        ASSERT_EQ(swept.stops.size(), 1u) << speed;
        const double gap = -1.0 - (simulation.world.bodies()[1].transform.t.x + 1.0);
        EXPECT_GT(gap, 0.0) << speed;
        EXPECT_LT(gap, 1e-3) << speed;
        EXPECT_NEAR(swept.stops[0].time, 8.0 / speed, 1e-3 / speed);
        EXPECT_EQ(simulation.motions[0].velocity_w, glm::dvec3(speed, 0.0, 0.0));
        EXPECT_EQ(simulation.motions[1].velocity_w, glm::dvec3(0.0));
        EXPECT_EQ(swept.missed.size(), speed > 12.0 ? 1u : 0u) << speed;
        EXPECT_EQ(simulation.fast_bodies, 0u);
    }
}

TEST(ContinuousTest, a_fixed_body_reverses_the_velocity_of_a_fast_cube) {
    Simulation simulation = make_bullet(500.0);
    ASSERT_TRUE(simulation.world.set_body_fixed(0u, true));
    ContinuousOutput swept;
    step_continuously(simulation, true, swept);
    EXPECT_EQ(simulation.motions[1].velocity_w, glm::dvec3(-500.0, 0.0, 0.0));
    step_continuously(simulation, true, swept);
    EXPECT_TRUE(swept.stops.empty());
    EXPECT_LT(simulation.world.bodies()[1].transform.t.x, -400.0);
}

// In one step, a long bar makes half a turn and sweeps over a cube that it touches neither before nor after the step.
TEST(ContinuousTest, a_rotation_stops_where_it_meets_a_body_and_is_reversed) {
    const std::shared_ptr<Shape> bar = make_shape(*make_box_polytope({6.0f, 0.2f, 0.2f}));
    Transform cube_at;
    cube_at.t = {0.0, 4.0, 0.0};
    Simulation simulation =
        make_pair_of(bar, {}, {.spin_axis_w = {0.0, 0.0, 1.0}, .spin = 3.0}, make_cube(), cube_at, {});
    ContinuousOutput swept;
    step_continuously(simulation, true, swept);
    ASSERT_EQ(swept.stops.size(), 1u);
    EXPECT_EQ(swept.missed.size(), 1u);
    EXPECT_EQ(simulation.motions[0].spin, -3.0);
    EXPECT_GT(swept.stops[0].time, 0.2);
    EXPECT_LT(swept.stops[0].time, 0.5);
    step_continuously(simulation, true, swept);
    EXPECT_TRUE(swept.stops.empty() || swept.stops[0].time > 0.0) << "the bar must not be stuck at the cube";
}

// In one step, a cube makes ten turns close to a cube that it does not reach. The search for the impact reaches its
// iteration limit without finding one.
TEST(ContinuousTest, a_search_that_reaches_its_limit_stops_the_body_but_is_no_impact) {
    for (const double gap : {0.01, 0.003}) {
        Transform at;
        at.t.x = 2.41422 + gap; // the edges of the spinning cube reach sqrt(2) from its axis
        Simulation simulation = make_pair_of(make_cube(), {}, {.spin_axis_w = {0.0, 0.0, 1.0}, .spin = 62.8},
                                             make_cube(), at, {});
        ContinuousOutput swept;
        step_continuously(simulation, true, swept);
        EXPECT_TRUE(swept.missed.empty()) << gap;
        ASSERT_EQ(swept.stops.size(), 1u) << gap << ": the limit is not reached";
        EXPECT_EQ(swept.stops[0].normal_w, glm::dvec3(0.0)) << gap;
        EXPECT_EQ(simulation.motions[0].spin, 62.8) << gap;
    }
}

TEST(ContinuousTest, a_mesh_without_thickness_stops_a_fast_cube) {
    // A mesh that is a sheet without thickness.
    const std::vector<glm::vec3> corners{{0, -5, -5}, {0, 5, -5}, {0, 5, 5}, {0, -5, 5}};
    const std::vector<TriangleIndices> triangles{{0, 1, 2}, {0, 2, 3}};
    const std::shared_ptr<Shape> sheet = *make_shape(MeshView{corners, triangles});
    for (int side = 0; side < 2; ++side) { // which body of the pair is the mesh
        Transform away;
        away.t.x = -10.0;
        const Motion fast{.velocity_w = {1000.0, 3.0, 2.0}};
        Simulation simulation = side == 0 ? make_pair_of(sheet, {}, {}, make_cube(), away, fast)
                                          : make_pair_of(make_cube(), away, fast, sheet, {}, {});
        ContinuousOutput swept;
        step_continuously(simulation, true, swept);
        EXPECT_EQ(swept.missed.size(), 1u);
        const BodyId cube = side == 0 ? 1 : 0;
        EXPECT_LT(simulation.world.bodies()[cube].transform.t.x, -1.0);
        EXPECT_GT(simulation.world.bodies()[cube].transform.t.x, -1.01);
    }
}

TEST(ContinuousTest, reporting_keeps_the_simulation_bit_identical_to_discrete_steps) {
    Simulation discrete = make_room_of_cubes(40, 5), reported = make_room_of_cubes(40, 5);
    ContinuousOutput swept;
    for (int frame = 0; frame < 60; ++frame) {
        step(discrete);
        step_continuously(reported, false, swept);
        ASSERT_EQ(state_hash(discrete), state_hash(reported)) << frame;
        ASSERT_TRUE(swept.stops.empty());
    }
}

// The oracle queries positions at many times within the step.
TEST(ContinuousTest, pairs_that_meet_only_within_a_step_are_reported_as_missed) {
    Simulation simulation = make_room_of_cubes(60, 9);
    for (Motion& motion : simulation.motions) motion.velocity_w *= 20.0;
    simulation.settings.walls = false;
    std::size_t seen = 0, reported = 0;
    ContinuousOutput swept;
    for (int frame = 0; frame < 6; ++frame) {
        std::vector<RigidMotion> motions;
        for (BodyId id = 0; id < 60; ++id) {
            const Motion& m = simulation.motions[id];
            const Body& body = simulation.world.bodies()[id];
            motions.push_back(
                {body.world_from_body, body.shape->center(), m.velocity_w, m.spin * m.spin_axis_w});
        }
        step_continuously(simulation, false, swept);
        reported += swept.missed.size();
        const auto meets_at = [&](BodyId a, BodyId b, double t) {
            FeaturePair start;
            const Pose at_a = motions[a].at(t), at_b = motions[b].at(t);
            return kAllNarrowPhases.front()
                       .find_closest(*simulation.world.bodies()[a].polytope,
                                     *simulation.world.bodies()[b].polytope, inverse_rigid(at_a) * at_b,
                                     start)
                       .status != ContactStatus::disjoint;
        };
        for (BodyId a = 0; a < 60; ++a)
            for (BodyId b = a + 1; b < 60; ++b) {
                if (meets_at(a, b, 0.0) || meets_at(a, b, 1.0)) continue;
                bool meets = false;
                for (int i = 1; i < 24 && !meets; ++i) meets = meets_at(a, b, i / 24.0);
                const bool is_listed =
                    std::ranges::count(swept.missed, BodyPair{a, b}, &SweptImpact::bodies) == 1;
                if (meets) {
                    ++seen;
                    EXPECT_TRUE(is_listed) << a << " " << b << " in frame " << frame;
                }
            }
    }
    EXPECT_GT(seen, 3u);
    EXPECT_LE(seen, reported);
    EXPECT_LT(reported, 2 * seen + 10)
        << "only pairs that meet between two samples may be reported in addition";
}

TEST(ContinuousTest, fast_bodies_get_no_new_contacts_stay_near_the_room_and_conserve_squared_speeds) {
    Simulation simulation = make_room_of_cubes(40, 3);
    for (Motion& motion : simulation.motions) {
        motion.velocity_w *= 40.0;
        motion.spin *= 4.0;
    }
    ContinuousOutput swept;
    for (int frame = 0; frame < 30; ++frame)
        step_continuously(simulation, false, swept); // lets overlapping bodies separate first
    const double squares = sum_of_squared_speeds(simulation);
    std::size_t stops = 0, missed = 0;
    for (int frame = 0; frame < 60; ++frame) {
        StepOutput before = simulation.output;
        step_continuously(simulation, true, swept);
        stops += swept.stops.size();
        missed += swept.missed.size();
        for (const PairResult& pair : simulation.output.pairs) {
            if (!pair.is_contact()) continue;
            const auto same = std::ranges::find(before.pairs, pair.bodies, &PairResult::bodies);
            EXPECT_TRUE(same != before.pairs.end() && same->is_contact())
                << pair.bodies.a << " " << pair.bodies.b << " have a new contact in frame " << frame;
        }
        for (const Body& body : simulation.world.bodies())
            for (int axis = 0; axis < 3; ++axis)
                ASSERT_LE(std::fabs(body.transform.t[axis]), 12.0 + std::sqrt(3.0));
    }
    EXPECT_GT(stops, 100u);
    EXPECT_GT(missed, 20u);
    EXPECT_NEAR(sum_of_squared_speeds(simulation), squares, 1e-9 * squares);
}

TEST(ContinuousTest, equal_scenes_give_bit_identical_states) {
    const auto hash = [] {
        Simulation simulation = make_room_of_cubes(60, 4);
        for (Motion& motion : simulation.motions) motion.velocity_w *= 30.0;
        ContinuousOutput swept;
        for (int frame = 0; frame < 20; ++frame) step_continuously(simulation, true, swept);
        return state_hash(simulation);
    };
    EXPECT_EQ(hash(), hash());
}

TEST(ContinuousTest, disabled_pairs_and_pairs_that_overlap_at_the_start_are_not_stopped) {
    Simulation simulation = make_bullet(100.0);
    ASSERT_TRUE(simulation.world.set_pair_enabled(0u, 1u, false));
    ContinuousOutput swept;
    step_continuously(simulation, true, swept);
    EXPECT_TRUE(swept.stops.empty());
    EXPECT_EQ(simulation.world.bodies()[1].transform.t.x, 90.0);
    Transform near;
    near.t.x = 1.5;
    Simulation overlapping =
        make_pair_of(make_cube(), {}, {}, make_cube(), near, {.velocity_w = {0.25, 0.0, 0.0}});
    step_continuously(overlapping, true, swept);
    EXPECT_TRUE(swept.stops.empty());
    EXPECT_TRUE(swept.missed.empty());
    EXPECT_EQ(overlapping.world.bodies()[1].transform.t.x, 1.75);
}

} // namespace
} // namespace boxwood

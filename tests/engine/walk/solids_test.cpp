#include "tests/engine/walk/walk_table.hpp"

#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/random_polytope.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/walk/dynamics/scaled_shape.hpp"

#include "tests/oracles/effort.hpp"

namespace boxwood {
namespace {

TEST(MassTest, box_center_and_inertia_equal_the_closed_form) {
    Result<Polytope> box = make_box_polytope({0.1f, 0.2f, 0.3f});
    ASSERT_TRUE(box);
    const Mass mass = compute_mass(*make_shape(std::move(*box)), 6.0);
    EXPECT_NEAR(glm::length(mass.center), 0.0, 1e-9);
    EXPECT_NEAR(mass.inertia[0][0], 6.0 / 3.0 * (0.04 + 0.09), 1e-6);
    EXPECT_NEAR(mass.inertia[1][1], 6.0 / 3.0 * (0.01 + 0.09), 1e-6);
    EXPECT_NEAR(mass.inertia[2][2], 6.0 / 3.0 * (0.01 + 0.04), 1e-6);
    EXPECT_NEAR(mass.inertia[1][0], 0.0, 1e-9);
}

TEST(ScaledShapeTest, equals_the_hull_of_the_scaled_points_and_has_recomputed_planes) {
    const std::size_t rounds = test::choose_effort(50, 5000);
    for (std::size_t round = 0; round < rounds; ++round) {
        RandomPolytopeParams params;
        params.seed = mix_seed(7, round);
        Result<Polytope> polytope = make_random_polytope(params);
        ASSERT_TRUE(polytope);
        const glm::dvec3 scale(0.5, 1.0 + 0.02 * static_cast<double>(round % 50), 2.0), about(0.1, 0.2, 0.3);
        std::vector<glm::vec3> points;
        for (const glm::vec3& p : polytope->positions())
            points.emplace_back(about + scale * (glm::dvec3(p) - about));
        const Result<std::shared_ptr<Shape>> scaled = make_scaled(*make_shape(*polytope), scale, about);
        ASSERT_TRUE(scaled) << scaled.error().message;
        const Result<Polytope> hull = make_hull(points);
        ASSERT_TRUE(hull);
        const Polytope& made = *(*scaled)->polytope();
        EXPECT_NEAR(made.volume(), hull->volume(), 1e-5 * hull->volume());
        EXPECT_NEAR(made.volume(), scale.x * scale.y * scale.z * polytope->volume(), 1e-5 * made.volume());
        for (const Polytope::Face& face : made.faces())
            for (const glm::vec3& p : points)
                EXPECT_LE(glm::dot(face.normal, glm::dvec3(p)), face.offset + 1e-5);
    }
}

TEST(ScaledShapeTest, a_shape_with_joints_is_refused) {
    const HandModel& hand = hand_model();
    EXPECT_FALSE(make_scaled(*hand.shape, glm::dvec3(2.0), glm::dvec3(0.0)));
}

TEST(HandModelTest, has_18_parts_and_17_joints_and_closes_toward_the_palm) {
    const HandModel& hand = hand_model();
    EXPECT_EQ(hand.tree().part_count(), 18u);
    EXPECT_EQ(hand.tree().joints().size(), 17u);
    EXPECT_EQ(hand.name_of_part(hand.fingers[1].parts[2]), "index");
    // When all fingers are closed, the origin of the middle finger's last phalanx is near the center of the palm. When
    // they are open, it is far from it.
    HullHierarchyState state(hand.tree());
    for (const FingerModel& finger : hand.fingers)
        for (std::size_t k = 0; k < kPhalanges; ++k)
            state.set_valid_position(finger.joints[k], hand.tree().joints()[finger.joints[k]].lower);
    state.update();
    const glm::dvec3 open = state.body_from_part(hand.fingers[2].parts[2]).origin;
    for (const FingerModel& finger : hand.fingers)
        for (std::size_t k = 0; k < kPhalanges; ++k)
            state.set_valid_position(finger.joints[k], finger.closed[k]);
    state.update();
    const glm::dvec3 shut = state.body_from_part(hand.fingers[2].parts[2]).origin;
    EXPECT_GT(glm::length(open), 0.1);
    EXPECT_LT(glm::length(shut), 0.08);
}

// A box that is dropped at an angle comes to rest flat on the floor. It must not penetrate the floor by 1 cm or more.
TEST(DynamicsTest, a_dropped_box_ends_flat_and_still) {
    CollisionWorld world;
    Result<Polytope> floor = make_box_polytope({2.0f, 0.1f, 2.0f});
    Result<Polytope> box = make_box_polytope({0.06f, 0.03f, 0.09f});
    ASSERT_TRUE(floor && box);
    ASSERT_TRUE(world.add_body({make_shape(std::move(*floor)), {.t = {0.0, -0.1, 0.0}}}));
    const glm::dquat slant = glm::normalize(glm::dquat(0.9, 0.3, 0.2, 0.1));
    ASSERT_TRUE(world.add_body({make_shape(std::move(*box)), {.q = slant, .t = {0.0, 0.6, 0.0}}}));
    Dynamics dynamics;
    WalkBody loose;
    loose.is_movable = true;
    dynamics.add(1, world, loose);
    dynamics.wake(1, world);
    ClearanceScratch scratch;
    StepOutput out;
    double lowest = 1.0, fastest = 0.0;
    for (int step = 0; step < 400; ++step) {
        dynamics.integrate(world);
        EXPECT_TRUE(world.step(out));
        dynamics.respond(world, out.pairs, {}, scratch);
        for (const glm::vec3& p : world.bodies()[1].polytope->positions())
            lowest = std::min(lowest, (world.bodies()[1].world_from_body * p).y);
        fastest = std::max(fastest, glm::length(dynamics.bodies()[0].velocity_w));
    }
    EXPECT_FALSE(dynamics.bodies()[0].is_awake);
    EXPECT_GT(lowest, -0.01) << "the box must not penetrate the floor by 1 cm or more";
    EXPECT_LT(fastest, 4.0) << "bouncing must not add energy";
    const Pose& pose = world.bodies()[1].world_from_body;
    double flattest = 0.0;
    for (int axis = 0; axis < 3; ++axis) flattest = std::max(flattest, std::fabs(pose.linear[axis].y));
    EXPECT_GT(flattest, 0.9999) << "one axis of the box must be vertical";
}

TEST(DynamicsTest, a_body_that_falls_beyond_kMaxTranslation_stops_and_is_counted) {
    CollisionWorld world;
    Result<Polytope> box = make_box_polytope({0.06f, 0.03f, 0.09f});
    ASSERT_TRUE(box);
    ASSERT_TRUE(world.add_body({make_shape(std::move(*box)), {.t = {0.0, 1.0 - kMaxTranslation, 0.0}}}));
    Dynamics dynamics;
    WalkBody loose;
    loose.is_movable = true;
    dynamics.add(0, world, loose);
    dynamics.release(0, world, {0.0, -9.0, 0.0}, {0.0, 1.0, 0.0});
    std::uint64_t stopped = 0;
    for (int step = 0; step < 30; ++step) {
        stopped += dynamics.integrate(world);
        ASSERT_GE(world.bodies()[0].transform.t.y, -kMaxTranslation);
    }
    EXPECT_EQ(stopped, 1u);
    EXPECT_EQ(dynamics.bodies()[0].velocity_w, glm::dvec3(0.0));
    EXPECT_EQ(dynamics.bodies()[0].spin_w, glm::dvec3(0.0));
    EXPECT_LT(world.bodies()[0].transform.t.y, 1.0 - kMaxTranslation)
        << "it should have fallen at least one step before it stopped";
}

TEST(WalkStartTest, a_start_position_beyond_1e9_m_is_refused_and_adds_no_body) {
    WalkScene scene = make_table_scene();
    const std::size_t bodies = scene.simulation.world.body_count();
    Walk walk;
    WalkStart start = scene.start;
    for (const double far : {1.1e9, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
        start.feet_w.x = far;
        const Status status = walk.begin(scene.simulation, scene.bodies, start);
        ASSERT_FALSE(status) << far;
        EXPECT_EQ(status.error().message,
                  "start: a coordinate of the feet is not a number from -1.001e9 to 1.001e9");
        EXPECT_EQ(scene.simulation.world.body_count(), bodies);
    }
}

} // namespace
} // namespace boxwood

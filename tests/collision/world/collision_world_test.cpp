#include "collision/world/collision_world.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <utility>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

const std::vector<glm::vec3> kCorners{{-1, -1, -1}, {1, -1, -1}, {1, 1, -1}, {-1, 1, -1},
                                      {-1, -1, 1},  {1, -1, 1},  {1, 1, 1},  {-1, 1, 1}};
const std::vector<std::vector<std::uint32_t>> kSides{{0, 3, 2, 1}, {4, 5, 6, 7}, {0, 1, 5, 4},
                                                     {2, 3, 7, 6}, {1, 2, 6, 5}, {0, 4, 7, 3}};

std::shared_ptr<Shape> make_cube() {
    return make_shape(*make_polytope(kCorners, kSides));
}

std::shared_ptr<Shape> make_mesh_cube() {
    const Polytope cube = *make_polytope(kCorners, kSides);
    return *make_shape(cube.mesh());
}

Transform at(double x, double y, double z) {
    return {.t = {x, y, z}};
}

TEST(CollisionWorldTest, finds_the_gap_between_two_cubes) {
    CollisionWorld world;
    const BodyDesc bodies[] = {{make_cube(), at(0, 0, 0), {}}, {make_cube(), at(2.5, 0.25, 0), {}}};
    ASSERT_TRUE(world.add_bodies(bodies));
    ASSERT_TRUE(world.set_margin(0, 0.5));
    StepOutput out;
    EXPECT_TRUE(world.step(out));
    ASSERT_EQ(out.pairs.size(), 1u);
    EXPECT_TRUE(out.pairs[0].are_polytopes);
    EXPECT_EQ(out.pairs[0].status, ContactStatus::disjoint);
    EXPECT_NEAR(out.pairs[0].distance, 0.5, 1e-12);
    EXPECT_NEAR(glm::distance(out.pairs[0].point_on_a_w, out.pairs[0].point_on_b_w), 0.5, 1e-12);
    EXPECT_NEAR(out.pairs[0].point_on_a_w.x, 1.0, 1e-12);
}

TEST(CollisionWorldTest, the_margin_setting_of_the_step_applies_to_bodies_added_before) {
    for (const double other : {0.5, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
        CollisionWorld world;
        StepOutput out;
        ASSERT_TRUE(world.add_body({make_cube(), at(0, 0, 0)}));
        ASSERT_TRUE(world.step(out));
        const double margin = std::exchange(world.settings.relative_margin, other);
        ASSERT_TRUE(world.add_body({make_cube(), at(2.5, 0, 0)}));
        world.settings.relative_margin = margin;
        ASSERT_TRUE(world.step(out));
        EXPECT_TRUE(out.pairs.empty()) << other;
        EXPECT_NEAR(world.boxes()[1].lower.x, 1.5f, 1e-4f) << other;
    }
}

TEST(CollisionWorldTest, a_polytope_and_a_mesh_collide_as_surfaces) {
    CollisionWorld world;
    const BodyDesc bodies[] = {{make_cube(), at(0, 0, 0), {}}, {make_mesh_cube(), at(1.5, 0.2, 0.1), {}}};
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput out;
    EXPECT_TRUE(world.step(out));
    ASSERT_EQ(out.pairs.size(), 1u);
    EXPECT_TRUE(out.pairs[0].is_contact());
    EXPECT_GT(out.triangles_of(out.pairs[0]).size(), 4u);
    EXPECT_EQ(out.counters.triangle_contacts, out.triangles_of(out.pairs[0]).size());
    ASSERT_TRUE(world.set_transform(1, at(2.5, 0, 0)));
    EXPECT_TRUE(world.step(out));
    EXPECT_TRUE(out.pairs.empty());
}

TEST(CollisionWorldTest, contacts_are_right_while_bodies_teleport) {
    std::mt19937_64 random(5);
    const auto uniform = [&random](double half) {
        return half * (2.0 * static_cast<double>(random() >> 11) * 0x1.0p-53 - 1.0);
    };
    CollisionWorld world;
    std::vector<BodyDesc> bodies;
    const std::shared_ptr<Shape> cube = make_cube();
    for (int i = 0; i < 120; ++i) bodies.push_back({cube, at(uniform(9), uniform(9), uniform(9)), {}});
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput out;
    for (int frame = 0; frame < 60; ++frame) {
        for (BodyId id = 0; id < 120; ++id)
            if (random() % 10 == 0) {
                ASSERT_TRUE(world.set_transform(id, at(uniform(9), uniform(9), uniform(9))));
            }
        EXPECT_TRUE(world.step(out));
        // the cubes are axis-aligned, so that comparing coordinates gives the expected pairs
        std::vector<BodyPair> expected;
        for (BodyId a = 0; a < 120; ++a)
            for (BodyId b = a + 1; b < 120; ++b) {
                const glm::dvec3 d = glm::abs(world.bodies()[a].transform.t - world.bodies()[b].transform.t);
                if (std::max({d.x, d.y, d.z}) <= 2.0) expected.push_back({a, b});
            }
        std::vector<BodyPair> contacts;
        for (const PairResult& pair : out.pairs)
            if (pair.is_contact()) contacts.push_back(pair.bodies);
        ASSERT_EQ(contacts, expected) << "frame " << frame;
    }
}

TEST(CollisionWorldTest, errors_name_the_invalid_input_and_leave_the_world_unchanged) {
    CollisionWorld world;
    const BodyDesc bodies[] = {{make_cube(), at(0, 0, 0), {}}, {make_cube(), at(1, 0, 0), {}}};
    ASSERT_TRUE(world.add_bodies(bodies));
    const std::uint64_t before = state_hash(world);

    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    const auto expect_error = [&](const Status& status, std::string_view part) {
        ASSERT_FALSE(status);
        EXPECT_NE(status.error().message.find(part), std::string::npos) << status.error().message;
        EXPECT_EQ(state_hash(world), before);
        EXPECT_EQ(world.body_count(), 2u);
    };
    expect_error(world.set_transform(1, at(kNan, 0, 0)), "body 1: translation");
    expect_error(world.set_transform(1, {.q = {0, 0, 0, 0}}), "zero quaternion");
    expect_error(world.set_transform(1, {.s = {1, 0, 1}}), "a component of scale s is 0");
    expect_error(world.set_transform(1, {.s = {2, 2, 2}}), "a polytope or compound cannot be scaled");
    expect_error(world.set_transform(7, at(0, 0, 0)), "body 7: does not exist");
    expect_error(world.remove_body(2), "body 2");
    expect_error(world.set_pair_enabled(0, 0, false), "a body cannot form a pair with itself");
    expect_error(world.set_margin(0, -1.0), "margin");
    expect_error(world.set_broad_phase("no such"), "no such");
    const BodyDesc bad[] = {{make_cube(), at(0, 0, 0), {}}, {nullptr, {}, {}}};
    const Result<std::vector<BodyHandle>> added = world.add_bodies(bad);
    ASSERT_FALSE(added);
    EXPECT_NE(added.error().message.find("new body 1"), std::string::npos);
    EXPECT_EQ(world.body_count(), 2u);
}

TEST(CollisionWorldTest, removing_a_body_ends_its_pairs_and_frees_its_id) {
    CollisionWorld world;
    const std::shared_ptr<Shape> cube = make_cube();
    const BodyDesc bodies[] = {{cube, at(0, 0, 0), {}}, {cube, at(1, 0, 0), {}}, {cube, at(2, 0, 0), {}}};
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput out;
    EXPECT_TRUE(world.step(out));
    EXPECT_EQ(out.pairs.size(), 3u);
    ASSERT_TRUE(world.remove_body(1));
    EXPECT_TRUE(world.step(out));
    ASSERT_EQ(out.pairs.size(), 1u);
    EXPECT_EQ(out.counters.left, 2u);
    const Result<BodyHandle> again = world.add_body({cube, at(1, 0.5, 0), {}});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->id, 1u);
    EXPECT_TRUE(world.step(out));
    EXPECT_EQ(out.pairs.size(), 3u);
}

TEST(CollisionWorldTest, disabled_pairs_are_not_reported_until_they_are_enabled) {
    for (const std::string_view name : {"sweep-and-prune", "brute-force"}) {
        CollisionWorld world;
        const std::shared_ptr<Shape> cube = make_cube();
        const BodyDesc bodies[] = {{cube, at(0, 0, 0), {}}, {cube, at(1, 0, 0), {}}};
        ASSERT_TRUE(world.add_bodies(bodies));
        ASSERT_TRUE(world.set_pair_enabled(1, 0, false));
        ASSERT_TRUE(world.set_broad_phase(name));
        StepOutput out;
        EXPECT_TRUE(world.step(out));
        EXPECT_TRUE(out.pairs.empty()) << name;
        ASSERT_TRUE(world.set_pair_enabled(0, 1, true));
        EXPECT_TRUE(world.step(out));
        EXPECT_EQ(out.pairs.size(), 1u) << name;
        EXPECT_EQ(out.counters.entered, 1u) << name;
    }
}

TEST(CollisionWorldTest, bodies_at_rest_cause_no_swaps_or_events) {
    CollisionWorld world;
    std::vector<BodyDesc> bodies;
    const std::shared_ptr<Shape> cube = make_cube();
    for (int i = 0; i < 200; ++i) bodies.push_back({cube, at(i % 7, (i * 5) % 11, (i * 3) % 13), {}});
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput out;
    EXPECT_TRUE(world.step(out));
    EXPECT_TRUE(world.step(out));
    EXPECT_EQ(out.counters.swaps, 0u);
    EXPECT_EQ(out.counters.entered + out.counters.left, 0u);
    EXPECT_GT(out.counters.pairs, 0u);
}

// After set_shape, the cached features of the pair still belong to the old shape. The results must equal those of a
// world that never had the old shape.
TEST(CollisionWorldTest, a_replaced_shape_gives_the_results_of_a_fresh_world) {
    const auto box = [](float half) {
        Result<Polytope> made = make_box_polytope({half, 2.0f * half, half});
        EXPECT_TRUE(made);
        return make_shape(std::move(*made));
    };
    CollisionWorld changed, fresh;
    StepOutput out_changed, out_fresh;
    const Transform near{.q = {0.92, 0.0, 0.0, 0.38}, .t = {1.75, 0.9, 0.1}};
    ASSERT_TRUE(changed.add_body({box(0.5f), {}}) && changed.add_body({box(0.1f), near}));
    EXPECT_TRUE(changed.step(out_changed));
    EXPECT_TRUE(out_changed.pairs.empty());
    for (const float half : {0.9f, 1.2f, 0.95f}) {
        fresh = CollisionWorld();
        ASSERT_TRUE(fresh.add_body({box(0.5f), {}}) && fresh.add_body({box(half), near}));
        EXPECT_TRUE(fresh.step(out_fresh));
        ASSERT_TRUE(changed.set_shape(1, box(half)));
        EXPECT_TRUE(changed.step(out_changed));
        ASSERT_EQ(out_changed.pairs.size(), 1u);
        ASSERT_EQ(out_fresh.pairs.size(), 1u);
        EXPECT_EQ(out_changed.pairs[0].status, out_fresh.pairs[0].status);
        EXPECT_EQ(out_changed.pairs[0].distance, out_fresh.pairs[0].distance);
        EXPECT_EQ(changed.boxes()[1], fresh.boxes()[1]);
    }
    EXPECT_FALSE(changed.set_shape(7, box(1.0f)));
    EXPECT_FALSE(changed.set_shape(1, nullptr));
}

} // namespace
} // namespace boxwood

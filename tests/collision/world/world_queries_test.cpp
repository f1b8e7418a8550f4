#include "tests/collision/world/world_scene.hpp"
#include "tests/oracles/effort.hpp"

#include <limits>

namespace boxwood::test {
namespace {

std::shared_ptr<Shape> make_cube() {
    return make_shape(polytope_of(box(glm::vec3(1.0f))));
}

void expect_error(const Status& status, std::string_view part) {
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find(part), std::string::npos) << status.error().message;
}

// Every broad phase with every narrow phase. In each frame of the second half, each body teleports with a probability
// of 10 %.
TEST(WorldTest, answers_are_right_and_counters_rise_while_bodies_teleport) {
    for (const std::string_view broad : list_broad_phases())
        for (const NarrowPhase& narrow : kAllNarrowPhases) {
            std::mt19937 random(11);
            CollisionWorld world;
            ASSERT_TRUE(world.set_broad_phase(broad));
            ASSERT_TRUE(world.set_narrow_phase(narrow.name));
            world.settings.always_climb = narrow.name == kAllNarrowPhases[0].name;
            const std::vector<std::shared_ptr<Shape>> shapes = make_shapes(random, 5);
            std::vector<BodyDesc> bodies;
            for (std::size_t i = 0; i < 36; ++i)
                bodies.push_back({shapes[i % shapes.size()], random_transform(random, 2.1),
                                  i % 3 == 0 ? BoxKind::fixed_cube : BoxKind::dynamic_box});
            const Result<std::vector<BodyHandle>> ids = world.add_bodies(bodies);
            ASSERT_TRUE(ids);
            PairModel model;
            for (const BodyHandle& body : *ids) model.add(body.id);
            StepOutput out;
            std::array<StepCounters, 2> sums; // coherent, teleporting
            const std::size_t frames = choose_effort(10, 400);
            for (std::size_t frame = 0; frame < frames; ++frame) {
                const bool is_teleporting = frame >= frames / 2;
                for (const BodyHandle& body : *ids) {
                    const BodyId id = body.id;
                    Transform moved = world.bodies()[id].transform;
                    moved.t += random_in_box(random, 0.02);
                    if (is_teleporting && random() % 10 == 0) moved = random_transform(random, 2.1);
                    ASSERT_TRUE(world.set_transform(id, moved));
                }
                EXPECT_TRUE(world.step(out));
                ASSERT_NO_FATAL_FAILURE(model.check(world, out)) << broad << ", frame " << frame;
                for (const PairResult& pair : out.pairs)
                    ASSERT_NO_FATAL_FAILURE(check_contact(world, pair)) << broad << ", " << narrow.name;
                for (const BodyHandle& body : *ids)
                    if (const BodyId id = body.id; world.bodies()[id].box == BoxKind::dynamic_box) {
                        ASSERT_TRUE(world.boxes()[id] == scanned_box(world.bodies()[id], 1e-6)) << id;
                    }
                if (frame > 0) {
                    sums[is_teleporting].climb_steps += out.counters.climb_steps;
                    sums[is_teleporting].entered += out.counters.entered;
                    sums[is_teleporting].swaps += out.counters.swaps;
                }
            }
            if (world.settings.always_climb)
                EXPECT_GT(sums[1].climb_steps, sums[0].climb_steps);
            else
                EXPECT_EQ(sums[1].climb_steps + sums[0].climb_steps, 0u);
            EXPECT_GT(sums[1].entered, sums[0].entered);
            EXPECT_GE(sums[1].swaps, sums[0].swaps);
        }
}

TEST(WorldTest, query_pair_works_for_near_and_distant_bodies) {
    CollisionWorld world;
    const BodyDesc bodies[] = {
        {make_cube(), at(0, 0, 0), {}}, {make_cube(), at(5, 0, 0), {}}, {make_cube(), at(1, 0.5, 0), {}}};
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput stepped, asked;
    EXPECT_TRUE(world.step(stepped));
    ASSERT_TRUE(world.query_pair(1, 0, asked)); // the boxes of the two bodies are far from each other
    ASSERT_EQ(asked.pairs.size(), 1u);
    EXPECT_EQ(asked.pairs[0].bodies, (BodyPair{0, 1}));
    EXPECT_NEAR(asked.pairs[0].distance, 3.0, 1e-12);
    ASSERT_NO_FATAL_FAILURE(check_contact(world, asked.pairs[0]));
    world.settings.find_polytope_triangles = true;
    ASSERT_TRUE(world.query_pair(0, 2, asked));
    ASSERT_EQ(asked.pairs.size(), 1u);
    EXPECT_TRUE(asked.pairs[0].is_contact());
    EXPECT_EQ(asked.counters.contacts, 1u);
    EXPECT_GT(asked.triangles_of(asked.pairs[0]).size(), 4u);
    EXPECT_EQ(asked.counters.triangle_contacts, asked.triangle_pairs.size());
}

// For surfaces, intersecting triangles decide whether there is a contact. For two polytopes, a separate stage finds the
// triangles, only for display.
TEST(WorldTest, triangles_of_polytope_pairs_are_found_only_by_find_highlights) {
    CollisionWorld world;
    const auto mesh = make_shape(make_cube()->mesh(), HierarchyConfig{});
    ASSERT_TRUE(mesh);
    const BodyDesc bodies[] = {
        {make_cube(), at(0, 0, 0), {}}, {make_cube(), at(1, 0.5, 0), {}}, {*mesh, at(0.5, 1, 0.1), {}}};
    ASSERT_TRUE(world.add_bodies(bodies));
    const auto count_ms = [] {
        static double now = 0.0;
        return now += 1.0;
    };
    StepOutput plain, whole, staged;
    ASSERT_TRUE(world.step(plain, count_ms));
    ASSERT_EQ(plain.pairs.size(), 3u);
    EXPECT_TRUE(plain.triangles_of(plain.pairs[0]).empty());
    EXPECT_FALSE(plain.triangles_of(plain.pairs[1]).empty());
    world.settings.find_polytope_triangles = true;
    ASSERT_TRUE(world.step(whole, count_ms));
    EXPECT_EQ(whole.times[Phase::highlight], 1.0);
    world.update_boxes(staged);
    world.find_pairs(staged);
    world.find_contacts(staged);
    EXPECT_EQ(staged.triangle_pairs, plain.triangle_pairs);
    EXPECT_EQ(staged.counters.triangle_tests, plain.counters.triangle_tests);
    for (int time = 0; time < 2; ++time) { // a second call must find the same triangles
        world.find_highlights(staged);
        EXPECT_EQ(staged.triangle_pairs, whole.triangle_pairs);
        for (std::size_t i = 0; i < 3; ++i) {
            const auto found = staged.triangles_of(staged.pairs[i]),
                       expected = whole.triangles_of(whole.pairs[i]);
            EXPECT_FALSE(found.empty()) << i;
            EXPECT_TRUE(std::equal(found.begin(), found.end(), expected.begin(), expected.end())) << i;
        }
    }
    EXPECT_GT(staged.counters.triangle_tests, plain.counters.triangle_tests);
    EXPECT_EQ(staged.counters.triangle_contacts, staged.triangle_pairs.size());
}

TEST(WorldTest, queries_of_unknown_or_disabled_pairs_fail_and_keep_the_output) {
    CollisionWorld world;
    const BodyDesc bodies[] = {
        {make_cube(), at(0, 0, 0), {}}, {make_cube(), at(1, 0, 0), {}}, {make_cube(), at(2, 0, 0), {}}};
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput out;
    EXPECT_TRUE(world.step(out));
    ASSERT_EQ(out.pairs.size(), 3u);
    expect_error(world.query_pair(0, 3, out), "body 3: does not exist");
    expect_error(world.query_pair(2, 2, out), "body 2: a body cannot form a pair with itself");
    ASSERT_TRUE(world.set_body_enabled(1, false));
    expect_error(world.query_pair(1, 0, out), "body 1: is disabled");
    ASSERT_TRUE(world.set_pair_enabled(2, 0, false));
    expect_error(world.query_pair(2, 0, out), "pair 0, 2: is disabled");
    world.set_all_pairs_enabled(false);
    expect_error(world.query_pair(2, 0, out), "pair 0, 2: is disabled");
    EXPECT_EQ(out.pairs.size(), 3u);
    ASSERT_TRUE(world.set_pair_enabled(2, 0, true));
    EXPECT_TRUE(world.query_pair(2, 0, out));
    EXPECT_EQ(out.pairs.size(), 1u);
}

TEST(WorldTest, every_call_rejects_a_removed_body) {
    CollisionWorld world;
    const BodyDesc bodies[] = {{make_cube(), at(0, 0, 0), {}}, {make_cube(), at(1, 0, 0), {}}};
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput out;
    EXPECT_TRUE(world.step(out));
    ASSERT_TRUE(world.remove_body(0));
    for (int step = 0; step < 2; ++step) { // first before the id may be reused, then after
        expect_error(world.remove_body(0), "body 0: does not exist");
        expect_error(world.set_transform(0, at(0, 0, 0)), "body 0: does not exist");
        expect_error(world.set_box_kind(0, BoxKind::fixed_cube), "body 0: does not exist");
        expect_error(world.set_body_enabled(0, false), "body 0: does not exist");
        expect_error(world.set_pair_enabled(1, 0, false), "body 0: does not exist");
        expect_error(world.query_pair(0, 1, out), "body 0: does not exist");
        EXPECT_TRUE(world.step(out));
        EXPECT_TRUE(out.pairs.empty());
    }
}

TEST(WorldTest, rejected_changes_do_not_affect_the_next_step) {
    const auto make = [](bool is_disturbed) {
        CollisionWorld world;
        std::mt19937 random(2);
        const std::vector<std::shared_ptr<Shape>> shapes = make_shapes(random, 3);
        std::vector<BodyDesc> bodies;
        for (std::size_t i = 0; i < 30; ++i)
            bodies.push_back({shapes[i % 3], random_transform(random, 1.8), {}});
        EXPECT_TRUE(world.add_bodies(bodies));
        StepOutput out;
        EXPECT_TRUE(world.step(out));
        if (is_disturbed) {
            constexpr double kInfinite = std::numeric_limits<double>::infinity();
            constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
            expect_error(world.set_transform(3, at(0, kInfinite, 0)), "not finite");
            expect_error(world.set_transform(3, {.q = {kNan, 0, 0, 0}}), "not finite");
            expect_error(world.set_transform(3, {.t = {1e16, 0, 0}}), "beyond");
            expect_error(world.set_transform(30, {}), "body 30");
            expect_error(world.set_margin(4, kNan), "margin");
            expect_error(world.set_margin(4, kInfinite), "margin");
            expect_error(world.set_box_kind(99, BoxKind::fixed_cube), "body 99");
            expect_error(world.set_body_enabled(99, false), "body 99");
            expect_error(world.set_pair_enabled(4, 99, false), "body 99");
            expect_error(world.set_broad_phase("none"), "none");
            expect_error(world.set_narrow_phase("none"), "none");
            const BodyDesc bad[] = {{shapes[0], {}, {}}, {shapes[1], at(0, kNan, 0), {}}};
            EXPECT_FALSE(world.add_bodies(bad));
        }
        EXPECT_TRUE(world.step(out));
        return out;
    };
    const StepOutput plain = make(false), disturbed = make(true);
    EXPECT_EQ(plain.counters.list(), disturbed.counters.list());
    EXPECT_EQ(disturbed.counters.entered + disturbed.counters.left, 0u);
    EXPECT_GT(plain.pairs.size(), 10u);
}

TEST(WorldTest, a_solid_without_volume_is_rejected_with_a_message) {
    Solid flat = box(glm::vec3(1.0f, 1.0f, 0.0f));
    const Result<Polytope> made = make_polytope(flat.positions, flat.faces);
    ASSERT_FALSE(made);
    EXPECT_FALSE(made.error().message.empty());
}

TEST(WorldTest, boxes_grow_by_the_larger_of_the_relative_and_the_absolute_margin) {
    CollisionWorld world;
    const BodyDesc bodies[] = {{make_cube(), at(0, 0, 0), {}},
                               {make_cube(), at(9, 0, 0), BoxKind::fixed_cube}};
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput out;
    world.settings.relative_margin = 0.0;
    EXPECT_TRUE(world.step(out));
    EXPECT_NEAR(world.boxes()[0].upper.x, 1.0, 1e-6); // up to the outward rounding of the box
    const double diameter = 2.0 * std::sqrt(3.0);
    world.settings.relative_margin = 0.01;
    ASSERT_TRUE(world.set_margin(1, 0.25));
    EXPECT_TRUE(world.step(out));
    EXPECT_NEAR(world.boxes()[0].upper.x, 1.0 + 0.01 * diameter, 1e-6);
    EXPECT_NEAR(world.boxes()[1].upper.y, 0.5 * diameter + 0.25, 1e-6);
    ASSERT_TRUE(world.set_margin(1, 0.0));
    EXPECT_TRUE(world.step(out));
    EXPECT_NEAR(world.boxes()[1].upper.y, 0.51 * diameter, 1e-6);
}

TEST(WorldTest, bodies_at_rest_need_no_coordinate_evaluation) {
    std::mt19937 random(4);
    CollisionWorld world;
    const std::vector<std::shared_ptr<Shape>> shapes = make_shapes(random, 3);
    std::vector<BodyDesc> bodies;
    for (std::size_t i = 0; i < 30; ++i) bodies.push_back({shapes[i % 3], random_transform(random, 3.0), {}});
    ASSERT_TRUE(world.add_bodies(bodies));
    StepOutput out;
    EXPECT_TRUE(world.step(out));
    for (BodyId id = 0; id < 30; ++id) ASSERT_TRUE(world.set_transform(id, bodies[id].transform));
    EXPECT_TRUE(world.step(out));
    EXPECT_EQ(out.counters.coordinate_evaluations, 0u);
    ASSERT_TRUE(world.set_transform(7, at(1, 2, 3)));
    EXPECT_TRUE(world.step(out));
    EXPECT_GT(out.counters.coordinate_evaluations, 6u);
    EXPECT_LT(out.counters.coordinate_evaluations, 500u);
}

// The boxes of two bodies overlap, separate, and overlap again at the same poses. With WarmStart::stored, the walk then
// starts with the features of the last result.
TEST(WorldTest, a_pair_that_overlaps_again_starts_from_its_last_features) {
    std::mt19937 random(9);
    const std::shared_ptr<Shape> ball = make_shape(polytope_of(sphere(24, 12)));
    std::map<WarmStart, std::uint64_t> iterations;
    for (const WarmStart start :
         {WarmStart::stored, WarmStart::first, WarmStart::random, WarmStart::directional}) {
        CollisionWorld world;
        world.settings.start = start;
        const Transform near{.q = random_rotation(random), .t = {1.9, 0.3, 0.2}};
        const BodyDesc bodies[] = {{ball, {.q = random_rotation(random)}, {}}, {ball, near, {}}};
        ASSERT_TRUE(world.add_bodies(bodies));
        StepOutput out;
        EXPECT_TRUE(world.step(out));
        ASSERT_EQ(out.entered.size(), 1u);
        const double distance = out.pairs.at(0).distance;
        const FeaturePair ended = out.pairs.at(0).features;
        ASSERT_TRUE(world.set_transform(1, at(50, 0, 0)));
        EXPECT_TRUE(world.step(out));
        ASSERT_EQ(out.left.size(), 1u);
        ASSERT_TRUE(world.set_transform(1, near));
        EXPECT_TRUE(world.step(out));
        ASSERT_EQ(out.entered.size(), 1u);
        EXPECT_NEAR(out.pairs.at(0).distance, distance, 1e-14);
        ASSERT_NO_FATAL_FAILURE(check_contact(world, out.pairs[0]));
        iterations[start] = out.counters.walk_iterations;
        // The start that the step reports is enough to repeat the walk.
        EXPECT_EQ(out.pairs[0].start == ended, start == WarmStart::stored);
        FeaturePair cache = out.pairs[0].start;
        const Body &a = world.bodies()[0], &b = world.bodies()[1];
        const ClosestFeatures again =
            find_narrow_phase(world.narrow_phase_name())
                ->find_closest(*a.polytope, *b.polytope, inverse_rigid(a.world_from_body) * b.world_from_body,
                               cache);
        EXPECT_EQ(again.iterations, out.pairs[0].iterations);
        EXPECT_EQ(again.features, out.pairs[0].features);
        // A body that reuses an id must not start with the features of the removed body, which its shape may not have.
        ASSERT_TRUE(world.remove_body(1));
        EXPECT_TRUE(world.step(out));
        const Result<BodyHandle> next = world.add_body({make_cube(), near, {}});
        ASSERT_TRUE(next);
        ASSERT_EQ(next->id, 1u);
        EXPECT_TRUE(world.step(out));
        ASSERT_NO_FATAL_FAILURE(check_contact(world, out.pairs.at(0)));
    }
    EXPECT_LE(iterations[WarmStart::stored], 2u);
    EXPECT_GT(iterations[WarmStart::first], iterations[WarmStart::directional]);
    EXPECT_GT(iterations[WarmStart::first], iterations[WarmStart::stored]);
}

} // namespace
} // namespace boxwood::test

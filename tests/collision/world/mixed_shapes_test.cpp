#include "collision/query/dispatch/hierarchy_types.hpp"
#include "collision/world/collision_world.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace boxwood::mixed_shapes_test {
namespace {

Transform at(double x, double y, double z) {
    return {.t = {x, y, z}};
}

// Regression test: a box that crosses a mesh must be in contact with it also for the kinds bvh8 and box-tree, and for
// the volume obb.
TEST(MixedShapesTest, a_polytope_collides_with_meshes_of_every_hierarchy_kind_and_volume) {
    const oracle::SampleMesh torus = oracle::make_torus(1.0, 0.4, 12, 8);
    const std::shared_ptr<Shape> box = make_shape(*make_box_polytope(glm::vec3(0.5f)));
    std::size_t expected = 0, tried = 0;
    for (const std::string_view kind : list_hierarchy_kinds())
        for (const std::string_view volume : list_volumes()) {
            const auto mesh = make_shape(torus.view(), HierarchyConfig{std::string(kind), std::string(volume)});
            if (!mesh) continue;
            CollisionWorld world;
            ASSERT_TRUE(world.add_body({*mesh, {}}) && world.add_body({box, at(1.0, 0.1, 0.2)}));
            StepOutput out;
            ASSERT_TRUE(world.step(out));
            ASSERT_EQ(out.pairs.size(), 1u);
            ASSERT_TRUE(out.pairs[0].is_contact()) << kind << ' ' << volume;
            if (tried++ == 0) expected = out.triangle_pairs.size();
            ASSERT_GT(expected, 10u);
            ASSERT_EQ(out.triangle_pairs.size(), expected) << kind << ' ' << volume;
        }
    EXPECT_EQ(tried, kHierarchyTypes);
}

TEST(MixedShapesTest, meshes_of_two_hierarchy_kinds_collide) {
    const oracle::SampleMesh torus = oracle::make_torus(1.0, 0.4, 12, 8);
    CollisionWorld world;
    ASSERT_TRUE(world.add_body({*make_shape(torus.view(), HierarchyConfig{.kind = "bvh8"}), {}}));
    ASSERT_TRUE(world.add_body({*make_shape(torus.view(), HierarchyConfig{.volume = "obb"}), at(0.1, 0.0, 0.0)}));
    StepOutput out;
    ASSERT_TRUE(world.step(out));
    ASSERT_EQ(out.pairs.size(), 1u);
    EXPECT_TRUE(out.pairs[0].is_contact());
}

TEST(MixedShapesTest, a_handle_of_a_removed_body_stays_invalid_when_its_id_is_reused) {
    CollisionWorld world;
    const std::shared_ptr<Shape> box = make_shape(*make_box_polytope(glm::vec3(0.5f)));
    const BodyHandle first = *world.add_body({box, {}});
    ASSERT_TRUE(world.remove_body(first));
    StepOutput out;
    ASSERT_TRUE(world.step(out)); // after the step, ids can be reused
    const BodyHandle second = *world.add_body({box, {}});
    ASSERT_EQ(second.id, first.id);
    EXPECT_FALSE(world.is_live(first));
    const Status moved = world.set_transform(first, at(1, 0, 0));
    ASSERT_FALSE(moved);
    EXPECT_EQ(moved.error().message,
              "body 0: this handle refers to a body that was removed or belongs to another world");
    EXPECT_EQ(world.bodies()[second.id].transform.t, glm::dvec3(0.0));
    ASSERT_TRUE(world.set_shape(second, box)) << "a handle must stay valid after a change of shape";
    EXPECT_TRUE(world.set_transform(second, at(1, 0, 0)));
}

TEST(MixedShapesTest, a_handle_is_invalid_in_another_world) {
    const std::shared_ptr<Shape> box = make_shape(*make_box_polytope(glm::vec3(0.5f)));
    CollisionWorld world, other;
    const BodyHandle handle = *world.add_body({box, {}}), of_other = *other.add_body({box, {}});
    ASSERT_EQ(handle.id, of_other.id);
    EXPECT_FALSE(other.is_live(handle));
    EXPECT_FALSE(other.remove_body(handle));
    EXPECT_EQ(other.body_count(), 1u);
    CollisionWorld moved = std::move(world);
    EXPECT_TRUE(moved.set_transform(handle, at(1, 0, 0))) << "its world was only moved";
    moved = CollisionWorld();
    ASSERT_EQ(moved.add_body({box, {}})->id, handle.id);
    EXPECT_FALSE(moved.remove_body(handle));
    EXPECT_EQ(moved.body_count(), 1u);
}

TEST(MixedShapesTest, a_moved_from_world_is_empty_with_default_settings) {
    const std::shared_ptr<Shape> box = make_shape(*make_box_polytope(glm::vec3(0.5f)));
    CollisionWorld world;
    world.settings.find_polytope_triangles = true;
    ASSERT_TRUE(world.set_broad_phase(list_broad_phases().back()));
    ASSERT_TRUE(world.set_narrow_phase("gjk"));
    ASSERT_TRUE(world.add_body({box, {}}));
    const BodyHandle second = *world.add_body({box, at(0.9, 0, 0)}),
                     third = *world.add_body({box, at(0.5, 0, 0)});
    ASSERT_TRUE(world.set_pair_enabled(0, third, false));
    StepOutput out, after;
    ASSERT_TRUE(world.step(out));
    ASSERT_EQ(out.pairs.size(), 2u);
    CollisionWorld taken = std::move(world);

    EXPECT_EQ(world.body_count(), 0u);
    EXPECT_TRUE(world.bodies().empty() && world.boxes().empty());
    EXPECT_EQ(world.broad_phase_name(), CollisionWorld().broad_phase_name());
    EXPECT_EQ(world.narrow_phase_name(), CollisionWorld().narrow_phase_name());
    EXPECT_EQ(world.pair_filter().exception_count(), 0u);
    EXPECT_FALSE(world.settings.find_polytope_triangles);
    EXPECT_FALSE(world.remove_body(second));
    ASSERT_TRUE(world.add_body({box, {}}));
    ASSERT_TRUE(world.add_body({box, at(0.9, 0, 0)}));
    ASSERT_TRUE(world.step(after));
    EXPECT_EQ(after.pairs.size(), 1u);
    EXPECT_EQ(after.entered.size(), 1u);

    EXPECT_EQ(taken.body_count(), 3u);
    EXPECT_EQ(taken.broad_phase_name(), list_broad_phases().back());
    EXPECT_EQ(taken.narrow_phase_name(), "gjk");
    ASSERT_TRUE(taken.step(after));
    EXPECT_EQ(after.pairs.size(), 2u);
    EXPECT_TRUE(after.entered.empty() && after.left.empty()) << "the pairs must move with the world";
    EXPECT_FALSE(after.triangle_pairs.empty());
    ASSERT_TRUE(taken.remove_body(second));
    ASSERT_TRUE(taken.step(after));
    EXPECT_EQ(after.left.size(), 2u);
}

TEST(MixedShapesTest, a_shape_of_an_empty_polytope_or_hierarchy_ends_the_process) {
    EXPECT_DEATH(make_shape(Polytope{}), "requirement failed");
    Polytope box = *make_box_polytope(glm::vec3(0.5f));
    const std::shared_ptr<Shape> first = make_shape(std::move(box));
    EXPECT_DEATH(make_shape(std::move(box)), "requirement failed");
    EXPECT_DEATH(make_shape(HullHierarchy{}), "requirement failed");
}

TEST(MixedShapesTest, the_largest_allowed_polytope_collides_with_a_mesh) {
    CollisionWorld world;
    ASSERT_TRUE(world.add_body({make_shape(*make_box_polytope(glm::vec3(1e12f))), {}}));
    const oracle::SampleMesh mesh = oracle::make_cube(0.5, 2);
    ASSERT_TRUE(world.add_body({*make_shape(mesh.view()), at(1e12f, 0, 0)}));
    StepOutput out;
    ASSERT_TRUE(world.step(out));
    ASSERT_EQ(out.pairs.size(), 1u);
    EXPECT_TRUE(out.pairs[0].is_contact());
}

// A change between two stages invalidates the current pairs.
TEST(MixedShapesTest, after_a_change_between_stages_update_boxes_must_run_again) {
    struct Change {
        const char* name;
        void (*make)(CollisionWorld&);
    };
    const auto box = make_shape(*make_box_polytope(glm::vec3(0.5f)));
    static std::shared_ptr<Shape> shape;
    shape = box;
    const Change changes[]{
        {"add",
         [](CollisionWorld& w) {
             (void)w.add_body({shape, {}});
         }},
        {"remove", [](CollisionWorld& w) { (void)w.remove_body(0); }},
        {"move", [](CollisionWorld& w) { (void)w.set_transform(0, at(0.1, 0, 0)); }},
        {"shape", [](CollisionWorld& w) { (void)w.set_shape(0, shape); }},
        {"box", [](CollisionWorld& w) { (void)w.set_box_kind(0, BoxKind::fixed_cube); }},
        {"margin", [](CollisionWorld& w) { (void)w.set_margin(0, 0.5); }},
        {"disable", [](CollisionWorld& w) { (void)w.set_body_enabled(0, false); }},
        {"fix", [](CollisionWorld& w) { (void)w.set_body_fixed(0, true); }},
        {"disable a pair", [](CollisionWorld& w) { (void)w.set_pair_enabled(0, 1, false); }},
        {"disable all pairs", [](CollisionWorld& w) { w.set_all_pairs_enabled(false); }},
        {"broad phase", [](CollisionWorld& w) { (void)w.set_broad_phase(list_broad_phases().back()); }},
        {"settings", [](CollisionWorld& w) { (void)w.set_broad_phase_settings({}); }},
    };
    for (const Change& change : changes) {
        SCOPED_TRACE(change.name);
        CollisionWorld world;
        ASSERT_TRUE(world.add_body({shape, {}}));
        ASSERT_TRUE(world.add_body({shape, at(0.9, 0, 0)}));
        StepOutput out;
        world.update_boxes(out);
        world.find_pairs(out);
        change.make(world);
        EXPECT_DEATH(world.find_contacts(out), "requirement failed");
        EXPECT_DEATH(world.find_pairs(out), "requirement failed");
        EXPECT_TRUE(world.step(out));
    }
    shape = nullptr;
}

TEST(MixedShapesTest, a_body_forms_no_pair_with_itself) {
    CollisionWorld world;
    ASSERT_TRUE(world.add_body({make_shape(*make_box_polytope(glm::vec3(0.5f))), {}}));
    EXPECT_FALSE(world.is_pair_enabled({0, 0}));
}

// Ids of removed bodies stay in use until the next find_pairs(), and a broad phase accepts only ids below a limit.
TEST(MixedShapesTest, adding_and_removing_bodies_without_a_step_fails_at_the_limit_of_ids) {
    const std::shared_ptr<Shape> box = make_shape(*make_box_polytope(glm::vec3(0.5f)));
    CollisionWorld world;
    ASSERT_TRUE(world.set_broad_phase("sweep-and-prune"));
    constexpr std::size_t kMax = 16384;
    for (std::size_t i = 0; i < kMax; ++i) {
        const Result<BodyHandle> body = world.add_body({box, {}});
        ASSERT_TRUE(body) << body.error().message;
        ASSERT_TRUE(world.remove_body(*body));
    }
    const Result<BodyHandle> refused = world.add_body({box, {}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "16385 bodies are more than the 16384 that sweep-and-prune can hold; bodies "
              "removed since the last step count until the next step");
    StepOutput out;
    ASSERT_TRUE(world.step(out));
    ASSERT_TRUE(world.add_bodies(std::vector<BodyDesc>(100, {box, {}})));
    EXPECT_EQ(world.bodies().size(), kMax);
    ASSERT_TRUE(world.step(out));
}

TEST(MixedShapesTest, a_step_with_invalid_settings_fails_without_pairs) {
    CollisionWorld world;
    const std::shared_ptr<Shape> box = make_shape(*make_box_polytope(glm::vec3(0.5f)));
    ASSERT_TRUE(world.add_body({box, {}}) && world.add_body({box, at(0.5, 0, 0)}));
    StepOutput out;
    for (const double margin : {-1.0, static_cast<double>(NAN)}) {
        world.settings.relative_margin = margin;
        EXPECT_FALSE(world.step(out));
        EXPECT_TRUE(out.pairs.empty());
    }
    world.settings.relative_margin = 0.0;
    world.settings.mesh_query.triangle_test = nullptr;
    EXPECT_FALSE(world.step(out));
    world.settings.mesh_query = {};
    ASSERT_TRUE(world.step(out));
    EXPECT_EQ(out.pairs.size(), 1u);
}

// Worlds on several threads may need the lazily built data of one shape at the same time.
TEST(MixedShapesTest, concurrent_worlds_that_share_a_shape_find_the_same_contacts) {
    for (int round = 0; round < 20; ++round) {
        const std::shared_ptr<Shape> box = make_shape(*make_box_polytope(glm::vec3(0.5f)));
        std::vector<std::uint64_t> contacts(4);
        std::vector<std::thread> threads;
        for (std::uint64_t& count : contacts)
            threads.emplace_back([&count, box] {
                CollisionWorld world;
                world.settings.find_polytope_triangles = true;
                world.settings.start = WarmStart::directional;
                StepOutput out;
                if (!world.add_body({box, {}}) || !world.add_body({box, at(0.5, 0.1, 0)}) || !world.step(out)) return;
                count = out.counters.triangle_contacts;
            });
        for (std::thread& thread : threads) thread.join();
        EXPECT_GT(contacts[0], 0u);
        for (const std::uint64_t count : contacts) EXPECT_EQ(count, contacts[0]);
    }
}

} // namespace
} // namespace boxwood::mixed_shapes_test

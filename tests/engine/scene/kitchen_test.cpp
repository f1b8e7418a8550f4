#include "engine/scene/build_scene.hpp"

#include "collision/world/body_surfaces.hpp"

#include <gtest/gtest.h>
#include <set>

namespace boxwood {
namespace {

constexpr const char* kKitchen = BOXWOOD_TEST_ROOT "/assets/scenes/kitchen.json";

class KitchenTest : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        Result<LoadedScene> loaded = load_scene(kKitchen);
        ASSERT_TRUE(loaded) << loaded.error().message;
        scene_ = new LoadedScene(std::move(*loaded));
        collide(scene_->simulation);
    }
    static void TearDownTestSuite() { delete scene_; }

    std::string name(BodyId id) const { return scene_->bodies[id].name; }

    static LoadedScene* scene_;
};
LoadedScene* KitchenTest::scene_ = nullptr;

TEST_F(KitchenTest, has_at_least_300_polytopes_and_5_meshes) {
    std::size_t polytopes = 0, of_many_parts = 0, meshes = 0, movable = 0;
    std::set<std::string> names;
    for (BodyId id = 0; id < scene_->bodies.size(); ++id) {
        const Body& body = scene_->simulation.world.bodies()[id];
        const std::size_t parts = body.parts ? body.parts->tree().part_count() : 0;
        polytopes += body.parts ? parts : body.polytope != nullptr ? 1 : 0;
        of_many_parts += parts > 1 ? 1 : 0;
        meshes += body.parts == nullptr && body.polytope == nullptr ? 1 : 0;
        movable += scene_->bodies[id].is_fixed ? 0 : 1;
        EXPECT_FALSE(name(id).empty()) << id;
        EXPECT_TRUE(names.insert(name(id)).second) << name(id) << " is the name of two bodies";
        EXPECT_GT(scene_->bodies[id].mass, 0.0) << name(id);
        EXPECT_FALSE(scene_->bodies[id].surfaces.empty()) << name(id);
    }
    EXPECT_GE(polytopes, 300u);
    EXPECT_GE(of_many_parts, 50u);
    EXPECT_GE(meshes, 5u);
    EXPECT_GE(movable, 60u);
}

TEST_F(KitchenTest, no_pair_is_in_contact_at_the_start) {
    std::size_t pairs = 0;
    for (const PairResult& pair : scene_->simulation.output.pairs) {
        EXPECT_FALSE(pair.is_contact()) << name(pair.bodies.a) << " and " << name(pair.bodies.b);
        EXPECT_FALSE(scene_->bodies[pair.bodies.a].is_fixed && scene_->bodies[pair.bodies.b].is_fixed);
        ++pairs;
    }
    EXPECT_GT(pairs, 0u);
}

// Each movable body, lowered by 4 mm, must touch another body.
TEST_F(KitchenTest, every_movable_body_stands_on_another_body) {
    constexpr double kLetDown = 0.004;
    CollisionWorld& world = scene_->simulation.world;
    StepOutput output;
    for (BodyId id = 0; id < scene_->bodies.size(); ++id) {
        if (scene_->bodies[id].is_fixed) continue;
        const Transform standing = world.bodies()[id].transform;
        Transform lower = standing;
        lower.t.y -= kLetDown;
        world.set_valid_transform(id, lower);
        EXPECT_TRUE(world.step(output));
        bool stands = false;
        for (const PairResult& pair : output.pairs)
            stands = stands || (pair.is_contact() && (pair.bodies.a == id || pair.bodies.b == id));
        EXPECT_TRUE(stands) << name(id);
        world.set_valid_transform(id, standing);
    }
}

TEST_F(KitchenTest, the_written_scene_reads_back_equal) {
    const auto scene = read_scene(kKitchen);
    ASSERT_TRUE(scene) << scene.error().message;
    const auto again = parse_scene(to_json(*scene), "again");
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(to_json(*again), to_json(*scene));
    EXPECT_EQ(again->materials, scene->materials);
    EXPECT_EQ(again->light, scene->light);
    EXPECT_EQ(again->view, scene->view);
    ASSERT_EQ(again->bodies.size(), scene->bodies.size());
    for (std::size_t i = 0; i < scene->bodies.size(); ++i)
        EXPECT_EQ(again->bodies[i].shape, scene->bodies[i].shape) << scene->bodies[i].name;
}

TEST_F(KitchenTest, the_swing_moves_between_its_limits_and_is_back_after_a_period) {
    LoadedScene scene = std::move(*load_scene(kKitchen));
    ASSERT_EQ(scene.simulation.joint_motions.size(), 1u);
    const JointMotion motion = scene.simulation.joint_motions[0];
    EXPECT_EQ(scene.bodies[motion.body].name, "swing");
    EXPECT_TRUE(scene.bodies[motion.body].is_fixed);
    const HullHierarchyState& swing = *scene.simulation.world.bodies()[motion.body].parts;
    const double start = swing.positions()[0];
    double lowest = start, highest = start;
    for (int frame = 0; frame < static_cast<int>(motion.period); ++frame) {
        integrate(scene.simulation);
        lowest = std::min(lowest, swing.positions()[0]);
        highest = std::max(highest, swing.positions()[0]);
    }
    EXPECT_NEAR(swing.positions()[0], start, 1e-9) << "the swing must be back after a period";
    EXPECT_NEAR(lowest, swing.tree().joints()[0].lower, 1e-3);
    EXPECT_NEAR(highest, swing.tree().joints()[0].upper, 1e-3);
}

} // namespace
} // namespace boxwood

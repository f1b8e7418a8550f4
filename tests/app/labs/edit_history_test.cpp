// Undo and redo of the settings of four labs and of edits of bodies, and which changes become undo steps.
#include "app/labs/lab.hpp"
#include "engine/meshes/generate/generators.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/workloads/articulated.hpp"

#include <gtest/gtest.h>

#include <map>

namespace boxwood {
namespace {

// Drives a lab as the window does.
class LabDriver {
  public:
    explicit LabDriver(std::string_view name)
        : lab_(find_lab(name)->make()) {
        if (name == "multi-body") {
            EXPECT_TRUE(lab_->set("bodies", "12"));
        }
        EXPECT_TRUE(lab_->restart(1995));
        (void)lab_->take_restart_request();
        if (name == "pair" || name == "deformation") take_small_meshes();
        finish_jobs();
        lab_->history().clear();
        lab_->watch_edits(false, false);
    }
    Lab& lab() { return *lab_; }

    void edit(std::string_view name, std::string_view value) {
        const Status status = lab_->edit(name, value);
        EXPECT_TRUE(status) << status.error().message;
        lab_->watch_edits(false, true);
        finish_jobs();
    }
    void undo() {
        last_ = lab_->undo();
        lab_->watch_edits(false, true);
        finish_jobs();
    }
    void redo() {
        last_ = lab_->redo();
        lab_->watch_edits(false, true);
        finish_jobs();
    }
    // Lets jobs and restarts finish. The last two frames have no user input, so that changes in them are not edits.
    void finish_jobs() {
        for (int frame = 0; frame < 5; ++frame) {
            lab_->settle();
            lab_->update();
            if (lab_->take_restart_request()) {
                EXPECT_TRUE(lab_->restart(1995));
            }
            lab_->frames().catch_up(nullptr);
            if (frame > 2) lab_->watch_edits(false, false);
        }
    }
    std::string value(std::string_view name) { return lab_->settings().find(name)->value_text(); }
    // Leaves out the pages, because an edit may open a page and undo does not close it.
    std::string values() {
        SettingTable table;
        for (const SettingTable all = lab_->settings(); const Setting& setting : all.all())
            if (!setting.is_page) table.add(setting);
        return values_json(table);
    }
    const std::string& last() const { return last_; }

  private:
    void take_small_meshes() {
        std::vector<UserMesh> meshes;
        for (const char* mesh : {"rock", "torus knot"}) {
            const Mesh sphere = make_icosphere(2);
            meshes.push_back({mesh, {}, make_shape(sphere.view()).value()});
        }
        EXPECT_TRUE(lab_->take_meshes(std::move(meshes)));
    }

    std::unique_ptr<Lab> lab_;
    std::string last_;
};

// Another valid value. It is close to the current value, so that a restart is not much more expensive.
std::string other_value(const Setting& setting) {
    if (setting.kind == Setting::Kind::number) {
        const double low = setting.range.low, now = setting.access.get();
        const double step = setting.range.is_whole || setting.range.high - low > 1.0 ? 1.0 : 0.25;
        return setting.text_of(now + step <= setting.range.high ? now + step : now - step);
    }
    const auto now = static_cast<std::size_t>(setting.access.get());
    return setting.options[(now + 1) % setting.options.size()].word;
}

void expect_undo_of_every_setting(std::string_view name_of_lab) {
    LabDriver driver(name_of_lab);
    std::vector<std::string> names;
    for (const SettingTable table = driver.lab().settings(); const Setting& setting : table.all())
        if (setting.has_value() && setting.kind != Setting::Kind::text && !setting.is_page)
            names.emplace_back(setting.text.name);
    std::size_t tried = 0;
    for (const std::string& name : names) {
        SCOPED_TRACE(name);
        const SettingTable table = driver.lab().settings();
        const Setting* setting = table.find(name);
        if (!setting->unavailable.empty() || setting->options.size() == 1) continue;
        const std::string wanted = other_value(*setting), before = driver.value(name), all = driver.values();
        driver.edit(name, wanted);
        if (driver.value(name) == before)
            // the lab refused the value later, for example a kind of hierarchy that does not support the volume
            continue;
        const std::string changed = driver.value(name), all_changed = driver.values();
        ASSERT_TRUE(driver.lab().history().can_undo());
        driver.undo();
        EXPECT_EQ(driver.value(name), before);
        EXPECT_EQ(driver.values(), all);
        ASSERT_TRUE(driver.lab().history().can_redo());
        driver.redo();
        EXPECT_EQ(driver.value(name), changed);
        EXPECT_EQ(driver.values(), all_changed);
        driver.undo();
        ++tried;
    }
    EXPECT_GT(tried, 10u);
    EXPECT_FALSE(driver.lab().history().can_undo()) << "one edit became more than one step";
}

TEST(Undo, restores_the_settings_of_the_multi_body_lab) {
    expect_undo_of_every_setting("multi-body");
}

TEST(Undo, restores_the_settings_of_the_pair_lab) {
    expect_undo_of_every_setting("pair");
}

TEST(Undo, restores_the_settings_of_the_deformation_lab) {
    expect_undo_of_every_setting("deformation");
}

TEST(Undo, restores_the_settings_of_the_walkthrough) {
    expect_undo_of_every_setting("walkthrough");
}

TEST(EditHistory, a_drag_is_one_step_with_a_description) {
    LabDriver driver("pair");
    Lab& lab = driver.lab();
    for (const char* value : {"3", "4", "5"}) {
        ASSERT_TRUE(lab.edit("spin", value));
        lab.watch_edits(true, false); // the button is down
    }
    lab.watch_edits(false, true);
    driver.edit("distance", "on");
    driver.undo();
    EXPECT_EQ(driver.last(), "Distance, back to off");
    driver.undo();
    EXPECT_EQ(driver.last(), "Rotation of B, back to 2 °/step");
    EXPECT_EQ(driver.value("spin"), "2");
    EXPECT_FALSE(lab.history().can_undo());
    driver.redo();
    EXPECT_EQ(driver.last(), "Rotation of B, again 5 °/step");
    EXPECT_EQ(driver.value("spin"), "5");
}

TEST(EditHistory, a_new_edit_drops_the_redo_steps) {
    LabDriver driver("pair");
    driver.edit("spin", "3");
    driver.undo();
    driver.edit("spin", "7");
    EXPECT_FALSE(driver.lab().history().can_redo());
    driver.undo();
    EXPECT_EQ(driver.value("spin"), "2");
}

TEST(EditHistory, changes_without_user_input_are_no_steps) {
    LabDriver driver("pair");
    Lab& lab = driver.lab();
    for (const char* value : {"10", "11", "12"}) { // as playback does
        ASSERT_TRUE(lab.edit("turn", value));
        lab.watch_edits(false, false);
    }
    EXPECT_FALSE(lab.history().can_undo());
    ASSERT_TRUE(lab.edit("turn", "13"));
    driver.edit("edges", "off");
    driver.undo();
    EXPECT_EQ(driver.last(), "Mesh edges, back to on");
    EXPECT_EQ(driver.value("turn"), "13");
}

TEST(EditHistory, undo_restores_poses_and_settings_in_reverse_order) {
    LabDriver driver("pair");
    Lab& lab = driver.lab();
    const auto pose = [&lab] { return lab.frames().simulation().world.bodies()[1].transform.t; };
    const glm::dvec3 start = pose();
    ASSERT_TRUE(lab.act("nudge.right"));
    driver.finish_jobs();
    const glm::dvec3 moved = pose();
    EXPECT_NE(moved, start);
    driver.edit("kind", "bvh2");
    ASSERT_TRUE(lab.act("nudge.up"));
    driver.finish_jobs();
    EXPECT_NE(pose(), moved);
    driver.undo();
    EXPECT_EQ(pose(), moved);
    driver.undo();
    EXPECT_EQ(driver.value("kind"), "bvh8");
    EXPECT_EQ(pose(), moved);
    driver.undo();
    EXPECT_EQ(driver.last(), "pose of torus knot");
    EXPECT_EQ(pose(), start);
    for (int i = 0; i < 3; ++i) driver.redo();
    EXPECT_EQ(driver.value("kind"), "bvh2");
    EXPECT_NE(pose(), moved);
}

// A multi-body lab in frame 3. Body 3 is selected, and the selected pair is bodies 3 and 4.
LabDriver run_crowd() {
    LabDriver driver("multi-body");
    EXPECT_TRUE(driver.lab().set("select", "3"));
    EXPECT_TRUE(driver.lab().set("with", "4"));
    for (int frame = 0; frame < 3; ++frame) driver.lab().frames().step(nullptr);
    driver.finish_jobs();
    driver.lab().history().clear();
    return driver;
}

void act(LabDriver& io_driver, std::string_view action) {
    EXPECT_TRUE(io_driver.lab().act(action));
    io_driver.finish_jobs();
}

void go_to(LabDriver& io_driver, std::uint64_t frame) {
    EXPECT_TRUE(io_driver.lab().frames().seek(frame, nullptr));
    io_driver.lab().history().rebase();
    io_driver.finish_jobs();
}

TEST(EditHistory, undo_in_a_frame_before_a_removal_adds_no_second_body) {
    LabDriver driver = run_crowd();
    const CollisionWorld& world = driver.lab().frames().simulation().world;
    act(driver, "edit.remove");
    ASSERT_EQ(world.body_count(), 11u);
    go_to(driver, 1);
    ASSERT_EQ(world.body_count(), 12u);
    driver.undo();
    EXPECT_EQ(driver.last(), "removal of b003");
    EXPECT_EQ(world.body_count(), 12u);
}

TEST(EditHistory, undo_in_a_frame_before_a_body_was_disabled_leaves_it_enabled) {
    LabDriver driver = run_crowd();
    const CollisionWorld& world = driver.lab().frames().simulation().world;
    for (const char* action : {"edit.body", "edit.pair"}) {
        const bool is_pair = std::string_view(action) == "edit.pair";
        const auto is_enabled = [&] {
            return is_pair ? world.is_pair_enabled({3, 4}) : world.bodies()[3].is_enabled;
        };
        act(driver, action);
        EXPECT_FALSE(is_enabled());
        go_to(driver, 1);
        EXPECT_TRUE(is_enabled());
        driver.undo();
        EXPECT_TRUE(is_enabled());
        driver.redo();
        EXPECT_FALSE(is_enabled());
        driver.undo();
        EXPECT_TRUE(is_enabled());
        for (int frame = 0; frame < 2; ++frame) driver.lab().frames().step(nullptr);
    }
}

TEST(EditHistory, undo_of_a_removal_restores_the_disabled_pairs) {
    LabDriver driver = run_crowd();
    const CollisionWorld& world = driver.lab().frames().simulation().world;
    act(driver, "edit.pair");
    ASSERT_FALSE(world.is_pair_enabled({3, 4}));
    act(driver, "edit.body");
    act(driver, "edit.remove");
    ASSERT_FALSE(world.is_live(3));
    driver.undo();
    ASSERT_EQ(world.body_count(), 12u);
    driver.undo(); // enables the body
    const auto disabled_pairs = [&world] {
        std::size_t count = 0;
        for (BodyId a = 0; a < world.bodies().size(); ++a)
            for (BodyId b = a + 1; b < world.bodies().size(); ++b)
                count += world.is_live(a) && world.is_live(b) && !world.is_pair_enabled({a, b}) ? 1 : 0;
        return count;
    };
    EXPECT_EQ(disabled_pairs(), 1u);
}

TEST(EditHistory, undo_in_a_frame_before_bodies_were_scattered_moves_nothing) {
    LabDriver driver = run_crowd();
    const CollisionWorld& world = driver.lab().frames().simulation().world;
    const auto places = [&world] {
        std::vector<glm::dvec3> all;
        for (const Body& body : world.bodies()) all.push_back(body.transform.t);
        return all;
    };
    const std::vector<glm::dvec3> before = places();
    act(driver, "edit.scatter");
    const std::vector<glm::dvec3> after = places();
    ASSERT_NE(after, before);
    go_to(driver, 1);
    const std::vector<glm::dvec3> earlier = places();
    driver.undo();
    EXPECT_EQ(places(), earlier);
    go_to(driver, 3); // this frame still has the scattered bodies
    EXPECT_EQ(places(), after);
    driver.redo();
    EXPECT_EQ(places(), after);
    driver.undo();
    EXPECT_EQ(places(), before);
    driver.redo();
    EXPECT_EQ(places(), after);
}

// Undo adds a removed body with another handle; undo of earlier edits of the body must find it.
TEST(EditHistory, edits_find_a_body_that_undo_added_again) {
    LabDriver driver = run_crowd();
    const CollisionWorld& world = driver.lab().frames().simulation().world;
    const auto disabled_pairs = [&world] {
        std::size_t count = 0;
        world.pair_filter().for_each_exception([&count](BodyPair) { ++count; });
        return count;
    };
    act(driver, "edit.pair");
    act(driver, "edit.remove"); // body 3
    ASSERT_TRUE(driver.lab().set("select", "4"));
    driver.lab().frames().step(nullptr);
    driver.finish_jobs();
    act(driver, "edit.remove");
    ASSERT_EQ(world.body_count(), 10u);
    driver.undo();
    driver.undo();
    ASSERT_EQ(world.body_count(), 12u);
    EXPECT_EQ(disabled_pairs(), 1u);
    driver.undo();
    EXPECT_EQ(disabled_pairs(), 0u);

    act(driver, "edit.insert");
    ASSERT_EQ(world.body_count(), 22u);
    ASSERT_TRUE(driver.lab().set("select", "21"));
    driver.lab().frames().step(nullptr);
    driver.finish_jobs();
    act(driver, "edit.remove");
    driver.undo();
    ASSERT_EQ(world.body_count(), 22u);
    driver.undo();
    EXPECT_EQ(world.body_count(), 12u);
}

TEST(EditHistory, inserted_bodies_follow_the_group_rules_and_enabled_pairs_stay) {
    LabDriver driver("multi-body");
    Lab& lab = driver.lab();
    ASSERT_TRUE(lab.set("meshes", "50"));
    ASSERT_TRUE(lab.set("disable-pairs", "meshes:polytopes"));
    ASSERT_TRUE(lab.restart(1995));
    driver.finish_jobs();
    const CollisionWorld& world = lab.frames().simulation().world;
    const auto find = [&world](bool is_polytope) {
        BodyId id = 0;
        while ((world.bodies()[id].polytope != nullptr) != is_polytope) ++id;
        return id;
    };
    const BodyId polytope = find(true), mesh = find(false);
    ASSERT_TRUE(lab.set("select", std::to_string(polytope)));
    ASSERT_TRUE(lab.set("with", std::to_string(mesh)));
    lab.frames().step(nullptr);
    driver.finish_jobs();
    const auto enabled_pairs = [&world] { // pairs of a mesh and a polytope
        std::size_t count = 0;
        for (BodyId a = 0; a < world.bodies().size(); ++a)
            for (BodyId b = a + 1; b < world.bodies().size(); ++b)
                if (world.is_live(a) && world.is_live(b) &&
                    (world.bodies()[a].polytope != nullptr) != (world.bodies()[b].polytope != nullptr))
                    count += world.is_pair_enabled({a, b}) ? 1 : 0;
        return count;
    };
    ASSERT_EQ(enabled_pairs(), 0u);
    act(driver, "edit.pair");
    ASSERT_EQ(enabled_pairs(), 1u);
    act(driver, "edit.insert");
    ASSERT_EQ(world.body_count(), 22u);
    EXPECT_EQ(enabled_pairs(), 1u);
    ASSERT_TRUE(lab.set("disable-pairs", "compounds")); // replaces the rule
    driver.finish_jobs();
    EXPECT_EQ(enabled_pairs(), 1u);

    driver.undo();
    ASSERT_EQ(world.body_count(), 12u);
    ASSERT_TRUE(lab.set("disable-pairs", "all")); // with this rule, the exceptions are the enabled pairs
    driver.finish_jobs();
    ASSERT_EQ(enabled_pairs(), 0u);
    act(driver, "edit.pair");
    act(driver, "edit.remove");
    ASSERT_EQ(world.body_count(), 11u);
    driver.undo();
    EXPECT_EQ(world.body_count(), 12u);
    EXPECT_EQ(enabled_pairs(), 1u);
}

// Opens a scene as if from a file: four spheres in a row. The boxes of every second sphere are fixed cubes.
void open_spheres(Lab& io_lab) {
    const std::shared_ptr<Shape> shape = require_ok(make_shape(make_geodesic_sphere(0.5, 2).view()));
    LoadedScene scene;
    scene.name = "spheres";
    std::vector<BodyDesc> bodies;
    for (int i = 0; i < 4; ++i) {
        BodyDesc& body = bodies.emplace_back(BodyDesc{shape, {}});
        body.transform.t.x = 10.0 * i;
        body.box = i % 2 == 0 ? BoxKind::fixed_cube : BoxKind::dynamic_box;
        scene.simulation.motions.push_back({.velocity_w = {0.01, 0.0, 0.02}});
    }
    ASSERT_TRUE(scene.simulation.world.add_bodies(bodies));
    ASSERT_TRUE(io_lab.take_scene(std::move(scene)));
    io_lab.history().clear();
}

TEST(EditHistory, undo_of_insertion_and_removal_keeps_the_scene_and_its_boxes) {
    LabDriver driver("multi-body");
    Lab& lab = driver.lab();
    open_spheres(lab);
    driver.finish_jobs();
    const auto expect_spheres = [&](std::uint64_t frame) {
        EXPECT_EQ(lab.presentation().scene, "spheres");
        EXPECT_EQ(lab.frames().simulation().frame, frame);
        EXPECT_EQ(lab.frames().simulation().world.body_count(), 4u);
        std::size_t cubes = 0;
        for (const Body& body : lab.frames().simulation().world.bodies())
            cubes += body.shape && body.box == BoxKind::fixed_cube ? 1 : 0;
        EXPECT_EQ(cubes, 2u);
    };
    for (int i = 0; i < 5; ++i) lab.frames().step(nullptr);
    act(driver, "edit.insert");
    ASSERT_EQ(lab.frames().simulation().world.body_count(), 14u);
    driver.undo();
    EXPECT_EQ(driver.last(), "insertion of 10 bodies");
    expect_spheres(5);
    driver.redo();
    ASSERT_EQ(lab.frames().simulation().world.body_count(), 14u);
    driver.undo();
    expect_spheres(5);

    ASSERT_TRUE(lab.set("select", "1"));
    lab.frames().step(nullptr);
    driver.finish_jobs();
    act(driver, "edit.remove");
    ASSERT_EQ(lab.frames().simulation().world.body_count(), 3u);
    driver.undo();
    expect_spheres(6);
}

// After a jump to an earlier frame, inserted bodies can get the generations of bodies of the abandoned future.
TEST(EditHistory, redo_adds_bodies_whose_generations_repeat_those_of_abandoned_bodies) {
    LabDriver driver = run_crowd();
    const CollisionWorld& world = driver.lab().frames().simulation().world;
    act(driver, "edit.insert");
    driver.undo();
    driver.redo();
    driver.lab().frames().step(nullptr);
    driver.finish_jobs();
    go_to(driver, 1);
    act(driver, "edit.insert");
    driver.undo();
    driver.undo();
    ASSERT_EQ(world.body_count(), 12u);
    driver.redo();
    EXPECT_EQ(world.body_count(), 22u);
    driver.redo();
    EXPECT_EQ(world.body_count(), 32u);
}

// An inserted body can have the id of a removed one.
TEST(EditHistory, joints_of_inserted_bodies_move_like_those_of_the_copied_bodies) {
    ArticulatedParams params;
    params.hands = 2;
    params.chains = params.c_shapes = params.polytopes = 0;
    LoadedScene scene;
    scene.simulation = require_ok(make_articulated(params));
    // The joints of hand 1 do not move.
    std::erase_if(scene.simulation.joint_motions, [](const JointMotion& one) { return one.body == 1; });
    LabDriver driver("multi-body");
    Lab& lab = driver.lab();
    ASSERT_TRUE(lab.take_scene(std::move(scene)));
    driver.finish_jobs();
    lab.history().clear();
    const CollisionWorld& world = lab.frames().simulation().world;
    const std::shared_ptr<Shape> moving_hand = world.bodies()[0].shape;
    const auto expect_only_its_joints_move = [&] {
        const auto positions = [&world](BodyId id) {
            const std::span<const double> all = world.bodies()[id].parts->positions();
            return std::vector<double>(all.begin(), all.end());
        };
        std::map<BodyId, std::vector<double>> before;
        for (BodyId id = 0; id < world.bodies().size(); ++id)
            if (world.is_live(id)) before[id] = positions(id);
        lab.frames().step(nullptr);
        for (const auto& [id, were] : before)
            EXPECT_EQ(positions(id) != were, world.bodies()[id].shape == moving_hand) << id;
    };
    ASSERT_TRUE(lab.set("select", "0"));
    lab.frames().step(nullptr);
    driver.finish_jobs();
    act(driver, "edit.remove");
    lab.frames().step(nullptr);
    driver.finish_jobs();
    act(driver, "edit.insert");
    ASSERT_EQ(world.body_count(), 11u);
    expect_only_its_joints_move();
    driver.finish_jobs();
    driver.undo();
    driver.undo();
    ASSERT_EQ(world.body_count(), 2u);
    expect_only_its_joints_move();
    driver.finish_jobs();
    act(driver, "edit.insert");
    ASSERT_EQ(world.body_count(), 12u);
    expect_only_its_joints_move();
}

} // namespace
} // namespace boxwood

// After a jump to an earlier frame, each lab shows the frame as it did when the run first reached it.
#include "app/labs/lab.hpp"
#include "tests/app/labs/screen.hpp"
#include "tests/oracles/effort.hpp"

#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <random>

namespace boxwood {
namespace {

// The state hash, the counters, the contacts and some fields of the lab's report for a frame. Times are left out,
// because they differ from run to run.
struct Seen {
    std::uint64_t hash = 0;
    std::array<std::uint64_t, StepCounters::kCount> counters{};
    std::vector<BodyPair> contacts;
    std::string facts;
    friend bool operator==(const Seen&, const Seen&) = default;
};

Seen look_at(const Lab& lab, std::initializer_list<std::string_view> facts) {
    Seen seen{lab.frames().hash_state(), lab.frames().simulation().output.counters.list(), {}, {}};
    for (const PairResult& pair : lab.frames().simulation().output.pairs)
        if (pair.is_contact()) seen.contacts.push_back(pair.bodies);
    for (const ReportField& fact : lab.report_fields())
        if (std::ranges::find(facts, std::string_view(fact.name)) != facts.end())
            seen.facts += fact.name + " " + fact.json + "; ";
    return seen;
}

struct Case {
    const char* lab;
    std::vector<std::pair<const char*, const char*>> settings;
    std::map<int, const char*> acts; // the key is the frame before which the action is performed
    std::initializer_list<std::string_view> facts;
};

void expect_the_past_is_there(const Case& one, int frames, std::size_t visits) {
    SCOPED_TRACE(one.lab);
    const std::unique_ptr<Lab> lab = find_lab(one.lab)->make();
    for (const auto& [name, value] : one.settings) ASSERT_TRUE(lab->set(name, value)) << name;
    ASSERT_TRUE(lab->restart(1));
    lab->settle();
    lab->update();
    std::map<std::uint64_t, Seen> seen;
    for (int i = 0; i < frames; ++i) {
        if (const auto act = one.acts.find(i); act != one.acts.end()) lab->act(act->second);
        lab->frames().catch_up(nullptr);
        seen[lab->frames().simulation().frame] = look_at(*lab, one.facts);
        lab->frames().step(nullptr);
    }
    lab->frames().catch_up(nullptr);
    seen[lab->frames().simulation().frame] = look_at(*lab, one.facts);
    const FrameRange range = lab->frames().range();
    EXPECT_EQ(range.last, lab->frames().simulation().frame);
    EXPECT_EQ(range.first, 0u);
    std::mt19937_64 random(3);
    for (std::size_t i = 0; i < visits; ++i) {
        const std::uint64_t frame = random() % (range.last + 1);
        if (frame == 0) continue; // before the first step there are no results
        ASSERT_TRUE(lab->frames().seek(frame, nullptr)) << frame;
        lab->settle();
        lab->update();
        ASSERT_EQ(lab->frames().simulation().frame, frame);
        EXPECT_EQ(look_at(*lab, one.facts).facts, seen[frame].facts) << frame;
        EXPECT_TRUE(look_at(*lab, one.facts) == seen[frame]) << frame;
        if (frame == range.last) continue;
        lab->frames().step(nullptr);
        lab->settle();
        EXPECT_TRUE(look_at(*lab, one.facts) == seen[frame + 1]) << "from " << frame;
        EXPECT_EQ(lab->frames().range().last, range.last);
    }
    EXPECT_EQ(lab->frames().divergence(), std::nullopt);
    EXPECT_EQ(lab->frames().branch(), nullptr);
}

TEST(LabTimeline, shows_earlier_frames_of_a_crowd_with_edits) {
    const std::map<int, const char*> acts{{4, "edit.scatter"}, {9, "edit.insert"}, {13, "edit.scatter"}};
    expect_the_past_is_there(
        {"multi-body", {{"bodies", "60"}, {"meshes", "20"}}, acts, {"bodies", "frame_counters"}}, 20,
        test::choose_effort(12, 200));
    expect_the_past_is_there(
        {"multi-body", {{"bodies", "60"}, {"broad-phase", "sweep-and-prune"}}, acts, {"bodies", "swaps"}}, 20,
        test::choose_effort(12, 200));
}

TEST(LabTimeline, shows_earlier_frames_of_a_pair_with_its_visits) {
    expect_the_past_is_there(
        {"pair",
         {{"visit", "5"}},
         {},
         {"position_a", "position_b", "colliding_pairs", "visits", "query_volume_tests"}},
        8, test::choose_effort(5, 200));
}

TEST(LabTimeline, shows_earlier_frames_of_a_deforming_mesh) {
    expect_the_past_is_there({"deformation", {{"mesh", "craft"}}, {}, {"shown_frame"}}, 12,
                             test::choose_effort(8, 200));
}

TEST(LabTimeline, shows_earlier_frames_of_a_walk) {
    expect_the_past_is_there({"walkthrough", {{"scene", "table"}}, {}, {"feet", "grip", "held", "touched"}},
                             20, test::choose_effort(8, 200));
}

TEST(LabTimeline, a_change_of_the_display_in_an_earlier_frame_is_no_edit) {
    const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    ASSERT_TRUE(lab->set("bodies", "40"));
    ASSERT_TRUE(lab->restart(1));
    for (int i = 0; i < 10; ++i) lab->frames().step(nullptr);
    const std::uint64_t hash = lab->frames().hash_state();
    const auto counters = lab->frames().simulation().output.counters.list();
    ASSERT_TRUE(lab->frames().seek(4, nullptr));
    for (const char* action : {"show.triangles", "show.triangles", "show.boxes"}) {
        lab->act(action);
        lab->update();
        lab->frames().catch_up(nullptr);
    }
    while (lab->frames().simulation().frame < 10) lab->frames().step(nullptr);
    EXPECT_EQ(lab->frames().hash_state(), hash);
    EXPECT_EQ(lab->frames().simulation().output.counters.list(), counters);
    EXPECT_EQ(lab->frames().branch(), nullptr);
}

TEST(LabTimeline, an_edit_of_an_earlier_frame_can_be_compared_with_the_former_future) {
    const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    ASSERT_TRUE(lab->set("bodies", "40"));
    ASSERT_TRUE(lab->restart(1));
    std::vector<std::uint64_t> hashes{lab->frames().hash_state()};
    for (int i = 0; i < 10; ++i) {
        lab->frames().step(nullptr);
        hashes.push_back(lab->frames().hash_state());
    }
    ASSERT_TRUE(lab->frames().seek(4, nullptr));
    lab->act("edit.scatter");
    lab->frames().catch_up(nullptr);
    ASSERT_NE(lab->frames().branch(), nullptr);
    EXPECT_EQ(lab->frames().branch()->from, 4u);
    ASSERT_TRUE(lab->frames().branch()->difference);
    EXPECT_EQ(lab->frames().branch()->difference->first, 4u);
    for (std::uint64_t frame = 5; frame <= 10; ++frame) {
        lab->frames().step(nullptr);
        EXPECT_NE(lab->frames().hash_state(), hashes[frame]);
        ASSERT_TRUE(lab->frames().branch()->is_shown);
        EXPECT_EQ(state_hash(lab->frames().branch()->ghost), hashes[frame]) << frame;
        EXPECT_FALSE(lab->frames().branch()->different.empty());
    }
    lab->frames().step(nullptr);
    EXPECT_FALSE(lab->frames().branch()->is_shown) << "the replaced frames end at frame 10";
    ASSERT_TRUE(lab->frames().seek(7, nullptr));
    EXPECT_EQ(state_hash(lab->frames().branch()->ghost), hashes[7]);
    lab->frames().drop_branch();
    EXPECT_EQ(lab->frames().branch(), nullptr);
}

TEST(LabTimeline, only_the_multi_body_and_pair_labs_keep_a_former_future) { // docs/timeline.md
    for (const char* name : {"multi-body", "pair", "deformation", "walkthrough", "capture"}) {
        const LabEntry* entry = find_lab(name);
        ASSERT_TRUE(entry) << name;
        EXPECT_EQ(entry->make()->frames().can_branch(), entry->name == "multi-body" || entry->name == "pair")
            << name;
    }
}

TEST(LabTimeline, a_former_future_uses_continuous_collision_if_its_run_did) {
    const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    for (const auto& [name, value] : std::map<const char*, const char*>{
             {"bodies", "60"}, {"continuous", "on"}, {"velocity", "100"}, {"density", "20"}})
        ASSERT_TRUE(lab->set(name, value));
    ASSERT_TRUE(lab->restart(1));
    std::vector<std::uint64_t> hashes{lab->frames().hash_state()};
    for (int i = 0; i < 12; ++i) {
        lab->frames().step(nullptr);
        hashes.push_back(lab->frames().hash_state());
    }
    ASSERT_TRUE(lab->frames().seek(4, nullptr));
    lab->act("edit.scatter");
    lab->frames().catch_up(nullptr);
    ASSERT_NE(lab->frames().branch(), nullptr);
    for (std::uint64_t frame = 5; frame <= 12; ++frame) {
        lab->frames().step(nullptr);
        EXPECT_EQ(state_hash(lab->frames().branch()->ghost), hashes[frame]) << frame;
    }
}

// A replay without the change would give other frames, so a recording must store the change as an edit.
TEST(LabTimeline, a_setting_that_changes_the_steps_during_a_run_is_an_edit) {
    const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    ASSERT_TRUE(lab->set("bodies", "40"));
    ASSERT_TRUE(lab->restart(1));
    for (int i = 0; i < 5; ++i) lab->frames().step(nullptr);
    EXPECT_TRUE(lab->frames().edited_frames().empty());
    ASSERT_TRUE(lab->edit("continuous", "on"));
    lab->frames().step(nullptr);
    EXPECT_EQ(lab->frames().edited_frames(), std::vector<std::uint64_t>{5});
}

TEST(LabTimeline, jumps_restore_the_kind_of_boxes_of_the_frame) {
    const std::unique_ptr<Lab> lab = find_lab("multi-body")->make();
    ASSERT_TRUE(lab->set("bodies", "20"));
    ASSERT_TRUE(lab->restart(1));
    for (int i = 0; i < 10; ++i) lab->frames().step(nullptr);
    ASSERT_TRUE(lab->edit("box", "cube"));
    for (int i = 0; i < 3; ++i) lab->frames().step(nullptr);
    const auto count_cubes = [&lab] {
        return std::ranges::count_if(lab->frames().simulation().world.bodies(),
                                     [](const Body& body) { return body.box == BoxKind::fixed_cube; });
    };
    const auto box = [&lab] { return lab->settings().find("box")->value_text(); };
    EXPECT_EQ(box(), "cube");
    ASSERT_TRUE(lab->frames().seek(5, nullptr));
    ASSERT_EQ(count_cubes(), 0);
    EXPECT_EQ(box(), "dynamic");
    ASSERT_TRUE(lab->frames().seek(12, nullptr));
    EXPECT_EQ(count_cubes(), 20);
    EXPECT_EQ(box(), "cube");
    ASSERT_TRUE(lab->frames().seek(5, nullptr));
    ASSERT_TRUE(lab->act("edit.insert"));
    lab->frames().catch_up(nullptr);
    EXPECT_EQ(lab->frames().simulation().world.body_count(), 30u);
    EXPECT_EQ(count_cubes(), 0);
}

// --- walks ------------------------------------------------------------------------------------------------

std::string write_walk(const std::string& name, const std::string& text) {
    const std::string path = testing::TempDir() + name;
    std::ofstream(path) << "boxwood-walk 1\n" << text;
    return path;
}

std::unique_ptr<Lab> start_walk(const char* setting, const std::string& value) {
    std::unique_ptr<Lab> lab = find_lab("walkthrough")->make();
    EXPECT_TRUE(lab->set(setting, value));
    EXPECT_TRUE(lab->restart(1));
    (void)lab->take_restart_request();
    return lab;
}

std::string fact_of(const Lab& lab, std::string_view name) {
    for (const ReportField& fact : lab.report_fields())
        if (fact.name == name) return fact.json;
    return "none";
}

TEST(LabTimeline, a_script_loses_no_frame_when_the_queries_of_a_frame_are_repeated) {
    const std::string script = write_walk(
        "refresh.walk", "scene table\n20 go 0 -0.02; face 0 0.8 -0.5\n20 turn 0 0 1\n30 reach 0.1 1 -0.4\n");
    const std::unique_ptr<Lab> once = start_walk("script", script), again = start_walk("script", script);
    while (once->frames().simulation().frame < 60) {
        once->frames().step(nullptr);
        again->frames().step(nullptr);
        if (once->frames().simulation().frame == 10)
            for (int i = 0; i < 2; ++i) { // switches detection off and on again in the same frame
                ASSERT_TRUE(again->act("walk.detection"));
                again->frames().catch_up(nullptr);
            }
        ASSERT_EQ(again->frames().hash_state(), once->frames().hash_state())
            << once->frames().simulation().frame;
    }
}

TEST(LabTimeline, jumps_back_do_not_change_the_rest_of_a_scripted_walk) {
    const std::string script =
        write_walk("jump_back.walk",
                   "scene table\n20 go 0 -0.02; face 0 0.8 -0.5\n20 turn 0 0 1\n30 reach 0.1 1 -0.4\n");
    const std::unique_ptr<Lab> once = start_walk("script", script), again = start_walk("script", script);
    for (int i = 0; i < 29; ++i) again->frames().step(nullptr);
    for (const std::uint64_t frame : {10u, 27u}) {
        ASSERT_TRUE(again->frames().seek(frame, nullptr));
        while (again->frames().simulation().frame < 29) again->frames().step(nullptr);
    }
    while (once->frames().simulation().frame < 60) {
        once->frames().step(nullptr);
        if (once->frames().simulation().frame <= 29) continue;
        again->frames().step(nullptr);
        ASSERT_EQ(again->frames().hash_state(), once->frames().hash_state())
            << once->frames().simulation().frame;
    }
}

TEST(LabTimeline, jumps_restore_the_detection_of_each_frame_of_a_walk) {
    const std::unique_ptr<Lab> lab = start_walk("scene", "table");
    const auto run_to = [&lab](std::uint64_t frame) {
        for (; lab->frames().simulation().frame < frame; lab->frames().step(nullptr))
            lab->frames().catch_up(nullptr);
    };
    run_to(30);
    lab->act("walk.detection");
    run_to(33);
    ASSERT_TRUE(lab->edit("detection", "on"));
    lab->frames().catch_up(nullptr);
    for (const auto& [frame, is_detection_on] :
         std::map<std::uint64_t, const char*>{{29, "true"}, {31, "false"}, {33, "true"}}) {
        ASSERT_TRUE(lab->frames().seek(frame, nullptr));
        EXPECT_EQ(fact_of(*lab, "detection"), is_detection_on) << frame;
    }
    EXPECT_EQ(lab->frames().edited_frames(), (std::vector<std::uint64_t>{30, 33}));
}

TEST(LabTimeline, a_walk_file_that_cannot_be_opened_leaves_the_walk_as_it_is) {
    const std::unique_ptr<Lab> lab = start_walk("scene", "table");
    for (int i = 0; i < 10; ++i) lab->frames().step(nullptr);
    const std::string feet = fact_of(*lab, "feet");
    ASSERT_TRUE(lab->set("script", write_walk("no_scene.walk", "scene nowhere.json\n20 go 0 -0.5\n")));
    ASSERT_TRUE(lab->take_restart_request());
    EXPECT_FALSE(lab->restart(1));
    EXPECT_EQ(lab->presentation().length, std::nullopt);
    for (int i = 0; i < 10; ++i) lab->frames().step(nullptr);
    EXPECT_EQ(fact_of(*lab, "feet"), feet);
    EXPECT_TRUE(lab->restart(1)) << "the scene of the refused walk must not be requested again";
}

TEST(LabTimeline, a_walk_file_opens_the_scene_in_its_folder) {
    std::array<std::string, 2> scripts;
    for (const std::size_t i : {0u, 1u}) {
        const std::string folder = "walk_folder_" + std::to_string(i) + "/";
        std::filesystem::create_directories(testing::TempDir() + folder);
        std::ofstream(testing::TempDir() + folder + "room.json")
            << R"({"boxwood": 1, "name": "room )" << i
            << R"(", "bodies": [{"polytope": {"faces": 12, "radius": 0.5}, "pose": {"t": [0, 0, -9]}}]})";
        scripts[i] = write_walk(folder + "a.walk", "scene room.json\n20 wait\n");
    }
    const std::unique_ptr<Lab> lab = start_walk("script", scripts[0]);
    EXPECT_EQ(lab->presentation().scene, "room 0");
    ASSERT_TRUE(lab->set("script", scripts[1]));
    ASSERT_TRUE(lab->restart(1));
    EXPECT_EQ(lab->presentation().scene, "room 1");
}

} // namespace
} // namespace boxwood

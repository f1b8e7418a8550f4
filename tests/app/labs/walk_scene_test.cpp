// Which scene a walk begins in: chosen by the user, opened from a file, or named by a script.
#include "app/labs/walkthrough/walkthrough.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace boxwood {
namespace {

namespace fs = std::filesystem;

// In a folder of the test, because tests run at the same time.
fs::path write_walk_file(const std::string& name, const std::string& text) {
    const std::string test = testing::UnitTest::GetInstance()->current_test_info()->name();
    const fs::path path = fs::path(testing::TempDir()) / test / name;
    fs::create_directories(path.parent_path());
    std::ofstream(path) << text;
    return path;
}

// A floor, and a place to stand on.
fs::path write_room() {
    return write_walk_file("room.json", R"({
        "boxwood": 1, "name": "my room", "view": {"eye": [0, 1.62, 1], "target": [0, 1.62, 0]},
        "bodies": [{"solid": {"kind": "box", "x": 4, "y": 0.1, "z": 4}, "pose": {"t": [0, -0.1, 0]},
                    "fixed": true}]})");
}

void restart_if_requested(WalkthroughLab& io_lab) {
    if (!io_lab.take_restart_request()) return;
    const Status status = io_lab.restart(1);
    EXPECT_TRUE(status) << status.error().message;
}

TEST(WalkSceneTest, relative_paths_belong_to_the_current_folder_or_to_that_of_the_script) {
    const fs::path room = write_room(), folder = room.parent_path();
    WalkStage stage;
    stage.choose(fs::relative(room).string());
    const Result<WalkthroughScene> chosen = stage.next("", "a folder of scripts", false);
    ASSERT_TRUE(chosen) << chosen.error().message;
    EXPECT_TRUE(fs::path(script_name_of(*chosen)).is_absolute()) << "a recording can be in any folder";
    EXPECT_TRUE(fs::equivalent(script_name_of(*chosen), room));

    const Result<WalkthroughScene> of_script = stage.next("room.json", folder, false);
    ASSERT_TRUE(of_script) << of_script.error().message;
    EXPECT_EQ(of_script->name, "my room");
    EXPECT_FALSE(stage.next("room.json", "a folder of scripts", false));
    EXPECT_EQ(script_name_of(*stage.next("table", folder, false)), "table");
}

TEST(WalkSceneTest, undo_of_a_choice_restores_the_scene_that_was_opened_from_a_file) {
    WalkthroughLab lab;
    Result<LoadedScene> room = load_scene(write_room());
    ASSERT_TRUE(room) << room.error().message;
    ASSERT_TRUE(lab.take_scene(std::move(*room)));
    lab.watch_edits(false, false);
    ASSERT_EQ(lab.presentation().scene, "my room");
    for (const char* choice : {"table", "kitchen"}) { // the kitchen is the choice before
        lab.choose_scene(choice);
        lab.watch_edits(false, true);
        restart_if_requested(lab);
        ASSERT_NE(lab.presentation().scene, "my room");
        ASSERT_TRUE(lab.history().can_undo()) << choice;
        lab.undo();
        restart_if_requested(lab);
        EXPECT_EQ(lab.presentation().scene, "my room") << choice;
    }
    lab.redo();
    restart_if_requested(lab);
    EXPECT_NE(lab.presentation().scene, "my room");
}

TEST(WalkSceneTest, undo_of_a_choice_restores_the_script_and_its_scene) {
    write_room();
    const fs::path script = write_walk_file("a.walk", "boxwood-walk 1\nscene room.json\n5 wait\n");
    WalkthroughLab lab;
    ASSERT_TRUE(lab.set("script", script.string()));
    restart_if_requested(lab);
    ASSERT_EQ(lab.presentation().scene, "my room");
    ASSERT_EQ(lab.presentation().length, 5u);
    lab.watch_edits(false, false);
    lab.choose_scene("table");
    lab.watch_edits(false, true);
    restart_if_requested(lab);
    EXPECT_EQ(lab.presentation().scene, "table");
    EXPECT_FALSE(lab.presentation().length);
    lab.undo();
    restart_if_requested(lab);
    EXPECT_EQ(lab.presentation().scene, "my room");
    EXPECT_EQ(lab.presentation().length, 5u);
}

TEST(WalkSceneTest, undo_keeps_a_script_that_was_opened_after_a_choice) {
    const fs::path script = write_walk_file("b.walk", "boxwood-walk 1\n7 wait\n");
    WalkthroughLab lab;
    restart_if_requested(lab);
    lab.watch_edits(false, false);
    lab.choose_scene("table");
    lab.watch_edits(false, true);
    restart_if_requested(lab);
    ASSERT_TRUE(lab.set("script", script.string()));
    restart_if_requested(lab);
    ASSERT_EQ(lab.presentation().length, 7u);
    if (lab.history().can_undo()) lab.undo();
    restart_if_requested(lab);
    EXPECT_EQ(lab.presentation().length, 7u);
}

TEST(WalkSceneTest, an_undo_whose_scene_cannot_be_read_keeps_the_current_walk) {
    write_room();
    const fs::path script = write_walk_file("c.walk", "boxwood-walk 1\nscene room.json\n5 wait\n");
    WalkthroughLab lab;
    ASSERT_TRUE(lab.set("script", script.string()));
    restart_if_requested(lab);
    lab.watch_edits(false, false);
    lab.choose_scene("table");
    lab.watch_edits(false, true);
    restart_if_requested(lab);
    fs::remove(script.parent_path() / "room.json");
    lab.undo();
    EXPECT_FALSE(lab.restart(1));
    EXPECT_EQ(lab.presentation().scene, "table");
    EXPECT_FALSE(lab.presentation().length) << "the script of the other scene must not play here";
}

TEST(WalkSceneTest, a_script_counts_as_opened_only_if_its_walk_begins) {
    write_room();
    const fs::path good = write_walk_file("good.walk", "boxwood-walk 1\nscene room.json\n5 wait\n");
    const fs::path bad = write_walk_file("bad.walk", "boxwood-walk 1\nscene none.json\n5 wait\n");
    WalkthroughLab lab;
    ASSERT_TRUE(lab.set("script", good.string()));
    EXPECT_TRUE(lab.take_opened_files().empty());
    restart_if_requested(lab);
    EXPECT_EQ(lab.take_opened_files(), std::vector{good});
    ASSERT_TRUE(lab.set("script", bad.string()));
    EXPECT_FALSE(lab.restart(1));
    ASSERT_TRUE(lab.restart(1));
    EXPECT_TRUE(lab.take_opened_files().empty());
}

} // namespace
} // namespace boxwood

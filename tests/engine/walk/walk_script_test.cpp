#include "tests/engine/walk/walk_table.hpp"

#include "engine/walk/walk_script.hpp"

namespace boxwood {
namespace {

constexpr const char* kCupScript = R"(boxwood-walk 1
scene table
60 go 0 -0.02; face 0 0.8 -0.5   # to the table
30 turn 23 0 0; face 0 0.8 -0.5
60 reach 0.12 0.85 -0.5
90 reach 0 0.81 -0.5
60 close
60 reach 0 1.05 -0.4
20 scale 1.2 1.3 1.2
1 drop
120 wait
)";

std::vector<std::string> play(const WalkScript& script, std::uint64_t& out_hash,
                              WalkRecorder* io_recorder = nullptr) {
    test::WalkTable table;
    WalkPlayer player(script);
    while (!player.is_done()) {
        const WalkInput input = rounded(player.next(table.walk));
        if (io_recorder) io_recorder->add(input);
        table.run(1, input);
    }
    out_hash = table.walk.hash(table.scene.simulation);
    return table.log;
}

TEST(WalkScriptTest, a_script_and_its_recording_play_back_bit_identically) {
    const Result<WalkScript> script = parse_walk_script(kCupScript, "cup.walk");
    ASSERT_TRUE(script) << script.error().message;
    EXPECT_EQ(script->frames(), 501u);
    WalkRecorder recorder;
    recorder.begin("table", make_table_scene().start);
    std::uint64_t first = 0, second = 0, third = 0;
    const std::vector<std::string> log = play(*script, first, &recorder);
    EXPECT_EQ(play(*script, second), log);
    EXPECT_EQ(first, second);
    const Result<WalkScript> recorded = parse_walk_script(recorder.text(), "recorded");
    ASSERT_TRUE(recorded) << recorded.error().message;
    EXPECT_EQ(recorded->frames(), script->frames());
    EXPECT_EQ(recorded->scene, "table");
    EXPECT_EQ(play(*recorded, third), log);
    EXPECT_EQ(first, third);
    const auto has = [&](std::string_view words) {
        return std::any_of(log.begin(), log.end(),
                           [&](const std::string& l) { return l.find(words) != l.npos; });
    };
    EXPECT_TRUE(has("hand grasps cup"));
    EXPECT_TRUE(has("hand releases cup"));
    EXPECT_TRUE(has("cup rests"));
}

// Starts beyond 1e6 are included, because scenes allow them.
TEST(WalkScriptTest, a_recorded_start_reads_back_bit_identically) {
    const double third = 1.0 / 3.0;
    for (const WalkStart& start : {WalkStart{{third, -1e-17, 1.55 - 1.61}, third, -third},
                                   WalkStart{{1e7 + third, 2.0, -1.001e9}, 3.1, 1.5},
                                   WalkStart{{0.0, 0.001, 0.35}, -3.141592653589793, -1e-9}}) {
        const WalkStart rounded_start = rounded(start);
        EXPECT_NEAR(rounded_start.yaw, start.yaw, 1e-8);
        EXPECT_NEAR(rounded_start.pitch, start.pitch, 1e-8);
        WalkRecorder recorder;
        recorder.begin("table", rounded_start);
        recorder.add({});
        const Result<WalkScript> script = parse_walk_script(recorder.text(), "recorded");
        ASSERT_TRUE(script) << script.error().message;
        EXPECT_EQ(script->start->feet_w, start.feet_w);
        EXPECT_EQ(script->start->yaw, rounded_start.yaw);
        EXPECT_EQ(script->start->pitch, rounded_start.pitch);
    }
}

TEST(WalkScriptTest, an_error_names_the_line_and_the_mistake) {
    const auto error_of = [](const std::string& text) {
        const Result<WalkScript> script = parse_walk_script("boxwood-walk 1\n" + text, "a.walk");
        return script ? std::string("none") : script.error().message;
    };
    EXPECT_EQ(error_of("10 wait"), "none");
    EXPECT_EQ(error_of("10 wiat"),
              "a.walk: line 2: unknown verb \"wiat\"; the verbs are wait, go, face, reach, turn, close, "
              "open, drop, scale, crouch, input");
    EXPECT_EQ(error_of("\n0 wait"), "a.walk: line 3: \"0\" is not a number of frames from 1 to 10000000");
    EXPECT_EQ(error_of("10 go 1"), "a.walk: line 2: 'go' takes 2 numbers; one is missing");
    EXPECT_EQ(error_of("10 go 1 north"),
              "a.walk: line 2: 'go' takes 2 numbers; \"north\" is not a number from -1e6 to 1e6");
    EXPECT_EQ(error_of("10 go 1 nan"),
              "a.walk: line 2: 'go' takes 2 numbers; \"nan\" is not a number from -1e6 to 1e6");
    EXPECT_EQ(
        error_of("start 0 0 2e9"),
        "a.walk: line 2: 'start' takes x y z and, optionally, yaw and pitch in degrees; \"2e9\" is not a "
        "number from -1.001e9 to 1.001e9");
    EXPECT_EQ(
        error_of("start 0 0"),
        "a.walk: line 2: 'start' takes x y z and, optionally, yaw and pitch in degrees; one is missing");
    EXPECT_EQ(error_of("start 0 0 0 90"),
              "a.walk: line 2: 'start' takes x y z and, optionally, yaw and pitch in degrees; the pitch is "
              "missing");
    EXPECT_EQ(error_of("start 0 0 0 90 0 7"),
              "a.walk: line 2: 'start' takes x y z and, optionally, yaw and pitch in degrees; unexpected "
              "\"7\"");
    EXPECT_EQ(error_of("10 wait 3"), "a.walk: line 2: unexpected \"3\" after 'wait'");
    EXPECT_EQ(error_of("10 close toe"),
              "a.walk: line 2: unknown finger \"toe\"; the fingers are thumb, index, middle, ring, little");
    EXPECT_EQ(error_of("10 scale 1 0 1"), "a.walk: line 2: 'scale' takes factors above 0");
    EXPECT_EQ(error_of("10 wait;"),
              "a.walk: line 2: a verb is missing; the verbs are wait, go, face, reach, turn, close, "
              "open, drop, scale, crouch, input");
    EXPECT_EQ(error_of("10 wait\nscene table"), "a.walk: line 3: 'scene' must come before the first action");
    EXPECT_NE(error_of("3 input forward").find("line 2: \"forward\" is neither NAME=NUMBER nor"),
              std::string::npos);
    EXPECT_NE(error_of("").find("the walk has no actions"), std::string::npos);
    EXPECT_FALSE(parse_walk_script("10 wait", "a.walk"));
    EXPECT_FALSE(parse_walk_script("", "a.walk"));
}

// The time of reading a script must be linear in its number of lines. Otherwise, this test takes too long.
TEST(WalkScriptTest, a_script_of_a_million_lines_is_read) {
    std::string text = "boxwood-walk 1\n";
    for (int i = 0; i < 1'000'000; ++i) text += "1 wait\n";
    const Result<WalkScript> script = parse_walk_script(text, "a.walk");
    ASSERT_TRUE(script) << script.error().message;
    EXPECT_EQ(script->frames(), 1'000'000u);
    EXPECT_TRUE(parse_walk_script(text + "9000000 wait\n", "a.walk"));
    EXPECT_FALSE(parse_walk_script(text + "9000001 wait\n", "a.walk"));
}

TEST(WalkScriptTest, the_name_of_a_scene_can_contain_spaces_and_number_signs) {
    for (const char* name : {"kitchen", "room #2.json", "a#b", " my room.json", "\"quoted\".json", "a\"#b",
                             "\"", "\"\"", "#\"", "\"#\"\"#"}) {
        WalkRecorder recorder;
        recorder.begin(name, rounded(WalkStart{}));
        recorder.add({});
        const Result<WalkScript> script = parse_walk_script(recorder.text(), "recorded");
        ASSERT_TRUE(script) << script.error().message;
        EXPECT_EQ(script->scene, name);
    }
    const auto scene_of = [](const std::string& line) {
        return require_ok(parse_walk_script("boxwood-walk 1\n" + line + "\n1 wait # \"idle\"\n", "a.walk"))
            .scene;
    };
    EXPECT_EQ(scene_of("scene my room.json # \"the\" room"), "my room.json");
    EXPECT_EQ(scene_of("scene \"my room #2.json\"  # the room"), "my room #2.json");
    EXPECT_EQ(scene_of("scene \"a\"\"#b\" # \"two\""), "a\"#b");
    EXPECT_EQ(scene_of("scene \"\"quoted\".json\""), "\"quoted\".json") << "as older programs recorded it";
}

TEST(WalkScriptTest, a_line_has_at_most_64_actions) {
    std::string line = "boxwood-walk 1\n1 wait";
    for (int i = 1; i < 64; ++i) line += ";wait";
    EXPECT_TRUE(parse_walk_script(line, "a.walk"));
    const Result<WalkScript> script = parse_walk_script(line + ";wait", "a.walk");
    ASSERT_FALSE(script);
    EXPECT_EQ(script.error().message, "a.walk: line 2: more than 64 actions at the same time");
}

} // namespace
} // namespace boxwood

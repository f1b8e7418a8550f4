#include "app/labs/walkthrough/input/walk_controls.hpp"
#include "app/labs/walkthrough/run/walk_tape.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

TEST(WalkTapeTest, a_recording_has_no_steps_that_were_replaced_after_a_jump_back) {
    for (const bool is_kept : {true, false}) {
        WalkTape tape;
        tape.request_recording();
        tape.begin("table", {});
        WalkInput forward, back;
        forward.forward = 1.0;
        back.forward = -1.0;
        for (std::uint64_t frame = 0; frame < 10; ++frame) tape.note(frame, forward, is_kept);
        tape.note(4, back, is_kept);
        ASSERT_TRUE(tape.is_recording());
        const Result<WalkScript> script = parse_walk_script(tape.take_recording(), "recording");
        ASSERT_TRUE(script) << script.error().message;
        EXPECT_FALSE(tape.is_recording());
        EXPECT_EQ(script->scene, "table");
        ASSERT_EQ(script->segments.size(), 2u);
        EXPECT_EQ(script->segments[0].frames, 4u);
        EXPECT_EQ(script->segments[0].acts.at(0).input, forward);
        EXPECT_EQ(script->segments[1].frames, 1u);
        EXPECT_EQ(script->segments[1].acts.at(0).input, back);
    }
}

TEST(WalkTapeTest, a_recorded_walk_starts_exactly_where_its_script_starts) {
    const WalkStart of_scene{{1.0 / 3.0, 0.0, 2.0}, 1.0 / 7.0, -1.0 / 9.0};
    WalkTape tape;
    EXPECT_EQ(tape.start(of_scene).yaw, of_scene.yaw);
    tape.request_recording();
    const WalkStart start = tape.start(of_scene);
    tape.begin("", start);
    tape.note(0, {}, false);
    const Result<WalkScript> script = parse_walk_script(tape.take_recording(), "recording");
    ASSERT_TRUE(script) << script.error().message;
    ASSERT_TRUE(script->start);
    EXPECT_EQ(script->start->feet_w, start.feet_w);
    EXPECT_EQ(script->start->yaw, start.yaw);
    EXPECT_EQ(script->start->pitch, start.pitch);
}

TEST(WalkTapeTest, the_input_of_a_recorded_run_replaces_that_of_the_user) {
    WalkInput input;
    input.right = 0.25;
    input.is_crouching = true;
    input.wrist = {0.1, -0.2, 0.3};
    input.curl = {1.0, 0.0, -1.0, 0.5, 0.125};
    input.scale.y = 0.75;
    input.lets_go = true;
    WalkTape tape;
    tape.begin("", {});
    tape.note(0, {}, true);
    tape.note(1, input, true);
    EXPECT_TRUE(tape.numbers_of(0).empty());
    EXPECT_TRUE(tape.numbers_of(2).empty());
    std::vector<StepInput> inputs{{1, tape.numbers_of(1)}};

    WalkTape other;
    EXPECT_FALSE(other.repeated(0));
    ASSERT_TRUE(other.repeat(inputs, 3));
    EXPECT_EQ(other.repeated(0), WalkInput{});
    EXPECT_EQ(other.repeated(1), input);
    EXPECT_EQ(other.repeated(2), WalkInput{});
    EXPECT_FALSE(other.repeated(3)) << "after the recorded run, the input of the user applies";
    inputs[0].numbers.pop_back();
    const Status status = other.repeat(inputs, 3);
    ASSERT_FALSE(status);
    EXPECT_NE(status.error().message.find("frame 1"), std::string::npos) << status.error().message;
    EXPECT_EQ(other.repeated(1), input) << "a refused input must change nothing";
}

TEST(WalkControlsTest, the_free_mouse_is_measured_in_points_at_every_scale_of_the_display) {
    const auto gesture = [](MouseGesture kind, float points, float pixels_per_point) {
        ViewMouse mouse;
        mouse.gesture = kind;
        mouse.position = glm::vec2(100.0f + points, 100.0f) * pixels_per_point;
        mouse.delta = glm::vec2(points, 0.0f) * pixels_per_point;
        mouse.pixels_per_point = pixels_per_point;
        return mouse;
    };
    std::vector<double> turned;
    for (const float scale : {1.0f, 2.0f}) {
        WalkControls controls;
        controls.take_free_mouse(gesture(MouseGesture::press, 0.0f, scale));
        controls.take_free_mouse(gesture(MouseGesture::drag, 40.0f, scale));
        turned.push_back(controls.next(false).turn_right);
        EXPECT_FALSE(controls.take_free_mouse(gesture(MouseGesture::release, 40.0f, scale)));
        controls.take_free_mouse(gesture(MouseGesture::press, 0.0f, scale));
        EXPECT_TRUE(controls.take_free_mouse(gesture(MouseGesture::release, 4.0f, scale))) << "a click";
    }
    EXPECT_GT(turned[0], 0.0);
    EXPECT_EQ(turned[0], turned[1]);
}

} // namespace
} // namespace boxwood

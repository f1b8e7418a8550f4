// All input must arrive at any frame rate: a press and a release in one frame become two frames for the interface. The
// tests use only the state that Dear ImGui reports, so they hold for every version of it.
#include "engine/ui/input_adapter.hpp"

#include <gtest/gtest.h>
#include <imgui.h>
#include <string>
#include <vector>

namespace boxwood::ui {
namespace {

using platform::InputEvent;
using platform::Key;
using platform::KeyEvent;
using platform::MouseButton;
using platform::MouseButtonEvent;
using platform::MouseMoveEvent;
using platform::TextEvent;

#if IMGUI_VERSION_NUM >= 18700
bool is_key_pressed(ImGuiKey key) {
    return ImGui::IsKeyPressed(key, false);
}
#else
bool is_key_pressed(ImGuiKey key) {
    return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key), false);
}
#endif

class InputAdapterTest : public testing::Test {
  protected:
    void SetUp() override {
        context_ = ImGui::CreateContext();
        ImGui::SetCurrentContext(context_);
        ImGuiIO& io = ImGui::GetIO();
        io.IniFilename = nullptr;
        io.DisplaySize = ImVec2(800.0f, 600.0f);
        unsigned char* pixels = nullptr;
        int width = 0, height = 0;
        io.Fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
        adapter_.attach(io);
        frame({});
        frame({});
    }
    void TearDown() override { ImGui::DestroyContext(context_); }

    template <class Draw>
    void frame(std::vector<InputEvent> events, Draw draw) {
        adapter_.push({std::move(events)});
        ImGui::GetIO().DeltaTime = 1.0f / 25.0f;
        adapter_.apply(ImGui::GetIO(), pixels_per_point_);
        ImGui::NewFrame();
        draw();
        ImGui::EndFrame();
    }
    void frame(std::vector<InputEvent> events) {
        frame(std::move(events), [] {});
    }

    // A window with two adjacent buttons, which counts the clicks on each.
    void buttons() {
        ImGui::SetNextWindowPos({0.0f, 0.0f});
        ImGui::SetNextWindowSize({400.0f, 200.0f});
        ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration);
        ImGui::SetCursorPos({10.0f, 10.0f});
        if (ImGui::Button("left", {100.0f, 50.0f})) ++left_clicks_;
        ImGui::SetCursorPos({200.0f, 10.0f});
        if (ImGui::Button("right", {100.0f, 50.0f})) ++right_clicks_;
        ImGui::End();
    }

    static MouseButtonEvent press(float x, float y, bool down, MouseButton button = MouseButton::left) {
        return {button, down, 1, {x, y}, {}};
    }

    ImGuiContext* context_ = nullptr;
    InputAdapter adapter_;
    float pixels_per_point_ = 1.0f;
    int left_clicks_ = 0, right_clicks_ = 0;
};

TEST_F(InputAdapterTest, a_click_within_one_frame_arrives_at_the_position_of_the_event) {
    frame({MouseMoveEvent{{250.0f, 30.0f}, {}, {}}}, [this] { buttons(); });
    frame({press(50.0f, 30.0f, true), press(50.0f, 30.0f, false)}, [this] { buttons(); });
    for (int i = 0; i < 3; ++i) frame({}, [this] { buttons(); });
    EXPECT_EQ(left_clicks_, 1);
    EXPECT_EQ(right_clicks_, 0);
}

TEST_F(InputAdapterTest, two_clicks_in_one_frame_hit_two_buttons) {
    frame({}, [this] { buttons(); });
    frame({press(50.0f, 30.0f, true), press(50.0f, 30.0f, false), MouseMoveEvent{{250.0f, 30.0f}, {}, {}},
           press(250.0f, 30.0f, true), press(250.0f, 30.0f, false)},
          [this] { buttons(); });
    for (int i = 0; i < 6; ++i) frame({}, [this] { buttons(); });
    EXPECT_EQ(left_clicks_, 1);
    EXPECT_EQ(right_clicks_, 1);
    EXPECT_FALSE(adapter_.has_pending());
}

TEST_F(InputAdapterTest, a_move_after_a_press_does_not_move_the_press) {
    frame({}, [this] { buttons(); });
    frame({press(50.0f, 30.0f, true), MouseMoveEvent{{700.0f, 500.0f}, {}, {}}}, [this] { buttons(); });
    EXPECT_EQ(ImGui::GetIO().MouseClickedPos[0].x, 50.0f);
    frame({press(700.0f, 500.0f, false)}, [this] { buttons(); });
    for (int i = 0; i < 3; ++i) frame({}, [this] { buttons(); });
    EXPECT_EQ(left_clicks_, 0) << "the button is released elsewhere";
}

TEST_F(InputAdapterTest, positions_are_converted_from_points_to_pixels) {
    pixels_per_point_ = 2.0f;
    frame({}, [this] { buttons(); });
    frame({press(125.0f, 15.0f, true), press(125.0f, 15.0f, false)}, [this] { buttons(); });
    for (int i = 0; i < 3; ++i) frame({}, [this] { buttons(); });
    EXPECT_EQ(right_clicks_, 1);
}

TEST_F(InputAdapterTest, a_key_tapped_within_one_frame_arrives_once) {
    int pressed = 0;
    const auto count = [&] { pressed += is_key_pressed(ImGuiKey_Escape) ? 1 : 0; };
    frame({KeyEvent{Key::escape, true, false, {}}, KeyEvent{Key::escape, false, false, {}}}, count);
    for (int i = 0; i < 4; ++i) frame({}, count);
    EXPECT_EQ(pressed, 1);
    EXPECT_FALSE(adapter_.has_pending());
}

TEST_F(InputAdapterTest, every_tap_of_a_burst_arrives) {
    int pressed = 0;
    const auto count = [&] { pressed += is_key_pressed(ImGuiKey_DownArrow) ? 1 : 0; };
    std::vector<InputEvent> burst;
    for (int tap = 0; tap < 5; ++tap) {
        burst.push_back(KeyEvent{Key::down, true, false, {}});
        burst.push_back(KeyEvent{Key::down, false, false, {}});
    }
    frame(burst, count);
    for (int i = 0; i < 12; ++i) frame({}, count);
    EXPECT_EQ(pressed, 5);
}

TEST_F(InputAdapterTest, a_shortcut_within_one_frame_arrives_with_its_modifier) {
    bool seen_with_ctrl = false, seen_without = false;
    const auto look = [&] {
        if (!is_key_pressed(ImGuiKey_C)) return;
        (ImGui::GetIO().KeyCtrl ? seen_with_ctrl : seen_without) = true;
    };
    frame({KeyEvent{Key::ctrl, true, false, {.ctrl = true}}, KeyEvent{Key::c, true, false, {.ctrl = true}},
           KeyEvent{Key::c, false, false, {.ctrl = true}}, KeyEvent{Key::ctrl, false, false, {}}},
          look);
    for (int i = 0; i < 6; ++i) frame({}, look);
    EXPECT_TRUE(seen_with_ctrl);
    EXPECT_FALSE(seen_without);
    EXPECT_FALSE(ImGui::GetIO().KeyCtrl);
}

TEST_F(InputAdapterTest, a_modifier_that_is_released_before_its_key_still_applies) {
    bool seen_with_ctrl = false;
    const auto look = [&] { seen_with_ctrl |= is_key_pressed(ImGuiKey_V) && ImGui::GetIO().KeyCtrl; };
    frame({KeyEvent{Key::ctrl, true, false, {.ctrl = true}}, KeyEvent{Key::v, true, false, {.ctrl = true}},
           KeyEvent{Key::ctrl, false, false, {}}, KeyEvent{Key::v, false, false, {}}},
          look);
    for (int i = 0; i < 6; ++i) frame({}, look);
    EXPECT_TRUE(seen_with_ctrl);
    EXPECT_FALSE(ImGui::GetIO().KeyCtrl);
}

TEST_F(InputAdapterTest, a_click_arrives_with_its_modifier) {
    bool with_ctrl = false;
    const auto look = [&] { with_ctrl |= ImGui::IsMouseClicked(0) && ImGui::GetIO().KeyCtrl; };
    MouseButtonEvent down = press(5.0f, 5.0f, true), up = press(5.0f, 5.0f, false);
    down.modifiers.ctrl = true;
    frame({down, KeyEvent{Key::ctrl, false, false, {}}, up}, look);
    for (int i = 0; i < 4; ++i) frame({}, look);
    EXPECT_TRUE(with_ctrl);
    EXPECT_FALSE(ImGui::GetIO().KeyCtrl);
}

TEST_F(InputAdapterTest, text_and_keys_keep_their_order) {
    char typed[32] = "";
    const auto field = [&] {
        ImGui::SetNextWindowPos({0.0f, 0.0f});
        ImGui::Begin("window", nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize);
        if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
        ImGui::InputText("##field", typed, sizeof typed);
        ImGui::End();
    };
    for (int i = 0; i < 4; ++i) frame({}, field);
    frame({KeyEvent{Key::a, true, false, {}}, TextEvent{"a"}, KeyEvent{Key::a, false, false, {}},
           KeyEvent{Key::b, true, false, {}}, TextEvent{"b"}, KeyEvent{Key::b, false, false, {}},
           KeyEvent{Key::backspace, true, false, {}}, KeyEvent{Key::backspace, false, false, {}},
           KeyEvent{Key::c, true, false, {}}, TextEvent{"é"}, KeyEvent{Key::c, false, false, {}}},
          field);
    for (int i = 0; i < 12; ++i) frame({}, field);
    EXPECT_EQ(std::string(typed), "aé");
    frame({KeyEvent{Key::backspace, true, false, {}}, TextEvent{"ü"},
           KeyEvent{Key::backspace, false, false, {}}},
          field);
    for (int i = 0; i < 6; ++i) frame({}, field);
    EXPECT_EQ(std::string(typed), "aü") << "text after a key must be applied after the key";
}

TEST_F(InputAdapterTest, wheel_events_of_one_frame_add_up) {
    float turned = 0.0f;
    const auto add = [&] { turned += ImGui::GetIO().MouseWheel; };
    frame({platform::WheelEvent{{0.0f, 2.0f}, {5.0f, 5.0f}, {}},
           platform::WheelEvent{{0.0f, 1.0f}, {5.0f, 5.0f}, {}}},
          add);
    for (int i = 0; i < 3; ++i) frame({}, add);
    EXPECT_EQ(turned, 3.0f);
}

TEST_F(InputAdapterTest, keys_and_buttons_are_released_when_the_window_loses_the_focus) {
    frame({press(5.0f, 5.0f, true), KeyEvent{Key::left, true, false, {.shift = true}}});
    EXPECT_TRUE(ImGui::IsMouseDown(0));
    frame({platform::FocusEvent{false}});
    for (int i = 0; i < 3; ++i) frame({});
    EXPECT_FALSE(ImGui::GetIO().KeyShift);
#if IMGUI_VERSION_NUM < 18700
    EXPECT_FALSE(ImGui::IsMouseDown(0));
    EXPECT_FALSE(ImGui::IsKeyDown(ImGui::GetKeyIndex(ImGuiKey_LeftArrow)));
#endif
}

TEST_F(InputAdapterTest, a_mouse_outside_the_window_hovers_nothing) {
    frame({MouseMoveEvent{{50.0f, 30.0f}, {}, {}}}, [this] { buttons(); });
    frame({}, [this] { buttons(); });
    EXPECT_TRUE(ImGui::GetIO().WantCaptureMouse);
    frame({platform::LeaveEvent{}}, [this] { buttons(); });
    frame({}, [this] { buttons(); });
    EXPECT_FALSE(ImGui::GetIO().WantCaptureMouse);
}

} // namespace
} // namespace boxwood::ui

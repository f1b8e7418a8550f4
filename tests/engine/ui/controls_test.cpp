#include "engine/ui/controls/controls.hpp"
#include "tests/engine/ui/ui_harness.hpp"

namespace boxwood::ui {
namespace {

using platform::Key;

class ControlsTest : public UiTest {
  protected:
    glm::vec2 at(float share) const { return {glm::mix(rect_.min.x, rect_.max.x, share), rect_.center().y}; }
    void take(const Edit& edit) {
        rect_ = item_rect();
        changes_ += edit.changed ? 1 : 0;
        finishes_ += edit.finished ? 1 : 0;
    }

    Rect rect_;
    int changes_ = 0, finishes_ = 0;
};

TEST_F(ControlsTest, a_dragged_slider_follows_the_mouse_and_stays_in_its_range) {
    float value = 0.5f;
    in_panel([&] { take(slider(FloatField{.label = "Fill", .max = 2.0f, .reset = 1.0f}, value)); });
    drag(at(0.1f), at(0.75f));
    EXPECT_NEAR(value, 1.5f, 0.02f);
    EXPECT_EQ(finishes_, 1) << "one drag is one edit for undo";
    drag(at(0.75f), at(3.0f));
    EXPECT_EQ(value, 2.0f);
    drag(at(0.75f), at(-3.0f));
    EXPECT_EQ(value, 0.0f);
}

TEST_F(ControlsTest, a_slider_sets_the_rounded_value_that_it_shows) {
    float value = 0.0f;
    in_panel([&] { take(slider(FloatField{.label = "Fill", .max = 1.0f, .decimals = 1}, value)); });
    for (float share = 0.03f; share < 1.0f; share += 0.07f) {
        click(at(share));
        EXPECT_EQ(value, std::round(value * 10.0f) / 10.0f);
    }
}

TEST_F(ControlsTest, a_logarithmic_slider_gives_each_decade_the_same_width) {
    float value = 1.0f;
    in_panel([&] {
        take(slider(
            FloatField{.label = "Size", .min = 0.01f, .max = 100.0f, .decimals = 4, .logarithmic = true},
            value));
    });
    click(at(0.5f));
    EXPECT_NEAR(value, 1.0f, 0.1f);
    click(at(0.25f));
    EXPECT_NEAR(value, 0.1f, 0.01f);
}

TEST_F(ControlsTest, a_double_click_resets_the_value) {
    int value = 7;
    in_panel([&] { take(slider(IntField{.label = "Bodies", .max = 100, .reset = 42}, value)); });
    double_click(at(0.9f));
    EXPECT_EQ(value, 42);
    frames(kFramesBetweenClicks);
    frame({button(at(0.9f), true), button(at(0.9f), false), button(at(0.9f), true)});
    frames(3);
    frame({move(at(0.9f) + glm::vec2(2.0f, 0.0f))});
    frame({button(at(0.9f), false)});
    frames(2);
    EXPECT_EQ(value, 42) << "a small move during the second click must not change the value";
}

TEST_F(ControlsTest, the_context_menu_resets_the_value) {
    int value = 7;
    in_panel([&] { take(slider(IntField{.label = "Bodies", .max = 100, .reset = 42}, value)); });
    const glm::vec2 spot = at(0.5f);
    frame({move(spot)});
    frame({button(spot, true, {}, platform::MouseButton::right),
           button(spot, false, {}, platform::MouseButton::right)});
    frames(4);
    click(spot + glm::vec2(20.0f, 18.0f));
    EXPECT_EQ(value, 42);
}

TEST_F(ControlsTest, a_number_can_be_typed) {
    int value = 7;
    in_panel([&] { take(slider(IntField{.label = "Bodies", .max = 1000, .reset = 42}, value)); });
    click(at(0.9f), {.ctrl = true});
    EXPECT_EQ(value, 7) << "the click only opens the field";
    type("640");
    EXPECT_EQ(value, 7) << "the value must not change before Enter";
    tap(Key::enter);
    EXPECT_EQ(value, 640);
    EXPECT_EQ(finishes_, 1);
    EXPECT_FALSE(ui_.wants_keyboard());
}

TEST_F(ControlsTest, a_typed_number_is_clamped_and_invalid_text_or_escape_change_nothing) {
    float value = 0.25f;
    in_panel([&] { take(slider(FloatField{.label = "Fill", .max = 1.0f}, value)); });
    click(at(0.9f), {.ctrl = true});
    type("7");
    tap(Key::enter);
    EXPECT_EQ(value, 1.0f);
    click(at(0.9f), {.ctrl = true});
    type("abc");
    tap(Key::enter);
    EXPECT_EQ(value, 1.0f);
    click(at(0.9f), {.ctrl = true});
    type("0.5");
    tap(Key::escape);
    EXPECT_EQ(value, 1.0f);
}

TEST_F(ControlsTest, an_unchanged_field_keeps_digits_that_it_does_not_show) {
    float value = 0.123456f;
    in_panel([&] { take(slider(FloatField{.label = "Fill", .max = 1.0f}, value)); });
    click(at(0.9f), {.ctrl = true});
    tap(Key::enter);
    EXPECT_EQ(value, 0.123456f);
    EXPECT_EQ(changes_, 0);
}

TEST_F(ControlsTest, dragging_a_number_field_sideways_changes_its_value) {
    int value = 500;
    in_panel([&] { take(number_field(IntField{.label = "seed", .max = 1000}, 80.0f, value)); });
    const glm::vec2 from = at(0.5f);
    click(from);
    EXPECT_EQ(value, 500) << "a click alone changes nothing";
    drag(from, from + glm::vec2(24.0f, 0.0f));
    EXPECT_EQ(value, 600);
}

TEST_F(ControlsTest, the_ends_of_a_range_never_cross) {
    int low = 20, high = 60;
    in_panel([&] {
        take(range_slider({.label = "Faces", .max = 100, .reset_low = 10, .reset_high = 90}, low, high));
    });
    drag(at(0.25f), at(0.95f));
    EXPECT_EQ(low, 60);
    EXPECT_EQ(high, 60);
    drag(at(0.8f), at(0.1f));
    EXPECT_EQ(high, 60);
    double_click(at(0.5f));
    EXPECT_EQ(low, 10);
    EXPECT_EQ(high, 90);
}

TEST_F(ControlsTest, sliders_with_the_same_label_in_two_sections_are_independent) {
    float first = 0.0f, second = 0.0f;
    in_panel([&] {
        section("Broad phase");
        slider(FloatField{.label = "Limit", .max = 1.0f}, first);
        section("Narrow phase");
        take(slider(FloatField{.label = "Limit", .max = 1.0f}, second));
    });
    drag(at(0.2f), at(0.7f));
    EXPECT_EQ(first, 0.0f);
    EXPECT_GT(second, 0.5f);
}

TEST_F(ControlsTest, a_click_chooses_a_segment) {
    static constexpr const char* kOptions[] = {"off", "one", "all"};
    int chosen = 0;
    Rect row;
    in_panel([&] {
        const glm::vec2 from = cursor();
        take(segmented({.label = "Oracle", .options = kOptions}, chosen));
        row = {from, item_rect().max};
    });
    click({row.max.x - 10.0f, row.center().y});
    EXPECT_EQ(chosen, 2);
    click({row.min.x + 120.0f, row.center().y});
    EXPECT_EQ(chosen, 0);
    EXPECT_EQ(changes_, 2);
}

TEST_F(ControlsTest, a_click_opens_a_dropdown_and_another_one_chooses_an_option) {
    static constexpr const char* kOptions[] = {"Sweep and prune", "Grid", "Octree"};
    int chosen = 0;
    in_panel([&] { take(dropdown({.label = "Method", .options = kOptions}, chosen)); });
    const Rect field = rect_;
    click(field.center());
    EXPECT_TRUE(ImGui::GetIO().WantCaptureMouse);
    click({field.center().x, field.max.y + 4.0f + 4.0f + 2.5f * 24.0f});
    EXPECT_EQ(chosen, 2);
    EXPECT_EQ(changes_, 1);
}

TEST_F(ControlsTest, a_check_row_toggles_anywhere_on_its_row) {
    bool on = false;
    in_panel([&] { take(check_row({.label = "Velocities", .key = "V"}, on)); });
    click(at(0.02f));
    EXPECT_TRUE(on);
    click(at(0.98f));
    EXPECT_FALSE(on);
}

TEST_F(ControlsTest, tabs_change_the_page) {
    static constexpr const char* kNames[] = {"Timeline", "Plots"};
    int page = 0;
    in_panel([&] { take(tabs("tabs", kNames, page)); });
    click(at(0.5f));
    EXPECT_EQ(page, 1);
}

TEST_F(ControlsTest, disabled_buttons_ignore_clicks) {
    int clicks = 0;
    bool enabled = false;
    in_panel([&] {
        clicks += ui::button("Open", {.enabled = enabled}) ? 1 : 0;
        clicks += icon_button("play", Icon::play, {.enabled = enabled}) ? 100 : 0;
    });
    click({30.0f, 12.0f});
    click({20.0f, 40.0f});
    EXPECT_EQ(clicks, 0);
    enabled = true;
    click({30.0f, 12.0f});
    click({20.0f, 40.0f});
    EXPECT_EQ(clicks, 101);
}

TEST_F(ControlsTest, a_tooltip_is_due_after_25_frames_but_not_after_6) {
    bool is_due = false;
    in_panel([&] {
        ui::button("Open");
        is_due = is_tooltip_due();
    });
    frame({move({30.0f, 12.0f})});
    frames(5);
    EXPECT_FALSE(is_due) << "a tooltip must have a delay";
    frames(19);
    EXPECT_TRUE(is_due);
    frame({move({280.0f, 400.0f})});
    frames(2);
    EXPECT_FALSE(is_due);
}

TEST_F(ControlsTest, each_control_has_its_own_tooltip_delay) {
    bool is_first_due = false, is_second_due = false;
    in_panel([&] {
        ui::button("Open");
        is_first_due = is_tooltip_due();
        ui::button("Save");
        is_second_due = is_tooltip_due();
    });
    frame({move({30.0f, 12.0f})});
    frames(24);
    EXPECT_TRUE(is_first_due);
    frame({move({30.0f, 40.0f})});
    frames(3);
    EXPECT_FALSE(is_first_due || is_second_due);
}

TEST_F(ControlsTest, the_interface_takes_the_mouse_over_panels_only) {
    in_panel([] {});
    frame({move({100.0f, 100.0f})});
    frames(2);
    EXPECT_TRUE(ui_.wants_mouse());
    frame({move({800.0f, 400.0f})});
    frames(2);
    EXPECT_FALSE(ui_.wants_mouse());
    EXPECT_FALSE(ui_.wants_keyboard());
}

} // namespace
} // namespace boxwood::ui

#include "engine/ui/controls/controls.hpp"
#include "engine/ui/controls/modal.hpp"
#include "engine/ui/controls/row.hpp"
#include "tests/engine/ui/ui_harness.hpp"

#include <array>

#include <imgui_internal.h>

namespace boxwood::ui {
namespace {

using platform::Key;

class PopupTest : public UiTest {
  protected:
    // Which devices the program behind a popup may use in a frame with these events.
    struct Behind {
        bool key = false, mouse = false;
    };
    Behind frame_and_look(Events events) {
        ui_.begin_frame({std::move(events)}, {{1000, 800}, {1000, 800}}, 1.0f / 60.0f);
        const Behind behind{!ui_.wants_keyboard(), !ui_.wants_mouse()};
        draw_();
        ui_.render();
        return behind;
    }
    bool is_any_open() const {
        return ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
    }

    static constexpr std::array<const char*, 3> kOptions{"one", "two", "three"};
    static constexpr glm::vec2 kBehind{700.0f, 500.0f}; // a point without a panel
    int chosen_ = 0, clicks_ = 0;
    glm::vec2 field_{0.0f}, button_{0.0f};

    void show_list() {
        in_panel([this] {
            dropdown({.label = "Method", .options = kOptions}, chosen_);
            field_ = item_rect().center();
            if (ui::button("Behind")) ++clicks_;
            button_ = item_rect().center();
        });
    }
};

TEST_F(PopupTest, escape_closes_an_open_list_and_does_not_reach_the_program) {
    show_list();
    click(field_);
    ASSERT_TRUE(is_any_open());
    EXPECT_FALSE(frame_and_look({key(Key::escape, true), key(Key::escape, false)}).key);
    frames(2);
    EXPECT_FALSE(is_any_open());
    EXPECT_EQ(chosen_, 0);
    EXPECT_TRUE(frame_and_look({key(Key::escape, true)}).key) << "the next Escape must reach the program";
}

TEST_F(PopupTest, other_keys_do_not_reach_the_program_while_a_list_is_open) {
    show_list();
    click(field_);
    EXPECT_FALSE(frame_and_look({key(Key::del, true), key(Key::del, false)}).key);
    EXPECT_TRUE(is_any_open());
}

TEST_F(PopupTest, arrows_and_enter_choose_in_an_open_list_and_do_not_reach_the_program) {
    show_list();
    click(field_);
    EXPECT_FALSE(frame_and_look({key(Key::down, true), key(Key::down, false)}).key);
    frames(3);
    EXPECT_EQ(chosen_, 0) << "only Enter chooses";
    tap(Key::down);
    tap(Key::down); // stays at the last option
    tap(Key::enter);
    EXPECT_EQ(chosen_, 2);
    EXPECT_FALSE(is_any_open());
    click(field_);
    tap(Key::up);
    tap(Key::enter);
    EXPECT_EQ(chosen_, 1);
    click(field_);
    tap(Key::up);
    tap(Key::escape);
    EXPECT_EQ(chosen_, 1);
    click(button_);
    EXPECT_EQ(clicks_, 1) << "the next click must not be lost";
}

TEST_F(PopupTest, a_click_that_closes_a_list_does_not_reach_the_program) {
    show_list();
    click(field_);
    frame({move(kBehind)});
    EXPECT_FALSE(frame_and_look({button(kBehind, true)}).mouse);
    frame_and_look({button(kBehind, false)});
    frames(2);
    EXPECT_FALSE(is_any_open());
    EXPECT_TRUE(frame_and_look({button(kBehind, true)}).mouse) << "the next click must reach the program";
    frame({button(kBehind, false)});
    frames(kFramesBetweenClicks);

    click(field_);
    ASSERT_TRUE(is_any_open());
    click(button_);
    EXPECT_EQ(clicks_, 0);
    EXPECT_FALSE(is_any_open());
}

TEST_F(PopupTest, escape_closes_only_the_topmost_popup) {
    bool is_open = true;
    draw_ = [&] {
        if (!begin_modal("##dialog", "Dialog", {400.0f, 300.0f}, is_open)) return;
        dropdown({.label = "Method", .options = kOptions}, chosen_);
        field_ = item_rect().center();
        end_modal(is_open);
    };
    frames(3);
    click(field_);
    tap(Key::escape);
    EXPECT_TRUE(is_open) << "the list closes, the dialog stays";
    ASSERT_TRUE(is_any_open());
    tap(Key::escape);
    EXPECT_FALSE(is_open);
}

TEST_F(PopupTest, an_unavailable_control_ignores_clicks_and_has_a_tooltip) {
    std::string why = "Nothing is selected.";
    bool is_on = false;
    glm::vec2 at(0.0f);
    in_panel([&] {
        const Unavailable because(why);
        check_row({.label = "Boxes", .tooltip = "Draws boxes"}, is_on);
        at = item_rect().center();
    });
    click(at);
    EXPECT_FALSE(is_on);
    frame({move(at)});
    frames(60);
    const auto has_tooltip = [] {
        for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
            if (window->WasActive && (window->Flags & ImGuiWindowFlags_Tooltip)) return true;
        return false;
    };
    EXPECT_TRUE(has_tooltip());
    why.clear();
    click(at);
    EXPECT_TRUE(is_on);
}

} // namespace
} // namespace boxwood::ui

// What: a window-less interface that is driven by injected events, for tests of widgets.
#pragma once

#include "engine/ui/geometry.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/ui_context.hpp"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <imgui.h>

namespace boxwood::ui {

class UiTest : public testing::Test {
  protected:
    using Events = std::vector<platform::InputEvent>;

    // After this number of frames, a press no longer completes a double click.
    static constexpr int kFramesBetweenClicks = 20;

    // Draws one frame of the widgets of `draw_`.
    void frame(Events events = {}) {
        ui_.begin_frame({std::move(events)}, {{1000, 800}, {1000, 800}}, 1.0f / 60.0f);
        draw_();
        ui_.render();
    }
    void frames(int count) {
        for (int i = 0; i < count; ++i) frame();
    }

    // Puts the widgets in a panel of 300 × 600 pixels at the upper left.
    void in_panel(std::function<void()> widgets) {
        draw_ = [widgets = std::move(widgets)] {
            if (!begin_panel("panel", {{0.0f, 0.0f}, {300.0f, 600.0f}})) return;
            widgets();
            end_panel();
        };
        frames(2);
    }

    static platform::InputEvent move(glm::vec2 to) { return platform::MouseMoveEvent{{to.x, to.y}, {}, {}}; }
    static platform::InputEvent button(glm::vec2 at, bool down, platform::Modifiers modifiers = {},
                                       platform::MouseButton which = platform::MouseButton::left) {
        return platform::MouseButtonEvent{which, down, 1, {at.x, at.y}, modifiers};
    }
    static platform::InputEvent key(platform::Key which, bool down) {
        return platform::KeyEvent{which, down, false, {}};
    }

    // Clicks, and then draws kFramesBetweenClicks frames, so that the next click is not part of a double click.
    void click(glm::vec2 at, platform::Modifiers modifiers = {}) {
        frame({move(at)});
        frame({button(at, true, modifiers), button(at, false, modifiers)});
        frame({platform::KeyEvent{platform::Key::ctrl, false, false, {}}});
        frames(kFramesBetweenClicks);
    }
    void double_click(glm::vec2 at) {
        frame({move(at)});
        frame({button(at, true), button(at, false), button(at, true), button(at, false)});
        frames(6);
    }
    void drag(glm::vec2 from, glm::vec2 to) {
        frame({move(from)});
        frame({button(from, true)});
        frame({move(0.5f * (from + to))});
        frame({move(to)});
        frame({button(to, false)});
        frames(kFramesBetweenClicks);
    }
    void tap(platform::Key which) {
        frame({key(which, true), key(which, false)});
        frames(3);
    }
    void type(const std::string& words) {
        for (const char c : words) frame({platform::TextEvent{std::string(1, c)}});
        frames(2);
    }

    Ui ui_{nullptr};
    std::function<void()> draw_ = [] {};
};

} // namespace boxwood::ui

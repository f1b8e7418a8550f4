// What: the bar at the top: lab, scene, playback controls, panel buttons, time per step. In narrow windows, some
//       controls are in a menu.
#pragma once

#include "app/panels/window/playback.hpp"
#include "engine/sim/history.hpp"
#include "engine/ui/layout.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace boxwood {

struct TopBar {
    std::span<const char* const> lab_titles;
    int lab = 0; // in and out
    std::string scene;
    const TimeHistory& times;
    double frames_per_second = 0.0; // 0: not displayed
    double& io_speed;               // length of a step; 1 is a full step
    double default_speed = 1.0;
    const ui::Layout& layout;                  // layout of this frame
    ui::LayoutSettings& io_layout;             // the panel buttons show and fold its panels
    std::optional<std::uint64_t> scene_seed{}; // seed of a prepared scene; none: Playback::seed
    // Oracle result of the frame. `brief` is for narrow windows; empty: the first word of `text`.
    struct Verdict {
        std::string text, tooltip, brief;
        bool agrees = true;
    };
    std::optional<Verdict> verdict{}; // none: no oracle
    // Why a control is unavailable in this lab now; empty: it is available.
    struct Reasons {
        std::string step_back, speed, seed;
    };
    Reasons why_not{};
    // The buttons that were pressed.
    struct Wants {
        bool file = false, picture = false, help = false;
    };
    Wants wants{}; // out
};

void draw_top_bar(const ui::Rect& rect, TopBar& io_bar, Playback& io_playback);

// The small bar over a viewport without panels: the lab picker, and a button that shows the panels again.
struct BareBar {
    std::span<const char* const> lab_titles;
    int lab = 0;               // in and out
    bool wants_panels = false; // out
};
// Draws the bar at the top right of the viewport, below the `covered` rectangles there. Without room, draws nothing.
void draw_bare_bar(const ui::Rect& viewport, std::span<const ui::Rect> covered, BareBar& io_bar);

} // namespace boxwood

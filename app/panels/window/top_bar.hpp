// What: the bar at the top: lab, scene, playback controls, panels, time per step. What does not fit in a narrow window is
//       in a menu.
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
    double& io_speed;               // steps per frame
    const ui::Layout& layout;       // of this frame
    ui::LayoutSettings& io_layout;  // whose panels open and fold
    double usual_speed = 1.0;
    std::optional<std::uint64_t> scene_seed{}; // of a prepared scene; none: as in the playback
    // Oracle result of the frame; empty text: no oracle.
    std::string verdict{}, verdict_tooltip{}, verdict_brief{};
    bool agrees = true;
    // Why a control has no effect in this lab now; empty: it is available.
    std::string why_no_step_back{}, why_no_speed{}, why_no_seed{};
    bool wants_file = false, wants_picture = false, wants_help = false; // out
};

void draw_top_bar(const ui::Rect& rect, TopBar& io_bar, Playback& io_playback);

// Over a view without panels: the lab picker and a button that brings the panels back.
struct BareBar {
    std::span<const char* const> lab_titles;
    int lab = 0;               // in and out
    bool wants_panels = false; // out
};
// At the view's top right, below the rectangles taken there.
void draw_bare_bar(const ui::Rect& viewport, std::span<const ui::Rect> taken, BareBar& io_bar);

} // namespace boxwood

// What: the bottom panel. On the left is one of three tabs: the timeline, which consists of stacked bars of the phases
//       (or the lab's own drawing) and a strip of all frames; the table of phases; or the message log. On the right are
//       the lab's details. The lab sets the details' share of the width. In narrow windows, the details are a fourth
//       tab.
#pragma once

#include "app/panels/window/messages.hpp"
#include "app/panels/window/playback.hpp"
#include "engine/sim/history.hpp"
#include "engine/ui/layout.hpp"
#include "engine/ui/plot/plot.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

inline constexpr std::uint64_t kTimelineFrames = 240; // initial number of frames in the bars

struct TimelineState {
    int tab = 0;
    ui::PlotState plot;
    // The first frame in the bars, and the number of bars, which the wheel over the strip changes.
    std::uint64_t first_bar = 0, bars = kTimelineFrames;
    ui::Rect strip;                   // its rectangle in the window when it was last drawn
    std::vector<std::uint64_t> marks; // frames that the user marked, ascending

    void toggle_mark(std::uint64_t frame);
    // Return the nearest marked frame before or after `frame`; none: no such frame.
    std::optional<std::uint64_t> mark_before(std::uint64_t frame) const;
    std::optional<std::uint64_t> mark_after(std::uint64_t frame) const;
};

// The frames that the user can go to.
struct TimelineView {
    std::uint64_t first = 0, last = 0;      // frames
    std::vector<std::uint64_t> edits{};     // edited frames
    std::optional<std::uint64_t> differs{}; // the first frame that differed when it was computed again
    // The replaced frames: the frames that an edit of an earlier frame replaced. `from` is the edited frame, `last` the
    // last replaced frame. The current frames are compared with them; `differs` is the first frame that differs.
    struct Former {
        std::uint64_t from = 0, last = 0;
        std::optional<std::uint64_t> differs{};
        std::string text{}; // one sentence
    };
    std::optional<Former> former{};
    bool drops_former = false; // set by the panel: the user discards the replaced frames
};

// The rectangle of the panel, and the name of its lab, because scroll positions are stored per lab.
struct TimelinePlace {
    ui::Rect rect;
    std::string_view lab;
};
struct TimelineData {
    const TimeHistory& times;
    TimelineView& io_view;
    Playback& io_playback;
    TimelineState& io_state;
    Messages& io_messages;
    std::function<bool()>
        draw_frames{}; // draws the lab's own bars instead of the phases; returns false if the lab has none
};
void draw_timeline(const TimelinePlace& place, const TimelineData& data, float details_share,
                   const std::function<void()>& draw_details);

} // namespace boxwood

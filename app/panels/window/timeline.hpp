// What: the bottom panel: at the left the timeline (phases of the last steps as stacked bars, or what the lab shows, and a strip of all frames that
//       can be gone to), the phases as a table, or the message log; at the right the lab's details, in its share of the
//       width. In narrow windows the details are a tab of their own.
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

inline constexpr std::uint64_t kTimelineFrames = 240; // in the bars, at first

struct TimelineState {
    int tab = 0;
    ui::PlotState plot;
    std::uint64_t first_bar = 0,
                  bars = kTimelineFrames; // frames in the bars; the wheel over the strip changes their number
    ui::Rect strip;                       // on the window, as last drawn
    std::vector<std::uint64_t> marks;     // frames that a person marked, ascending

    void toggle_mark(std::uint64_t frame);
    // The next marked frame after, or before, a frame.
    std::optional<std::uint64_t> next_mark(std::uint64_t frame, bool forward) const;
};

// What there is to go to.
struct TimelineView {
    std::uint64_t first = 0, last = 0;      // frames
    std::vector<std::uint64_t> edits{};     // frames in which something was edited
    std::optional<std::uint64_t> differs{}; // the first frame that came out different when computed again
    // A former future to compare with: from an edited frame to its last one.
    struct Former {
        std::uint64_t from = 0, last = 0;
        std::optional<std::uint64_t> differs{};
        std::string text{}; // one sentence
    };
    std::optional<Former> former{};
    bool drops_former = false; // out
};

// Placement, and the lab whose panels these are: scroll positions are stored per lab.
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
    std::function<bool()> draw_frames{}; // of the lab, instead of the phases; false: it has nothing else
};
void draw_timeline(const TimelinePlace& place, const TimelineData& data, float details_share,
                   const std::function<void()>& draw_details);

} // namespace boxwood

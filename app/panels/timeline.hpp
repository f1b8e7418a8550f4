// What: the bottom panel: at the left the phases of the last steps as stacked bars, or the message log; at the right
//       the lab's details, in its share of the width. In narrow windows the details are a tab of their own.
#pragma once

#include "app/panels/messages.hpp"
#include "engine/sim/history.hpp"
#include "engine/ui/layout.hpp"
#include "engine/ui/plot/plot.hpp"

#include <functional>
#include <string_view>

namespace boxwood {

inline constexpr std::size_t kTimelineFrames = 240;

struct TimelineState {
    int tab = 0;
    ui::PlotState plot;
};

// Placement, and the lab whose panels these are: scroll positions are stored per lab.
struct TimelinePlace {
    ui::Rect rect;
    std::string_view lab;
};
void draw_timeline(const TimelinePlace& place, const TimeHistory& times, TimelineState& io_state,
                   Messages& io_messages, float details_share, const std::function<void()>& draw_details);

} // namespace boxwood

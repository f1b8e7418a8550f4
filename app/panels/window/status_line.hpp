// What: the line at the bottom: on the left the progress of background work, the item under the mouse or the last
//       message, on the right the state of the run.
#pragma once

#include "engine/ui/layout.hpp"

#include <cstdint>
#include <string>

namespace boxwood {

struct StatusLine {
    std::string left;
    bool is_playing = false;
    std::uint64_t frame = 0;
    std::uint64_t hash = 0;
    std::uint64_t stopped_count = 0; // number of times that a body stopped at the coordinate limit
    std::string progress;            // text about background work; empty: none
};

void draw_status_line(const ui::Rect& rect, const StatusLine& status);

} // namespace boxwood

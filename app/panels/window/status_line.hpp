// What: the line at the bottom: what is under the mouse or the last message, and the state of the run.
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
    std::uint64_t stopped = 0; // how often a body stopped at the limit of its positions
    std::string progress;      // what is loading; empty: nothing
};

void draw_status_line(const ui::Rect& rect, const StatusLine& status);

} // namespace boxwood

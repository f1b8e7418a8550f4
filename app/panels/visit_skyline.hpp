// What: a query as a skyline: its volume tests from left to right, as high as they are deep, by verdict.
#pragma once

#include "collision/core/trace.hpp"
#include "engine/draw/palette.hpp"

#include <span>

namespace boxwood {

struct Skyline {
    std::span<const Visit> visits;
    std::size_t seen = 0; // more than visits.size() when the recording was cut
    const draw::Palette& palette;
};

// Fills what is left of the panel.
void visit_skyline(const Skyline& skyline);

} // namespace boxwood

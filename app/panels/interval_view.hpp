// What: draws the sorted intervals of all bodies on x, y and z as three strips over one scale. The selected pair is
//       drawn thick, its common interval is shaded, and endpoint swaps are ticks.
// Units: world units.
// Degenerate input: without bodies, the strips are empty and the scale runs from 0 to 1.
// Cost: O(n log n) per frame for n bodies. With many bodies, only some of the intervals without a contact are drawn.
#pragma once

#include "collision/core/ids.hpp"
#include "engine/draw/palette.hpp"

#include <array>
#include <optional>
#include <span>
#include <vector>

namespace boxwood {

struct BodyInterval {
    float low = 0.0f, high = 0.0f;
    BodyId body = 0;
    bool is_in_contact = false;
};
struct IntervalTick {
    float at = 0.0f;
    bool changes_overlap = false; // swap of a lower and an upper endpoint
};
struct IntervalAxis {
    std::vector<BodyInterval> intervals; // any order
    std::vector<IntervalTick> ticks;
    std::uint64_t swaps = 0;
};
struct IntervalView {
    std::array<IntervalAxis, 3> axes{};
    std::optional<BodyId> a{}, b{}; // the selected pair
    // True: the broad phase makes these swaps. False: sweep and prune would make them.
    bool are_swaps_of_broad_phase = true;
    bool has_swaps = true;          // false: swaps are not recorded, for the reason `why_no_swaps`
    std::string_view why_no_swaps{};
    const draw::Palette& palette;
};
struct IntervalEvents {
    std::optional<BodyId> hovered, clicked;
};

// Fills the rest of the panel.
IntervalEvents interval_view(const IntervalView& view);

} // namespace boxwood

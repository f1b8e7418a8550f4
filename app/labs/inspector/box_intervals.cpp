#include "app/labs/inspector/box_intervals.hpp"

#include "app/panels/readouts.hpp"
#include "engine/ui/text/format.hpp"

#include <cmath>

namespace boxwood {

void show_box_intervals(const BoxTestExplanation& why, const draw::Palette& palette) {
    constexpr std::array<const char*, 3> kAxes{"x", "y", "z"};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const AxisInterval& interval = why.axes[axis];
        interval_pair({.label = kAxes[axis],
                       .low_a = interval.low_a,
                       .high_a = interval.high_a,
                       .low_b = interval.low_b,
                       .high_b = interval.high_b,
                       .color_a = palette.body_a,
                       .color_b = palette.body_b,
                       .color_shared = palette.overlapping,
                       .note = std::string(interval.separates() ? "gap " : "✓ overlap ") +
                               ui::format_fixed(std::fabs(interval.gap), 2) + " m"});
    }
}

} // namespace boxwood

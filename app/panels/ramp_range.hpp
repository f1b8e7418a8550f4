// What: a color ramp with its scale below, a histogram over it, and two handles that limit the color range.
// Units: the unit of the values; positions on the ramp are shares from 0 to 1. Bar heights are logarithmic, so that a
//        bin with a thousandth of the largest count is still visible.
// Invariants: a drag and the button Fit keep low < high. A double click resets them to 0 and 1. Labels of the handles
//             take precedence over labels of the scale.
#pragma once

#include "engine/draw/palette.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// A tick of the scale below the ramp.
struct RampTick {
    float share = 0.0f;
    std::string text;
};

struct RampRange {
    std::string_view title{};                  // the question that the histogram answers
    std::span<const std::uint32_t> bins;       // counts in intervals of the same width on the ramp
    std::function<std::string(float)> text_at; // label of the value at a share of the ramp
    std::span<const RampTick> ticks{};
    std::string_view unit;
    std::string_view tooltip;
    const draw::Palette& palette;
};
// A part of the ramp, as shares from 0 to 1.
struct RampPart {
    float low = 0.0f, high = 1.0f;
};
// Returns the part of the ramp that contains data. It extends from the first to the last bin that is not empty, but it
// is at least as wide as the minimum distance between the handles. Without data, returns the complete ramp.
RampPart fit_ramp(std::span<const std::uint32_t> bins);

// If the ramp has a title, it also has a button that fits the range to the data. Returns true if the range was dragged,
// reset or fitted.
bool ramp_range(const char* id, const RampRange& ramp, float& io_low, float& io_high);

} // namespace boxwood

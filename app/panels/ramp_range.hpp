// What: a color ramp with numbers at its ends, a histogram over it, and two handles between which the colors change.
// Units: of the values; positions on the ramp are shares from 0 to 1.
// Invariants: low < high. A double click sets both back.
#pragma once

#include "engine/draw/palette.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace boxwood {

struct RampRange {
    std::span<const std::uint32_t> bins;       // alike wide on the ramp
    std::function<std::string(float)> text_at; // the value at a share of the ramp
    std::string_view unit;
    std::string_view tooltip;
    const draw::Palette& palette;
};
// True while a handle is dragged or after a reset.
bool ramp_range(const char* id, const RampRange& ramp, float& io_low, float& io_high);

} // namespace boxwood

// What: small readouts shared by the labs: a name with its value, two intervals on one axis, a short curve.
#pragma once

#include "engine/draw/palette.hpp"

#include <span>
#include <string>
#include <string_view>

namespace boxwood {

// Draws a muted name at the left, and its value at the right edge of the panel or column.
void value_row(std::string_view name, std::string_view value);
void count_row(std::string_view name, std::uint64_t count);

// The intervals of A and B on one axis, drawn at the same scale. Their intersection is shaded.
struct IntervalPair {
    std::string_view label;
    float low_a = 0.0f, high_a = 0.0f, low_b = 0.0f, high_b = 0.0f;
    draw::Color color_a, color_b, color_shared;
    std::string note; // at the right
};
void interval_pair(const IntervalPair& intervals);

// A curve without axes, for the inspector. Its largest value and 0 are labeled; the unit follows the caption.
struct Curve {
    // Values at uniform steps; NaN leaves a gap. At least one value must be a number.
    std::span<const float> values;
    draw::Color color;
    std::string_view unit;
    std::string_view caption;
};
void curve(const Curve& curve);

// Horizontal bars: one value per name, the number at the right.
struct Bar {
    std::string name;
    std::uint64_t value = 0;
    draw::Color color;
};
void bars(std::span<const Bar> bars);

} // namespace boxwood

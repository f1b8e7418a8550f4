// What: the arithmetic of plots: ticks, axes, stacking, downsampling, percentiles. Independent of drawing.
// Degenerate input: empty, constant and non-finite data give a usable axis; non-finite values count as 0 in stacks.
// Cost: linear in the values; percentile is a partial sort of a copy.
// Source: the steps of nice_ticks are those of engine/draw/ticks.hpp.
// Oracle: tests/engine/ui/plot_layout_test.cpp, brute force over values and pixels.
#pragma once

#include "engine/draw/ticks.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace boxwood::ui {

using draw::nice_step;

// The range of one axis; logarithmic axes have 0 < low.
struct Axis {
    double low = 0.0;
    double high = 1.0;
    bool logarithmic = false;

    double to_unit(double value) const; // low -> 0, high -> 1; values beyond the axis map outside [0, 1]
    double from_unit(double unit) const;
};

// A drawable range: finite, low < high, positive if logarithmic.
Axis make_axis(double low, double high, bool logarithmic);
// The same, widened to whole tick steps (linear) or decades (logarithmic).
Axis make_nice_axis(double low, double high, bool logarithmic, int max_ticks);

struct Tick {
    double value;
    std::string label;
};
// Round values inside the axis, at most `max_ticks` (which must be at least 2); labels have equal numbers of decimals.
std::vector<Tick> nice_ticks(const Axis& axis, int max_ticks, double least_step = 0.0);

// tops[s * count + i]: the sum of series 0..s at i. Missing values of shorter series are 0.
struct Stack {
    std::size_t count = 0;
    std::vector<double> tops;
    double top(std::size_t series, std::size_t i) const { return tops[series * count + i]; }
    double bottom(std::size_t series, std::size_t i) const { return series == 0 ? 0.0 : top(series - 1, i); }
};
Stack stack_series(std::span<const std::span<const float>> series);

// Half-open ranges of neighbouring values that share a column of pixels: at most `columns`, none empty.
struct IndexRange {
    std::size_t first, end;
};
std::vector<IndexRange> split_into_columns(std::size_t count, std::size_t columns);

// The index of the largest value in each range, so that downsampling preserves spikes.
std::vector<std::size_t> peak_of_each(std::span<const double> values, std::span<const IndexRange> ranges);

// Smallest and largest finite value; low > high if there is none.
struct Extent {
    double low, high;
    bool is_empty() const { return !(low <= high); }
};
Extent extent_of(std::span<const float> values);

// The smallest value that at least the share `fraction` of the values do not exceed (nearest rank); 0 if there are
// none.
double percentile(std::span<const float> values, double fraction);
double percentile(std::span<const double> values, double fraction);

// The index of the slot of equal width that contains `unit` in [0, 1); clamped to the ends. `count` > 0.
std::size_t slot_at(double unit, std::size_t count);

// Columns of equal or unequal length as text; names with a comma, quote or line break are quoted.
struct CsvColumn {
    std::string name;
    std::vector<double> values;
};
std::string to_csv(std::span<const CsvColumn> columns);

} // namespace boxwood::ui

// What: the arithmetic of plots: ticks, axes, stacking, downsampling, percentiles. Independent of drawing.
// Degenerate input: empty, constant and non-finite data give a usable axis; non-finite values count as 0 in stacks.
// Cost: linear in the number of values; percentile partially sorts a copy.
// Source: nice_ticks() uses the steps of engine/draw/ticks.hpp.
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

// Returns an axis with a finite range: low < high, and 0 < low if the axis is logarithmic.
Axis make_axis(double low, double high, bool logarithmic);
// Like make_axis(), but widens the range to multiples of a tick step (linear) or to decades (logarithmic).
Axis make_nice_axis(double low, double high, bool logarithmic, int max_ticks);

struct Tick {
    double value;
    std::string label;
};
// At most max(2, max_ticks) round values inside the axis. All labels of a linear axis have the same number of decimals.
std::vector<Tick> nice_ticks(const Axis& axis, int max_ticks, double min_step = 0.0);

// Stacked series; missing values of shorter series are 0.
struct Stack {
    std::size_t count = 0;
    std::vector<double> tops; // tops[s * count + i] is the sum of the series 0 to s at i
    double top(std::size_t series, std::size_t i) const { return tops[series * count + i]; }
    double bottom(std::size_t series, std::size_t i) const { return series == 0 ? 0.0 : top(series - 1, i); }
};
Stack stack_series(std::span<const std::span<const float>> series);

// Half-open ranges of consecutive values that share a column of pixels. There are at most `columns`, and none is empty.
struct IndexRange {
    std::size_t first, end;
};
std::vector<IndexRange> split_into_columns(std::size_t count, std::size_t columns);

// Returns the index of the largest value in each range. Downsampling to these values preserves spikes.
std::vector<std::size_t> peak_of_each(std::span<const double> values, std::span<const IndexRange> ranges);

// Smallest and largest finite value; low > high if there is none.
struct Extent {
    double low, high;
    bool is_empty() const { return !(low <= high); }
};
Extent extent_of(std::span<const float> values);

// Returns the percentile by nearest rank: the smallest finite value v such that at least `fraction` of the finite
// values are <= v. Returns 0 if there are no finite values.
double percentile(std::span<const float> values, double fraction);
double percentile(std::span<const double> values, double fraction);

// [0, 1) is divided into `count` > 0 slots of the same width. Returns the index of the slot that contains `unit`,
// clamped to the first or last slot.
std::size_t slot_at(double unit, std::size_t count);

// Columns as CSV; they can have different lengths. Names with a comma, quote or line break are quoted.
struct CsvColumn {
    std::string name;
    std::vector<double> values;
};
std::string to_csv(std::span<const CsvColumn> columns);

} // namespace boxwood::ui

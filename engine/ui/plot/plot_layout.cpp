#include "engine/ui/plot/plot_layout.hpp"

#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace boxwood::ui {

namespace {

constexpr double kTickTolerance = 1e-9; // ticks beyond an end by at most this many steps belong to the axis
constexpr double kSmallestPositive = 1e-300;
constexpr double kLargest = 1e300;

double finite_or_zero(float value) {
    return std::isfinite(value) ? static_cast<double>(value) : 0.0;
}

// Uses the finest round step that gives at most max_ticks ticks. With a coarser step, an axis can contain no tick at
// all.
std::vector<Tick> linear_ticks(const Axis& axis, int max_ticks, double min_step) {
    double step = std::max(nice_step((axis.high - axis.low) / (max_ticks + 1)), min_step);
    double first = 0.0, last = 0.0;
    for (;; step = nice_step(step * 1.5)) {
        first = std::ceil(axis.low / step - kTickTolerance);
        last = std::floor(axis.high / step + kTickTolerance);
        if (last - first < max_ticks) break;
    }
    std::vector<Tick> ticks;
    for (double i = first; i <= last; ++i) {
        ticks.push_back({i * step, format_fixed(i * step, draw::decimals_of_step(step))});
    }
    return ticks;
}

std::vector<Tick> logarithmic_ticks(const Axis& axis, int max_ticks) {
    const double first_decade = std::floor(std::log10(axis.low) + kTickTolerance);
    const double last_decade = std::ceil(std::log10(axis.high) - kTickTolerance);
    const int decades = static_cast<int>(last_decade - first_decade);
    const int stride = std::max(1, (decades + max_ticks) / max_ticks);
    const bool has_space_between = 3 * (decades + 1) <= max_ticks;
    std::vector<Tick> ticks;
    for (int decade = 0; decade <= decades; decade += stride) {
        const double power = std::pow(10.0, first_decade + decade);
        for (const double multiple : {1.0, 2.0, 5.0}) {
            const double value = multiple * power;
            const bool is_inside =
                value >= axis.low * (1.0 - kTickTolerance) && value <= axis.high * (1.0 + kTickTolerance);
            if (is_inside && (has_space_between || multiple == 1.0))
                ticks.push_back({value, format_significant(value, 1)});
        }
    }
    return ticks;
}

template <class Value>
double nearest_rank(std::span<const Value> values, double fraction) {
    std::vector<double> finite;
    finite.reserve(values.size());
    for (const Value value : values) {
        if (std::isfinite(value)) finite.push_back(static_cast<double>(value));
    }
    if (finite.empty()) return 0.0;
    const double rank =
        std::ceil(std::clamp(fraction, 0.0, 1.0) * static_cast<double>(finite.size()) - kTickTolerance);
    const auto at = finite.begin() + static_cast<std::ptrdiff_t>(std::max(rank, 1.0) - 1.0);
    std::nth_element(finite.begin(), at, finite.end());
    return *at;
}

std::string csv_name(const std::string& name) {
    if (name.find_first_of(",\"\n") == std::string::npos) return name;
    return std::string("\"").append(replaced(name, "\"", "\"\"")).append("\"");
}

void append_number(double value, std::string& io_text) {
    if (!std::isfinite(value)) return;
    std::array<char, 32> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    io_text.append(digits.data(), end);
}

} // namespace

double Axis::to_unit(double value) const {
    if (!logarithmic) return (value - low) / (high - low);
    const double positive = std::max(value, kSmallestPositive);
    return std::log(positive / low) / std::log(high / low);
}

double Axis::from_unit(double unit) const {
    return logarithmic ? low * std::pow(high / low, unit) : low + unit * (high - low);
}

Axis make_axis(double low, double high, bool logarithmic) {
    low = std::isfinite(low) ? std::clamp(low, -kLargest, kLargest) : 0.0;
    high = std::isfinite(high) ? std::clamp(high, -kLargest, kLargest) : low;
    if (low > high) std::swap(low, high);
    if (logarithmic) {
        if (!(high > kSmallestPositive)) high = 1.0;
        if (!(low > kSmallestPositive)) low = high * 1e-3;
        if (!(low < high)) low = high / 10.0;
        return {low, high, true};
    }
    const double room = 1e-9 * std::max(std::abs(low), std::abs(high));
    if (high - low > room) return {low, high, false};
    const double half = high == 0.0 ? 0.5 : 0.1 * std::abs(high);
    return low == 0.0 ? Axis{0.0, 1.0, false} : Axis{low - half, high + half, false};
}

Axis make_nice_axis(double low, double high, bool logarithmic, int max_ticks) {
    const Axis axis = make_axis(low, high, logarithmic);
    if (logarithmic) {
        return {std::pow(10.0, std::floor(std::log10(axis.low) + kTickTolerance)),
                std::pow(10.0, std::ceil(std::log10(axis.high) - kTickTolerance)), true};
    }
    const double step = nice_step((axis.high - axis.low) / std::max(1, max_ticks - 1));
    return {std::floor(axis.low / step + kTickTolerance) * step,
            std::ceil(axis.high / step - kTickTolerance) * step, false};
}

std::vector<Tick> nice_ticks(const Axis& axis, int max_ticks, double min_step) {
    max_ticks = std::max(2, max_ticks);
    if (!axis.logarithmic) return linear_ticks(axis, max_ticks, min_step);
    std::vector<Tick> ticks = logarithmic_ticks(axis, max_ticks);
    // An axis of less than a decade can contain a single power of ten, or none.
    const bool is_bare = ticks.size() < 2 && axis.high < 10.0 * axis.low;
    return is_bare ? linear_ticks(axis, max_ticks, min_step) : ticks;
}

Stack stack_series(std::span<const std::span<const float>> series) {
    Stack stack;
    for (const auto values : series) stack.count = std::max(stack.count, values.size());
    stack.tops.assign(series.size() * stack.count, 0.0);
    for (std::size_t s = 0; s < series.size(); ++s) {
        for (std::size_t i = 0; i < stack.count; ++i) {
            const double height = i < series[s].size() ? finite_or_zero(series[s][i]) : 0.0;
            stack.tops[s * stack.count + i] = stack.bottom(s, i) + height;
        }
    }
    return stack;
}

std::vector<IndexRange> split_into_columns(std::size_t count, std::size_t columns) {
    columns = std::min(count, columns);
    std::vector<IndexRange> ranges;
    ranges.reserve(columns);
    for (std::size_t c = 0; c < columns; ++c)
        ranges.push_back({c * count / columns, (c + 1) * count / columns});
    return ranges;
}

std::vector<std::size_t> peak_of_each(std::span<const double> values, std::span<const IndexRange> ranges) {
    std::vector<std::size_t> peaks;
    peaks.reserve(ranges.size());
    for (const IndexRange range : ranges) {
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(range.first);
        const auto end = values.begin() + static_cast<std::ptrdiff_t>(range.end);
        peaks.push_back(static_cast<std::size_t>(std::max_element(first, end) - values.begin()));
    }
    return peaks;
}

Extent extent_of(std::span<const float> values) {
    Extent extent{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const float value : values) {
        if (!std::isfinite(value)) continue;
        extent.low = std::min(extent.low, static_cast<double>(value));
        extent.high = std::max(extent.high, static_cast<double>(value));
    }
    return extent;
}

double percentile(std::span<const float> values, double fraction) {
    return nearest_rank(values, fraction);
}

double percentile(std::span<const double> values, double fraction) {
    return nearest_rank(values, fraction);
}

std::size_t slot_at(double unit, std::size_t count) {
    const double slot = std::floor(unit * static_cast<double>(count));
    return static_cast<std::size_t>(std::clamp(slot, 0.0, static_cast<double>(count - 1)));
}

std::string to_csv(std::span<const CsvColumn> columns) {
    std::string text;
    std::size_t rows = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
        text.append(c > 0 ? "," : "").append(csv_name(columns[c].name));
        rows = std::max(rows, columns[c].values.size());
    }
    text += '\n';
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t c = 0; c < columns.size(); ++c) {
            if (c > 0) text += ',';
            if (row < columns[c].values.size()) append_number(columns[c].values[row], text);
        }
        text += '\n';
    }
    return text;
}

} // namespace boxwood::ui

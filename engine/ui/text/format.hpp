// What: numbers as text in one style: with thin spaces between thousands, a Unicode minus sign, and a limited number of
//       digits.
// Units: input times are in milliseconds; the output unit is µs, ms or s.
// Degenerate input: NaN gives an en dash, infinity gives an infinity sign. Except in format_count(), magnitudes of 1e15
//       and more are written with an exponent, and so are nonzero magnitudes below 1e-6 in format_significant() and
//       format_time().
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood::ui {

inline constexpr std::string_view kThinSpace = "\u2009";
inline constexpr std::string_view kMinus = "\u2212";
inline constexpr std::string_view kMiddleDot = "\u00b7";

// 44850 -> "44 850" with a thin space.
std::string format_count(std::int64_t count);
std::string format_count(std::unsigned_integral auto count) {
    return format_count(static_cast<std::int64_t>(count));
}

// A fixed number of digits after the point, at most 12: (12345.678, 1) -> "12 345.7". Never "−0.0".
std::string format_fixed(double value, int decimals);

// Returns the number of decimals with which the value has `digits` significant digits.
int decimals_for(double value, int digits);
// Formats the value with `digits` significant digits. Numbers with more digits before the point show all of these and
// no decimals.
std::string format_significant(double value, int digits);

// 0.038 -> "3.8 %".
std::string format_percent(double fraction, int decimals = 1);

// 64 bits in four groups: "9f3c 71e0 a852 4d16".
std::string format_hash(std::uint64_t hash);

struct Quantity {
    std::string number;
    std::string_view unit;
};

// Three significant digits in a suitable unit: 0.0012 -> 1.20 µs, 1.2345 -> 1.23 ms, 12345 -> 12.3 s.
Quantity format_time(double milliseconds);
std::string format_time_text(double milliseconds); // number, space, unit

// The current value, the median and the 95th percentile. All have the same unit, which depends on the median, and the
// same number of decimals.
struct TimeReadout {
    std::string now, median, p95;
    std::string_view unit;
};
TimeReadout format_times(double now_ms, double median_ms, double p95_ms);

// Parses the text of a number field. Accepts spaces, thin spaces and a decimal comma, and ignores a trailing unit.
// Empty if the text is not a finite number.
std::optional<double> parse_number(std::string_view typed);

std::string replaced(std::string_view text, std::string_view from, std::string_view to);

} // namespace boxwood::ui

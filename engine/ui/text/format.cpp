#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <string>

namespace boxwood::ui {

namespace {

constexpr int kMaxDecimals = 12;
constexpr double kLargestFixed = 1e15; // much larger doubles do not represent every integer

std::string group_thousands(std::string_view digits) {
    std::string grouped;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) grouped += kThinSpace;
        grouped += digits[i];
    }
    return grouped;
}

std::string plain_fixed(double value, int decimals) {
    std::array<char, 64> text{};
    const int length = std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return {text.data(), static_cast<std::size_t>(std::clamp(length, 0, static_cast<int>(text.size()) - 1))};
}

std::string scientific(double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.2e", std::abs(value));
    return std::string(value < 0.0 ? kMinus : "") + text.data();
}

struct TimeUnit {
    double per_ms;
    std::string_view name;
};

TimeUnit unit_for(double milliseconds) {
    const double magnitude = std::abs(milliseconds);
    if (magnitude > 0.0 && magnitude < 0.1) return {1000.0, "µs"};
    if (magnitude >= 9999.5) return {0.001, "s"};
    return {1.0, "ms"};
}

bool is_number_char(char c) {
    return (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.' || c == 'e' || c == 'E';
}

} // namespace

std::string format_count(std::int64_t count) {
    std::string digits = std::to_string(count);
    std::string sign;
    if (digits.front() == '-') {
        sign = kMinus;
        digits.erase(0, 1);
    }
    return sign + group_thousands(digits);
}

std::string format_fixed(double value, int decimals) {
    if (std::isnan(value)) return "\u2013";
    if (std::isinf(value)) return value < 0.0 ? "\u2212\u221e" : "\u221e";
    if (std::abs(value) >= kLargestFixed) return scientific(value);
    const std::string digits = plain_fixed(std::abs(value), std::clamp(decimals, 0, kMaxDecimals));
    const bool is_zero = digits.find_first_not_of("0.") == std::string::npos;
    const std::size_t point = digits.find('.');
    std::string text = value < 0.0 && !is_zero ? std::string(kMinus) : std::string();
    text += group_thousands(std::string_view(digits).substr(0, point));
    if (point != std::string::npos) text += digits.substr(point);
    return text;
}

int decimals_for(double value, int digits) {
    const double magnitude = std::abs(value);
    if (!(magnitude > 0.0) || !std::isfinite(magnitude)) return digits - 1;
    int before_point = static_cast<int>(std::floor(std::log10(magnitude))) + 1;
    // Rounding can add a digit: 9.996 has one digit before the point, but rounded to three digits it is "10.0", which
    // has two.
    const double carried = std::pow(10.0, before_point) - 0.5 * std::pow(10.0, before_point - digits);
    if (magnitude >= carried) ++before_point;
    return std::clamp(digits - before_point, 0, kMaxDecimals);
}

std::string format_significant(double value, int digits) {
    const double magnitude = std::abs(value);
    if (magnitude > 0.0 && magnitude < 1e-6) return scientific(value);
    return format_fixed(value, decimals_for(value, digits));
}

std::string format_percent(double fraction, int decimals) {
    return format_fixed(100.0 * fraction, decimals) + " %";
}

std::string format_hash(std::uint64_t hash) {
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%04x %04x %04x %04x", static_cast<unsigned>(hash >> 48 & 0xffff),
                  static_cast<unsigned>(hash >> 32 & 0xffff), static_cast<unsigned>(hash >> 16 & 0xffff),
                  static_cast<unsigned>(hash & 0xffff));
    return text.data();
}

Quantity format_time(double milliseconds) {
    const TimeUnit unit = unit_for(milliseconds);
    return {format_significant(milliseconds * unit.per_ms, 3), unit.name};
}

std::string format_time_text(double milliseconds) {
    const Quantity time = format_time(milliseconds);
    return time.number + " " + std::string(time.unit);
}

TimeReadout format_times(double now_ms, double median_ms, double p95_ms) {
    const TimeUnit unit = unit_for(median_ms);
    const int decimals = decimals_for(median_ms * unit.per_ms, 3);
    return {format_fixed(now_ms * unit.per_ms, decimals), format_fixed(median_ms * unit.per_ms, decimals),
            format_fixed(p95_ms * unit.per_ms, decimals), unit.name};
}

std::optional<double> parse_number(std::string_view typed) {
    std::string text = replaced(typed, kThinSpace, "");
    text = replaced(text, "\u00a0", "");
    text = replaced(text, kMinus, "-");
    std::erase(text, ' ');
    if (std::count(text.begin(), text.end(), ',') == 1 && text.find('.') == std::string::npos) {
        text[text.find(',')] = '.';
    }
    if (text.starts_with('+')) text.erase(0, 1);
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || !std::isfinite(value)) return std::nullopt;
    const bool is_whole = end == text.data() + text.size() || !is_number_char(*end);
    return is_whole ? std::optional(value) : std::nullopt;
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string result;
    for (std::size_t at = text.find(from); at != std::string_view::npos; at = text.find(from)) {
        result.append(text.substr(0, at)).append(to);
        text.remove_prefix(at + from.size());
    }
    return result.append(text);
}

} // namespace boxwood::ui

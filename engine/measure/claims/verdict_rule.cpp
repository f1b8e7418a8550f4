#include "engine/measure/claims/verdict_rule.hpp"

#include <charconv>
#include <cmath>
#include <cstdio>

namespace boxwood {
namespace {

std::string digits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

double rounded(double value) {
    return std::strtod(digits(value).c_str(), nullptr);
}

std::string range_text(const ClaimRange& range) {
    if (!std::isfinite(range.high)) return "above " + digits(range.low);
    if (!std::isfinite(range.low)) return "below " + digits(range.high);
    return digits(range.low) + " to " + digits(range.high);
}

Result<double> read_digits(std::string_view text) {
    double value = 0.0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, value);
    if (error == std::errc() && stop == end) return value;
    return Error{"not a number: '" + std::string(text) + "'"};
}

// Parses "torus 3.021 (2.95 to 3.1)".
Result<ClaimValue> read_value(std::string_view text) {
    std::string_view bounds;
    if (const std::size_t open = text.find(" ("); open != std::string_view::npos && text.ends_with(')')) {
        bounds = text.substr(open + 2, text.size() - open - 3);
        text = text.substr(0, open);
    }
    const std::size_t space = text.rfind(' ');
    const bool is_named = space != std::string_view::npos;
    const Result<double> middle = read_digits(is_named ? text.substr(space + 1) : text);
    if (!middle) return middle.error();
    const std::string of(is_named ? text.substr(0, space) : std::string_view());
    if (bounds.empty()) return ClaimValue(of, *middle);
    const std::size_t to = bounds.find(" to ");
    if (to == std::string_view::npos) return Error{"not an interval: '" + std::string(bounds) + "'"};
    const Result<double> low = read_digits(bounds.substr(0, to)), high = read_digits(bounds.substr(to + 4));
    if (!low || !high) return low ? high.error() : low.error();
    return ClaimValue(of, {*middle, *low, *high});
}

} // namespace

ClaimValue::ClaimValue(std::string what, const Interval& measured)
    : of(std::move(what))
    , interval{rounded(measured.value), rounded(measured.low), rounded(measured.high)} {}

std::string rule_text(const VerdictRule& rule) {
    std::string text(rule.quantity);
    if (!rule.reproduced.is_empty()) text += "; " + range_text(rule.reproduced);
    if (!rule.direction.is_empty()) text += "; same direction " + range_text(rule.direction);
    if (rule.needed > 0) text += "; at least " + std::to_string(rule.needed) + " values must lie in a range";
    return text;
}

std::string values_text(std::span<const ClaimValue> values) {
    std::string text;
    for (const ClaimValue& value : values) {
        const Interval& interval = value.interval;
        text.append(text.empty() ? "" : ", ").append(value.of).append(value.of.empty() ? "" : " ");
        text += digits(interval.value);
        if (interval.low != interval.value || interval.high != interval.value)
            text += " (" + digits(interval.low) + " to " + digits(interval.high) + ")";
    }
    return text;
}

Result<std::vector<ClaimValue>> read_values(std::string_view text) {
    std::vector<ClaimValue> values;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(", "), text.size());
        Result<ClaimValue> value = read_value(text.substr(0, end));
        if (!value) return value.error();
        values.push_back(std::move(*value));
        text.remove_prefix(std::min(end + 2, text.size()));
    }
    return values;
}

Ruling judge(const VerdictRule& rule, std::span<const ClaimValue> values) {
    if (values.empty()) return {Verdict::not_judged, "not measured"};
    std::size_t reproduced = 0, same = 0, open = 0;
    const ClaimValue* undecided = nullptr;
    for (const ClaimValue& value : values) {
        const Interval& interval = value.interval;
        if (!interval.is_known()) return {Verdict::not_judged, "not measured"};
        const auto lies_in = [&](const ClaimRange& range) {
            return !range.is_empty() && interval.lies_in(range.low, range.high);
        };
        const auto lies_outside = [&](const ClaimRange& range) {
            return range.is_empty() || interval.lies_outside(range.low, range.high);
        };
        if (lies_in(rule.reproduced))
            ++reproduced;
        else if (lies_in(rule.direction))
            ++same;
        else if (!lies_outside(rule.reproduced) || !lies_outside(rule.direction)) {
            ++open;
            undecided = &value;
        }
    }
    const std::size_t needed = rule.needed > 0 ? rule.needed : values.size();
    if (reproduced >= needed) return {Verdict::reproduced, ""};
    if (reproduced + same >= needed) return {Verdict::same_direction, ""};
    if (reproduced + same + open < needed) return {Verdict::not_reproduced, ""};
    return {Verdict::not_judged, "the 95 % interval " +
                                     (undecided->of.empty() ? "" : "of " + undecided->of + " ") +
                                     "contains a bound of the rule"};
}

} // namespace boxwood

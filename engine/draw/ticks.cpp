#include "engine/draw/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

namespace boxwood::draw {

double nice_step(double rough_step) {
    const double power = std::pow(10.0, std::floor(std::log10(rough_step)));
    for (const double multiple : {1.0, 2.0, 5.0})
        if (multiple * power >= rough_step * (1.0 - 1e-9)) return multiple * power;
    return 10.0 * power;
}

int decimals_of_step(double step) {
    return std::max(0, static_cast<int>(-std::floor(std::log10(step) + 1e-9)));
}

double decade_below(double low) {
    return low > 0.0 && std::isfinite(low) ? std::pow(10.0, std::floor(std::log10(low) + 1e-9)) : 1.0;
}

double log_end_below(double low) {
    if (!(low > 0.0) || !std::isfinite(low)) return 1.0;
    const double decade = decade_below(low), error_bound = 1.0 + 1e-9;
    return low * error_bound >= 5.0 * decade   ? 5.0 * decade
           : low * error_bound >= 2.0 * decade ? 2.0 * decade
                                               : decade;
}

double log_end_above(double high) {
    if (!(high > 0.0) || !std::isfinite(high)) return 10.0;
    const double below = log_end_below(high);
    if (high <= below * (1.0 + 1e-9)) return below;
    const bool is_two = std::fabs(below / decade_below(below) - 2.0) < 0.5;
    return is_two ? 2.5 * below : 2.0 * below;
}

std::string decade_text(double value) {
    std::array<char, 32> text{};
    const bool is_million = value >= 0.9e6, is_thousand = value >= 0.9e3;
    std::snprintf(text.data(), text.size(), "%g%s",
                  value / (is_million    ? 1e6
                           : is_thousand ? 1e3
                                         : 1.0),
                  is_million    ? " M"
                  : is_thousand ? " k"
                                : "");
    return text.data();
}

std::vector<double> round_ticks(double high) {
    if (!(high > 0.0) || !std::isfinite(high)) high = 1.0;
    const double step = nice_step(high / 5.0);
    std::vector<double> ticks;
    for (int i = 0; i == 0 || ticks.back() < high * (1.0 - 1e-9); ++i) ticks.push_back(i * step);
    return ticks;
}

std::vector<double> ticks_between(double low, double high, int max_count) {
    if (!std::isfinite(low) || !std::isfinite(high)) return {};
    if (high - low < std::numeric_limits<double>::min()) return {low}; // empty, or too small for a step
    const double step = nice_step((high - low) / std::max(1, max_count - 1));
    if (!std::isfinite(step)) return {}; // the range is too large
    const double first = std::ceil(low / step - 1e-9), last = std::floor(high / step + 1e-9);
    std::vector<double> ticks;
    // Counts with an integer, because first + 1 can round to first in a small range of large numbers.
    for (int i = 0; i < max_count && first + i <= last; ++i)
        if (const double tick = (first + i) * step + 0.0; // no minus zero
            ticks.empty() || tick > ticks.back())
            ticks.push_back(tick);
    return ticks;
}

std::vector<double> log_ticks(double low, double high, int max_count) {
    using Limits = std::numeric_limits<double>;
    if (!(low >= Limits::min()) || !(high <= Limits::max())) return {}; // also if one is not a number
    constexpr double kSlack = 1.001;                                    // tolerance for rounding at the ends
    const double end = std::min(high * kSlack, Limits::max());          // the loop ends, because inf > end
    const auto gather = [&](std::initializer_list<double> multiples) {
        std::vector<double> ticks;
        for (double power = decade_below(low); power <= end; power *= 10.0)
            for (const double multiple : multiples)
                if (multiple * power * kSlack >= low && multiple * power <= end)
                    ticks.push_back(multiple * power);
        return ticks;
    };
    // On a short axis, such as 1 to 4 threads, uses all multiples. An axis is short if no two of these ticks are closer
    // together than `max_count` evenly spaced ticks would be.
    const std::vector<double> all_multiples = gather({1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0});
    const double min_ratio = std::pow(high / low, 1.0 / max_count);
    if (std::ranges::adjacent_find(all_multiples, [&](double a, double b) { return b < a * min_ratio; }) ==
        all_multiples.end())
        return all_multiples;
    const std::vector<double> multiples_1_2_5 = gather({1.0, 2.0, 5.0});
    return static_cast<int>(multiples_1_2_5.size()) <= max_count ? multiples_1_2_5 : gather({1.0});
}

std::string tick_text(double value, double step) {
    const int decimals = step > 0.0 ? decimals_of_step(step) : 0;
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

} // namespace boxwood::draw

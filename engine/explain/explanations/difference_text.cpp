#include "engine/explain/explanations/difference_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace boxwood {
namespace {

constexpr int kDigits = 4, kDigitsOfDifference = 2, kMaxDecimals = 9;

int decimals_of(double value, int digits) {
    if (value == 0.0) return 0;
    return digits - 1 - static_cast<int>(std::floor(std::log10(std::fabs(value))));
}

std::string fixed_text(double value, int decimals) {
    std::array<char, 400> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, std::fabs(value));
    const std::string digits = text.data();
    const bool is_zero = digits.find_first_not_of("0.") == std::string::npos;
    return value < 0.0 && !is_zero ? "\u2212" + digits : digits;
}

} // namespace

DifferenceText write_difference(double first, double second) {
    if (!std::isfinite(first) || !std::isfinite(second)) return {"\u2013", "\u2013", "\u2013"};
    const double largest = std::max(std::fabs(first), std::fabs(second));
    const int decimals = std::clamp(
        std::max(decimals_of(largest, kDigits), decimals_of(first - second, kDigitsOfDifference)), 0,
        kMaxDecimals);
    const double unit = std::pow(10.0, decimals);
    const auto rounded = [unit](double value) { return std::round(value * unit) / unit; };
    const double a = rounded(first), b = rounded(second);
    return {fixed_text(a, decimals), fixed_text(b, decimals), fixed_text(a - b, decimals)};
}

} // namespace boxwood

#include "collision/core/numbers/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>

namespace boxwood {

std::string number_text(double value) {
    if (std::isnan(value)) return "nan"; // of either sign
    constexpr double kMaxInteger = 0x1p53;
    const bool is_integer = std::fabs(value) <= kMaxInteger && value == std::trunc(value);
    std::array<char, 32> text;
    char* const end = text.data() + text.size();
    const auto written = is_integer ? std::to_chars(text.data(), end, value + 0.0, std::chars_format::fixed)
                                    : std::to_chars(text.data(), end, value);
    return {text.data(), written.ptr};
}

std::string number_text(double value, int digits) {
    std::array<char, 64> text;
    char* const end = text.data() + text.size();
    const auto written = std::to_chars(text.data(), end, value, std::chars_format::scientific, digits - 1);
    std::from_chars(text.data(), written.ptr, value);
    return number_text(value);
}

std::string range_text(double low, double high) {
    return number_text(low) + " to " + number_text(high);
}

} // namespace boxwood

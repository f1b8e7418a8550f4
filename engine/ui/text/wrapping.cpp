#include "engine/ui/text/wrapping.hpp"

#include <algorithm>
#include <array>

namespace boxwood::ui {
namespace {

constexpr std::string_view kNoBreakSpace = "\u00a0";
constexpr std::array<std::string_view, 18> kUnits{"%",  "×",  "°",  "m", "cm", "mm", "µm", "km", "s",
                                                  "ms", "µs", "ns", "B", "KB", "kB", "MB", "GB", "fps"};
constexpr std::string_view kPunctuation = ".,;:!?)"; // can follow a unit

bool is_unit(std::string_view word) {
    while (!word.empty() && kPunctuation.find(word.back()) != std::string_view::npos) word.remove_suffix(1);
    return std::ranges::find(kUnits, word) != kUnits.end();
}

// True if the space at `at` is between a number and its unit.
bool is_before_unit(std::string_view text, std::size_t at) {
    if (at == 0 || text[at - 1] < '0' || text[at - 1] > '9') return false;
    const std::string_view rest = text.substr(at + 1);
    return is_unit(rest.substr(0, rest.find(' ')));
}

} // namespace

std::string_view next_piece(std::string_view text) {
    std::size_t end = std::min(text.find(' '), text.size());
    while (end < text.size() && is_before_unit(text, end))
        end = std::min(text.find(' ', end + 1), text.size());
    return text.substr(0, std::min(text.find_first_not_of(' ', end), text.size()));
}

std::string with_kept_units(std::string_view text) {
    std::string kept;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == ' ' && is_before_unit(text, i))
            kept += kNoBreakSpace;
        else
            kept += text[i];
    return kept;
}

} // namespace boxwood::ui

#include "engine/import/text_scan.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

namespace boxwood {
namespace {

constexpr std::string_view kBlanks = " \t\v\f";

std::string_view without_plus(std::string_view word) {
    const bool has_plus = word.size() > 1 && word[0] == '+' && word[1] != '-';
    return has_plus ? word.substr(1) : word;
}

// For a number out of the range of double: true if it is too small, false if it is too large.
bool is_below_double(std::string_view number) {
    const std::size_t mark = number.find_first_of("eE");
    std::int64_t power = 0; // power of ten of the first nonzero digit
    if (mark != number.npos) {
        const std::string_view exponent = without_plus(number.substr(mark + 1));
        const auto parsed = std::from_chars(exponent.data(), exponent.data() + exponent.size(), power);
        if (parsed.ec == std::errc::result_out_of_range) return exponent.starts_with('-');
        number = number.substr(0, mark);
    }
    if (number.starts_with('-')) number.remove_prefix(1);
    const auto point = static_cast<std::int64_t>(std::min(number.find('.'), number.size()));
    const auto first = static_cast<std::int64_t>(number.find_first_of("123456789"));
    power = std::clamp<std::int64_t>(power, -1'000'000'000, 1'000'000'000) +
            (first < point ? point - first - 1 : point - first);
    return power < 0;
}

} // namespace

std::string_view without_mark(std::string_view text) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

bool LineScanner::next() {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find_first_of("\r\n"), rest_.size());
    line_ = rest_.substr(0, end);
    const bool is_pair = rest_.substr(end, 2) == "\r\n";
    rest_.remove_prefix(std::min(end + (is_pair ? 2 : 1), rest_.size()));
    ++number_;
    return true;
}

Error LineScanner::error(const std::string& reason) const {
    return Error{std::string("line ").append(std::to_string(number_)) + ": " + reason};
}

std::string_view take_word(std::string_view& io_line) {
    const std::size_t begin = std::min(io_line.find_first_not_of(kBlanks), io_line.size());
    const std::size_t end = std::min(io_line.find_first_of(kBlanks, begin), io_line.size());
    const std::string_view word = io_line.substr(begin, end - begin);
    io_line.remove_prefix(end);
    return word;
}

std::optional<float> parse_float(std::string_view word) {
    word = without_plus(word);
    const char* end = word.data() + word.size();
    float number = 0.0f;
    const auto parsed = std::from_chars(word.data(), end, number);
    if (parsed.ptr != end || word.empty()) return std::nullopt;
    if (parsed.ec == std::errc{}) return number;
    if (parsed.ec != std::errc::result_out_of_range) return std::nullopt;
    // The number is out of the range of float. A tiny number gives the nearest float; a huge number gives infinity,
    // which check_mesh rejects.
    double wide = 0.0;
    if (std::from_chars(word.data(), end, wide).ec == std::errc{}) return static_cast<float>(wide);
    return is_below_double(word) ? 0.0f : std::numeric_limits<float>::infinity();
}

std::optional<std::int64_t> parse_integer(std::string_view word) {
    word = without_plus(word);
    const char* end = word.data() + word.size();
    std::int64_t number = 0;
    const auto parsed = std::from_chars(word.data(), end, number);
    if (parsed.ptr != end || parsed.ec != std::errc{}) return std::nullopt;
    return number;
}

std::string take_position(std::string_view& io_line, std::array<float, 3>& out_position) {
    for (float& coordinate : out_position) {
        const std::string_view word = take_word(io_line);
        const std::optional<float> number = parse_float(word);
        if (!number) return word.empty() ? "a vertex needs three numbers" : quoted(word) + " is not a number";
        coordinate = *number;
    }
    return "";
}

std::string quoted(std::string_view word) {
    return std::string("\"").append(one_line(word, 30)) + "\"";
}

} // namespace boxwood

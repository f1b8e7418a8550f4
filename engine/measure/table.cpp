#include "engine/measure/table.hpp"

#include "collision/core/check.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace boxwood {
namespace {

std::string csv_text(std::string_view text) {
    if (text.find_first_of(",\"\n") == std::string_view::npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
    return quoted + '"';
}

struct Unit {
    std::string_view ending, display_text;
};
constexpr std::array kUnits{Unit{"_ns", ", ns"}, Unit{"_us", ", µs"}, Unit{"_ms", ", ms"}, Unit{"_s", ", s"},
                            Unit{"_percent", ", %"}};

constexpr std::string_view kNarrowSpace = "\u202f"; // non-breaking
constexpr std::size_t kMinGroupedDigits = 5;

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}
bool is_word_character(char c) {
    return is_digit(c) || c == '_' || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void append_grouped(std::string_view digits, std::string& io_text) {
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) io_text += kNarrowSpace;
        io_text += digits[i];
    }
}

} // namespace

std::string grouped_text(std::string_view text) {
    std::string grouped;
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_word_character(text[end])) ++end;
        const std::string_view word = text.substr(at, end - at);
        const bool is_decimal = at > 0 && text[at - 1] == '.';
        if (word.size() >= kMinGroupedDigits && !is_decimal &&
            std::all_of(word.begin(), word.end(), is_digit))
            append_grouped(word, grouped);
        else
            grouped += word;
        if (end < text.size()) grouped += text[end++];
        at = end;
    }
    return grouped;
}

std::string fixed_number(double value, int decimals) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value + 0.0);
    return text.data();
}

std::string exact_number(double value) {
    if (!std::isfinite(value)) return "";
    std::array<char, 32> digits{};
    return {digits.data(), std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr};
}

std::string short_number(double value) {
    if (!std::isfinite(value)) return "";
    if (value == 0.0) return "0";
    const double size = std::floor(std::log10(std::fabs(value)));
    if (size >= 7.0 || size < -5.0) {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.3e", value);
        return text.data();
    }
    return fixed_number(value, std::max(0, 3 - static_cast<int>(size)));
}

void Table::add(std::initializer_list<Cell> cells) {
    add(std::vector<Cell>(cells));
}

void Table::add(std::vector<Cell> cells) {
    BOXWOOD_ASSERT(cells.size() == columns.size());
    rows.push_back(std::move(cells));
}

std::string to_csv(const Table& table) {
    std::string csv;
    const auto add_line = [&csv](const auto& cells, const auto& text_of) {
        bool is_first = true;
        for (const auto& cell : cells) {
            if (!is_first) csv += ',';
            is_first = false;
            csv += csv_text(text_of(cell));
        }
        csv += '\n';
    };
    add_line(table.columns, [](const std::string& name) { return name; });
    for (const std::vector<Cell>& row : table.rows) add_line(row, [](const Cell& cell) { return cell.text; });
    return csv;
}

std::string heading_text(std::string_view column) {
    std::string_view rest;
    for (const Unit& unit : kUnits)
        if (column.ends_with(unit.ending)) {
            column.remove_suffix(unit.ending.size());
            rest = unit.display_text;
        }
    std::string text(column);
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text[i] == '_' && i != 1) text[i] = ' '; // keeps the underscore of symbols such as N_b
    return text.append(rest);
}

} // namespace boxwood

#include "engine/scene/json/json_text.hpp"

#include "engine/import/text_file.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace boxwood {
namespace {

std::string shown_pointer(const JsonAt& at) {
    return one_line(at.pointer.empty() ? std::string("/") : at.pointer);
}

std::string line_before(const JsonAt& at, const std::string& pointer) {
    return at.text.empty() ? "" : std::to_string(line_of(at.text, pointer)) + ": ";
}

} // namespace

std::string place_of(const JsonAt& at) {
    return line_before(at, at.pointer) + shown_pointer(at);
}

std::vector<std::string> places_of_elements(const JsonAt& at) {
    const std::vector<std::size_t> lines = lines_of_elements(at.text, at.pointer);
    std::vector<std::string> places;
    for (std::size_t i = 0; i < at.size(); ++i)
        places.push_back((i < lines.size() ? std::to_string(lines[i]) + ": " : "") + shown_pointer(at[i]));
    return places;
}

Error json_error(const JsonAt& at, const std::string& reason) {
    return Error{place_of(at) + ": " + reason};
}

Status check_keys(const JsonAt& at, std::initializer_list<const char*> known) {
    return check_keys(at, std::span(known.begin(), known.size()));
}

Status check_keys(const JsonAt& at, std::span<const char* const> known) {
    if (!at.value.is_object()) return json_error(at, "expected an object");
    for (const JsonMember& member : at.value.members()) {
        const auto is_match = [&member](const char* key) { return member.key == key; };
        if (std::any_of(known.begin(), known.end(), is_match)) continue;
        std::string names;
        for (const char* key : known) names += (names.empty() ? "" : ", ") + std::string(key);
        return Error{line_before(at, at.pointer + "/" + escaped_key(member.key)) + shown_pointer(at) +
                     ": unknown key \"" + one_line(member.key, 40) + "\"; known keys: " + names};
    }
    return ok();
}

Result<double> read_number(const JsonAt& at) {
    if (const auto number = at.value.number()) return *number;
    return json_error(at, "expected a number");
}

Result<std::int64_t> read_integer(const JsonAt& at, std::int64_t lower, std::int64_t upper) {
    if (const auto number = at.value.integer(); number && *number >= lower && *number <= upper)
        return *number;
    return json_error(at, "expected a whole number from " + std::to_string(lower) + " to " +
                              std::to_string(upper));
}

Result<std::uint64_t> read_unsigned(const JsonAt& at, std::uint64_t lower, std::uint64_t upper) {
    if (const auto number = at.value.unsigned_integer(); number && *number >= lower && *number <= upper)
        return *number;
    return json_error(at, "expected a whole number from " + std::to_string(lower) + " to " +
                              std::to_string(upper));
}

Result<std::string> read_string(const JsonAt& at) {
    if (const std::string* text = at.value.string()) return *text;
    return json_error(at, "expected a string");
}

Result<bool> read_bool(const JsonAt& at) {
    if (const auto value = at.value.boolean()) return *value;
    return json_error(at, "expected true or false");
}

Status read_numbers(const JsonAt& at, std::span<double> out_numbers) {
    if (!at.value.is_array() || at.size() != out_numbers.size())
        return json_error(at, "expected an array of " + std::to_string(out_numbers.size()) + " numbers");
    for (std::size_t i = 0; i < out_numbers.size(); ++i) {
        const Result<double> number = read_number(at[i]);
        if (!number) return number.error();
        out_numbers[i] = *number;
    }
    return ok();
}

void append_number(std::string& out_text, double number) {
    if (!std::isfinite(number)) {
        out_text += "null";
        return;
    }
    if (number == 0.0 && std::signbit(number)) {
        out_text += "-0.0"; // "-0" is read as the integer 0
        return;
    }
    char buffer[32];
    const auto end = std::to_chars(buffer, buffer + sizeof buffer, number).ptr;
    out_text.append(buffer, end);
}

void append_numbers(std::string& out_text, std::span<const double> numbers) {
    out_text += '[';
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (i > 0) out_text += ',';
        append_number(out_text, numbers[i]);
    }
    out_text += ']';
}

void append_string(std::string& out_text, std::string_view string) {
    out_text += to_text(string);
}

} // namespace boxwood

// What: reads typed JSON values, and writes numbers and strings as JSON text. Internal to engine/scene.
// Degenerate input: an Error that names the element. If the text is given, the Error also has the line: "12:
//                   /bodies/3/pose/q: expected an array of 4 numbers".
#pragma once

#include "collision/core/result.hpp"
#include "engine/json/json.hpp"
#include "engine/scene/json/json_lines.hpp"

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

// A value and its JSON pointer from the root; "" is the root.
struct JsonAt {
    const Json& value;
    std::string pointer;
    std::string_view text{}; // the parsed text; if it is empty, errors have no line numbers

    // The key or the element must exist.
    JsonAt operator[](std::string_view key) const {
        return {*value.find(key), pointer + "/" + escaped_key(key), text};
    }
    JsonAt operator[](std::size_t index) const {
        return {value.elements()[index], pointer + "/" + std::to_string(index), text};
    }
    bool has(std::string_view key) const { return value.find(key) != nullptr; }
    std::size_t size() const { return value.elements().size(); } // 0 if the value is not an array
};

// "LINE: POINTER", or "POINTER" if there is no text.
std::string place_of(const JsonAt& at);
// place_of() of each element of an array, in one pass over the text.
std::vector<std::string> places_of_elements(const JsonAt& at);

// "LINE: POINTER: reason".
Error json_error(const JsonAt& at, const std::string& reason);

// Returns Ok if the value is an object and all of its keys are in `known`. The Error names the unknown key.
Status check_keys(const JsonAt& at, std::initializer_list<const char*> known);
Status check_keys(const JsonAt& at, std::span<const char* const> known);

Result<double> read_number(const JsonAt& at); // must be finite
Result<std::int64_t> read_integer(const JsonAt& at, std::int64_t lower, std::int64_t upper);
Result<std::uint64_t> read_unsigned(const JsonAt& at, std::uint64_t lower, std::uint64_t upper);
Result<std::string> read_string(const JsonAt& at);
Result<bool> read_bool(const JsonAt& at);
// Requires an array of exactly as many numbers as the span has.
Status read_numbers(const JsonAt& at, std::span<double> out_numbers);

// Appends the shortest text that is read back as the same double. Appends "null" for a number that is not finite,
// because JSON has no infinities and NaNs.
void append_number(std::string& out_text, double number);
void append_numbers(std::string& out_text, std::span<const double> numbers); // [1,2,3]
void append_string(std::string& out_text, std::string_view string);          // quoted and escaped

} // namespace boxwood

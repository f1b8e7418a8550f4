// What: typed reading of JSON values with errors that name the element, and its line where the text is known
//       ("12: /bodies/3/pose/q: expected an array of 4 numbers"); numbers and strings as JSON text. For the .cpp files of
//       this folder.
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

namespace boxwood {

// A value and the way to it from the root, as a JSON pointer; "" is the root.
struct JsonAt {
    const Json& value;
    std::string pointer;
    std::string_view text{}; // that was parsed, for line numbers; empty: errors tell none

    // The key or the element must be there.
    JsonAt operator[](std::string_view key) const {
        return {*value.find(key), pointer + "/" + escaped_key(key), text};
    }
    JsonAt operator[](std::size_t index) const {
        return {value.elements()[index], pointer + "/" + std::to_string(index), text};
    }
    bool has(std::string_view key) const { return value.find(key) != nullptr; }
    std::size_t size() const { return value.elements().size(); } // 0 if the value is no array
};

// "LINE: POINTER", or "POINTER" without a text.
std::string place_of(const JsonAt& at);

// "LINE: POINTER: why".
Error json_error(const JsonAt& at, const std::string& why);

// Ok if the value is an object whose keys are all among `known`; the Error names the stranger.
Status check_keys(const JsonAt& at, std::initializer_list<const char*> known);
Status check_keys(const JsonAt& at, std::span<const char* const> known);

Result<double> read_number(const JsonAt& at); // finite
Result<std::int64_t> read_integer(const JsonAt& at, std::int64_t lower, std::int64_t upper);
Result<std::uint64_t> read_unsigned(const JsonAt& at, std::uint64_t lower, std::uint64_t upper);
Result<std::string> read_string(const JsonAt& at);
Result<bool> read_bool(const JsonAt& at);
Status read_numbers(const JsonAt& at, std::span<double> out_numbers); // exactly as many as the span holds

// Shortest text that reads back as the same double; "null" if the number is not finite, which JSON cannot
// say.
void append_number(std::string& out_text, double number);
void append_numbers(std::string& out_text, std::span<const double> numbers); // [1,2,3]
void append_string(std::string& out_text, std::string_view string);          // quoted and escaped

} // namespace boxwood

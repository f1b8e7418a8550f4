// What: splits text formats into lines, words and numbers, independent of the locale.
#pragma once

#include "collision/core/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// The text without the byte order mark of UTF-8, which some editors write at the beginning of a file.
std::string_view without_mark(std::string_view text);

// Iterates over the lines of a text without its byte order mark; line ends are \n, \r\n or \r.
class LineScanner {
  public:
    explicit LineScanner(std::string_view text)
        : rest_(without_mark(text)) {}

    bool next(); // false at the end
    std::string_view line() const { return line_; }
    std::size_t number() const { return number_; }  // from 1
    std::string_view rest() const { return rest_; } // the text after the line
    Error error(const std::string& reason) const;   // "line 12: reason"

  private:
    std::string_view rest_, line_;
    std::size_t number_ = 0;
};

// Removes and returns the first word; empty if there is none. Spaces, tabs, \v and \f separate words.
std::string_view take_word(std::string_view& io_line);

// The float nearest to the number in `word`, which can be "nan" or "inf"; empty if the word is not a number.
std::optional<float> parse_float(std::string_view word);
std::optional<std::int64_t> parse_integer(std::string_view word);

// Removes three numbers from the front of the line. Returns "" or the reason for the failure.
std::string take_position(std::string_view& io_line, std::array<float, 3>& out_position);

// The word in double quotes for messages. It is printable and cut off after 30 characters.
std::string quoted(std::string_view word);

} // namespace boxwood

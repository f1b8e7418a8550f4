// What: lines, words and numbers of text formats, the same in every locale.
#pragma once

#include "collision/core/result.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace boxwood {

// Walks over the lines of a text; line ends are \n, \r\n or \r.
class LineScanner {
  public:
    explicit LineScanner(std::string_view text)
        : rest_(text) {}

    bool next(); // false at the end
    std::string_view line() const { return line_; }
    std::size_t number() const { return number_; }  // from 1
    std::string_view rest() const { return rest_; } // what follows the line
    Error error(const std::string& why) const;      // "line 12: why"

  private:
    std::string_view rest_, line_;
    std::size_t number_ = 0;
};

// Takes the first word off the front; empty if there is none. Words end at a blank or tab.
std::string_view take_word(std::string_view& io_line);

// The nearest float, "nan" and "inf" included; nothing if the word is not a number.
std::optional<float> parse_float(std::string_view word);
std::optional<std::int64_t> parse_integer(std::string_view word);

// Takes three numbers off the front; returns "" or what is wrong with them.
std::string take_position(std::string_view& io_line, std::array<float, 3>& out_position);

// For messages: a piece of the file in quotes, short and printable.
std::string quoted(std::string_view word);

} // namespace boxwood

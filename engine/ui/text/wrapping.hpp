// What: positions where a text can be broken into lines: at spaces, but not between a number and its unit.
// Cost: linear in the length of the text.
#pragma once

#include <string>
#include <string_view>

namespace boxwood::ui {

// Returns the text up to the first position where a line can end, including the spaces there.
std::string_view next_piece(std::string_view text);

// Returns the text with no-break spaces between numbers and their units, for code that can wrap at any other space.
std::string with_kept_units(std::string_view text);

} // namespace boxwood::ui

// What: line break positions of a text: at spaces, but never between a number and its unit.
// Cost: linear in the text.
#pragma once

#include <string>
#include <string_view>

namespace boxwood::ui {

// The longest unbreakable beginning of the text with the spaces that follow it.
std::string_view next_piece(std::string_view text);

// The same text with no-break spaces where it must not be broken, for code that wraps at every other space.
std::string with_kept_units(std::string_view text);

} // namespace boxwood::ui

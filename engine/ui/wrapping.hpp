// What: where a text may be broken into lines: at spaces, but never between a number and its unit.
// Cost: linear in the text.
#pragma once

#include <string>
#include <string_view>

namespace boxwood::ui {

// Text up to and with the spaces that follow what stays together at its beginning.
std::string_view next_piece(std::string_view text);

// The same text with no-break spaces where it may not be broken, for those who wrap at any other space.
std::string with_kept_units(std::string_view text);

} // namespace boxwood::ui

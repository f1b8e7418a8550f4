// What: the text of numbers in messages.
// Invariants: an integer of magnitude up to 2^53 is written with all digits and no exponent. Any other number is
//             written with the smallest number of digits that read back as the same number. The locale has no effect.
// Degenerate input: numbers that are not finite are written as "nan", "inf" or "-inf".
// Oracle: reading the text back (tests/collision/core/number_text_test.cpp).
#pragma once

#include <string>

namespace boxwood {

std::string number_text(double value);
// Rounded to `digits` significant digits, 1 to 17.
std::string number_text(double value, int digits);

// For example "0 to 4294967295".
std::string range_text(double low, double high);

} // namespace boxwood

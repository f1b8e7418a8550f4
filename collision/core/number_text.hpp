// What: numbers in messages.
// Invariants: a whole number up to 2^53 has all its digits and no exponent; another one has the fewest digits that read
//     back as the same number. The same in every locale.
// Degenerate input: "nan", "inf", "-inf".
// Oracle: tests/collision/core/number_text_test.cpp: reads back.
#pragma once

#include <string>

namespace boxwood {

std::string number_text(double value);
// Rounded to so many significant digits, 1 to 17.
std::string number_text(double value, int digits);

// "0 to 4294967295".
std::string range_text(double low, double high);

} // namespace boxwood

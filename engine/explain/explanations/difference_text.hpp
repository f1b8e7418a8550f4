// What: formats two numbers and their difference such that the displayed subtraction is correct.
// Invariants: all three texts have the same number of decimals, and the displayed first number minus the displayed
//     second number is exactly the displayed difference.
// Degenerate input: numbers that are not finite give en dashes.
#pragma once

#include <string>

namespace boxwood {

struct DifferenceText {
    std::string first, second, difference; // with the typographic minus sign
};
// Gives the larger number at least four significant digits, and the difference at least two, but at most nine decimals.
DifferenceText write_difference(double first, double second);

} // namespace boxwood

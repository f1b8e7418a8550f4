// What: two numbers and their difference as texts that a reader can subtract.
// Invariants: all three have the same number of decimals, and the third is exactly the first less the second as written.
// Degenerate input: numbers that are not finite give en dashes.
#pragma once

#include <string>

namespace boxwood {

struct DifferenceText {
    std::string first, second, difference; // minus signs are those of typography
};
// Four significant digits of the larger number, and more where the difference needs them to show two.
DifferenceText write_difference(double first, double second);

} // namespace boxwood

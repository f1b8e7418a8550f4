// What: round values for the axes of plots and charts, and their texts.
// Degenerate input: values that are not finite, and empty ranges, give an axis that can be drawn.
// Source: the 1-2-5 steps are those of [Heckbert 1990].
#pragma once

#include <string>
#include <vector>

namespace boxwood::draw {

// The smallest of 1, 2, 5 times a power of ten that is at least `rough_step`.
double nice_step(double rough_step);
// Decimals that a multiple of the step needs. Requires step > 0.
int decimals_of_step(double step);

// Round values from 0 to the first one >= `high`, at most six.
std::vector<double> round_ticks(double high);
// Round values within [low, high], at most `most`.
std::vector<double> ticks_between(double low, double high, int most);
// Powers of ten within [low, high], low > 0, with 2 and 5 times them if these are at most `most`; on a short range with
// all multiples.
std::vector<double> log_ticks(double low, double high, int most);
std::string tick_text(double value, double step);

double decade_below(double low); // largest power of ten <= low
// 1, 2 or 5 times a power of ten: ends of a logarithmic axis around [low, high].
double log_end_below(double low);
double log_end_above(double high);
// 1000 gives "1 k", 0.01 is unchanged.
std::string decade_text(double value);

} // namespace boxwood::draw

// What: round values for the axes of plots and charts, and their texts.
// Degenerate input: values that are not finite, and empty ranges, still give an axis that can be drawn.
// Source: the 1-2-5 steps of [Heckbert 1990].
#pragma once

#include <string>
#include <vector>

namespace boxwood::draw {

// The smallest of 1, 2, 5 times a power of ten that is at least `rough_step`.
double nice_step(double rough_step);
// The number of decimals that a multiple of the step needs. Requires step > 0.
int decimals_of_step(double step);

// At most six round values from 0 to the first one >= `high`.
std::vector<double> round_ticks(double high);
// At most `max_count` round values within [low, high].
std::vector<double> ticks_between(double low, double high, int max_count);
// Ticks within [low, high], low > 0, of a logarithmic axis: all multiples 1 to 9 of powers of ten on a short range;
// otherwise the multiples 1, 2 and 5 if this gives at most `max_count` ticks; otherwise only the powers of ten.
std::vector<double> log_ticks(double low, double high, int max_count);
std::string tick_text(double value, double step);

double decade_below(double low); // largest power of ten <= low
// The ends of a logarithmic axis around [low, high]: 1, 2 or 5 times a power of ten.
double log_end_below(double low);
double log_end_above(double high);
// Returns "1 k" for 1000, and "0.01" for 0.01.
std::string decade_text(double value);

} // namespace boxwood::draw

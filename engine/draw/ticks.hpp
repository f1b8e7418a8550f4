// What: round values for the axes of plots and charts, and their texts.
// Degenerate input: for a value that is not finite or not > 0, round_ticks() uses 1, decade_below() and log_end_below()
//     return 1, and log_end_above() returns 10. If an end of the range is not finite, ticks_between() and log_ticks()
//     return no ticks. For an empty range, ticks_between() returns only `low`. If `low` is not > 0 or is subnormal,
//     log_ticks() returns no ticks.
// Source: the 1-2-5 steps of [Heckbert 1990].
#pragma once

#include <string>
#include <vector>

namespace boxwood::draw {

// Returns the smallest value >= `rough_step` that is 1, 2 or 5 times a power of ten. Requires rough_step > 0.
double nice_step(double rough_step);
// Returns the number of decimals up to the first nonzero digit of the step, which is enough for the multiples of a step
// from nice_step(). Requires step > 0.
int decimals_of_step(double step);

// Returns at most six round values, from 0 to the first one >= `high`.
std::vector<double> round_ticks(double high);
// Returns at most `max_count` round values within [low, high].
std::vector<double> ticks_between(double low, double high, int max_count);
// Returns the ticks of a logarithmic axis within [low, high]. On a short range, the ticks are the multiples 1 to 9 of
// powers of ten. On a longer range, they are the multiples 1, 2 and 5 if there are at most `max_count` of them,
// otherwise only the powers of ten.
std::vector<double> log_ticks(double low, double high, int max_count);
std::string tick_text(double value, double step);

double decade_below(double low); // largest power of ten <= low
// The ends of a logarithmic axis around [low, high]: 1, 2 or 5 times a power of ten.
double log_end_below(double low);
double log_end_above(double high);
// Returns "1 k" for 1000, and "0.01" for 0.01.
std::string decade_text(double value);

} // namespace boxwood::draw

// What: the number of cases of a test: more random cases than usual in a long run (./test.sh --long), fewer in slow
//     builds (sanitizers).
// Degenerate input: a usual count below 8 is never reduced.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdlib>

namespace boxwood::test {

inline bool is_variable_set(const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && value[0] == '1';
}

// With BOXWOOD_LONG_TESTS=1, returns the larger of `in_a_long_run` and `usual`. With BOXWOOD_BRIEF_TESTS=1, returns an
// eighth of `usual`, but at least 8, or `usual` if it is smaller. Otherwise returns `usual`.
inline std::size_t choose_effort(std::size_t usual, std::size_t in_a_long_run) {
    if (is_variable_set("BOXWOOD_LONG_TESTS")) return std::max(usual, in_a_long_run);
    if (is_variable_set("BOXWOOD_BRIEF_TESTS")) return std::min(usual, std::max<std::size_t>(usual / 8, 8));
    return usual;
}

// True for every case of a list; with BOXWOOD_BRIEF_TESTS=1 only for every `stride`th. Tests of the same list use
// different strides.
inline bool takes_case(std::size_t number, std::size_t stride) {
    return number % stride == 0 || !is_variable_set("BOXWOOD_BRIEF_TESTS");
}

} // namespace boxwood::test

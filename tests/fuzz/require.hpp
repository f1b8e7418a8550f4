// What: reports a wrong answer that a fuzz target has found: prints one line and aborts, so that the fuzzer or the test
//     keeps the input.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

namespace boxwood::fuzz {

inline void require(bool holds, const std::string& what) {
    if (holds) return;
    std::fprintf(stderr, "wrong: %s\n", what.c_str());
    std::abort();
}

// Builds the text only on failure.
template <class MakeText>
requires requires(MakeText make) {
    std::string(make());
}
void require(bool holds, MakeText&& make_text) {
    if (!holds) require(false, std::string(make_text()));
}

} // namespace boxwood::fuzz

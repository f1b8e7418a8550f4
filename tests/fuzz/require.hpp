// What: how a fuzz target reports a wrong answer: one line, then abort, so that a fuzzer or a test keeps the input.
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

// Without building the text where all is well.
template <class MakeText>
requires requires(MakeText make) {
    std::string(make());
}
void require(bool holds, MakeText&& make_text) {
    if (!holds) require(false, std::string(make_text()));
}

} // namespace boxwood::fuzz

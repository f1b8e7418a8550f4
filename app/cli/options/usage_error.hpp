// What: reports bad usage or bad input: one line on stderr, exit status 2.
#pragma once

#include "collision/core/result.hpp"

#include <cstdio>

namespace boxwood {

inline int usage_error(const Error& error) {
    std::fprintf(stderr, "boxwood: %s\n", error.message.c_str());
    return 2;
}

} // namespace boxwood

// What: prints a hint as one line on stderr; the exit status does not depend on it.
#pragma once

#include <cstdio>
#include <string>

namespace boxwood {

inline void print_hint(const std::string& hint) {
    if (!hint.empty()) std::fprintf(stderr, "boxwood: hint: %s\n", hint.c_str());
}

} // namespace boxwood

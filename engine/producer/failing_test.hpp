// What: generates a C++ program that uses the installed library and fails because a captured claim is wrong. The
//     program is a starting point for a bug report or a regression test.
// Invariants: the program includes only <boxwood/boxwood.hpp> and standard headers. While its claim is wrong, it prints
//     the finding and exits with 1. After the claim is corrected in the program, it exits with 0.
// Degenerate input: returns an Error if the program cannot express the claim (for example, a claim about volumes other
//     than boxes, about a query of one object or with a margin, or only about closest points), or if the library
//     rejects a mesh or a pose. The Error names the reason.
// Oracle: tests/engine/judge/shrink_test.cpp checks parts of the text and the Errors.
#pragma once

#include "engine/judge/shrink/shrink.hpp"

#include <string>

namespace boxwood::capture {

Result<std::string> failing_test(const judge::ShrunkCase& small_case);

} // namespace boxwood::capture

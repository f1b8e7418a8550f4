// What: a C++ program against the installed library that fails because a captured claim is wrong: what a bug report or a
//     regression test starts from.
// Invariants: it needs <boxwood/boxwood.hpp> and nothing else; it exits with 1 and prints the finding while the claim is
//     wrong, and with 0 after the claim in it is corrected.
// Degenerate input: a claim that it cannot express (volumes that are no boxes, queries of one object) is an Error that
//     says so; the capture and the meshes still hold the case.
// Oracle: tests/app/judge_test.py compiles and runs one for each injected fault.
#pragma once

#include "engine/judge/shrink/shrink.hpp"

#include <string>

namespace boxwood::capture {

Result<std::string> failing_test(const judge::ShrunkCase& small_case);

} // namespace boxwood::capture

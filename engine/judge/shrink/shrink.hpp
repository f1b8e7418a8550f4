// What: the smallest case found in which a judged claim is still wrong for the same reason: triangles, then nodes, bodies,
//     frames and queries are taken away, and coordinates rounded to few decimals, as long as the judge says the same.
// Invariants: the finding of the small case has the stage of the original and the same sentence but for numbers. Every
//     step is judged again; nothing is assumed.
// Degenerate input: a number beyond that of the wrong findings is an Error that says how many there are.
// Cost: O(k log n) judgements of captures of shrinking size, where k elements are left of n.
// Source: delta debugging, [Zeller 2002].
// Oracle: tests/engine/judge/shrink_test.cpp.
#pragma once

#include "engine/judge/judge_capture.hpp"

#include <functional>

namespace boxwood::judge {

struct ShrunkCase {
    capture::Capture capture;
    Finding finding;
};

// `number` counts the findings whose outcome is wrong, from 1. Calls `goes_on` before each judgement; when it returns false,
// the smallest case so far is returned.
Result<ShrunkCase> shrink_capture(const capture::Capture& capture, std::size_t number,
                                  const std::function<bool()>& goes_on = {});

} // namespace boxwood::judge

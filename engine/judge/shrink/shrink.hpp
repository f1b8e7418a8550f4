// What: shrinks a capture to a small case in which a claim is still wrong for the same reason. Removes triangles,
//     nodes, bodies, frames and queries, and rounds coordinates to few digits, as long as the judge's finding stays the
//     same.
// Invariants: the finding of the small case has the same stage and, except for numbers, the same sentence as the
//     original finding. Every step is judged again.
// Degenerate input: a number larger than the number of wrong findings is an Error that states how many there are.
// Cost: O(k log n) judgments of shrinking captures, if k of n elements remain.
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

// Shrinks the finding `number`, counted from 1 among the findings with the outcome wrong. Calls `goes_on` before each
// judgment. When it returns false, the result is the smallest case found so far.
Result<ShrunkCase> shrink_capture(const capture::Capture& capture, std::size_t number,
                                  const std::function<bool()>& goes_on = {});

} // namespace boxwood::judge

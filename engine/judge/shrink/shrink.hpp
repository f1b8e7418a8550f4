// What: shrinks a capture to a small case in which a claim is still wrong for the same reason. Removes triangles,
//     nodes, bodies, frames and queries, and rounds coordinates to few digits, as long as the judge's finding stays the
//     same. Does not round the coordinates of meshes with more than 200 vertices.
// Invariants: the finding of the small case has the same stage, query and hierarchy as the original finding. Except for
//     numbers, it also has the same reason: the text after "because", or the whole sentence if there is no "because".
//     Every step is judged again.
// Degenerate input: a number that is 0 or larger than the number of wrong findings is an Error that states how many
//     there are.
// Cost: in each of a few rounds, O(k log n) judgments of shrinking captures if k of n triangles or bodies remain, and
//     one judgment per node; then at most 6 judgments per coordinate.
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

// Shrinks the finding `number`, counted from 1 among the findings with the outcome wrong. Calls `should_continue`
// before each judgment of a smaller case. When it returns false, the result is the smallest case found so far.
Result<ShrunkCase> shrink_capture(const capture::Capture& capture, std::size_t number,
                                  const std::function<bool()>& should_continue = {});

} // namespace boxwood::judge

// What: explains why the broad phase rejects or keeps a pair of bodies: the intervals of both world boxes on each axis.
// Frame: world. Units: lengths of the scene.
// Invariants: interval ends are the floats that every broad phase compares. As in overlap(), an axis separates the
//     boxes iff one interval ends below the start of the other. The gap is the difference in double; its sign is exact.
// Degenerate input: touching boxes overlap by 0.
// Oracle: overlap(), and the pairs that the broad phase reports, in tests/engine/explain/box_test_explanation_test.cpp.
#pragma once

#include "collision/volumes/aabb.hpp"

#include <array>
#include <string>

namespace boxwood {

struct AxisInterval {
    float low_a = 0.0f, high_a = 0.0f, low_b = 0.0f, high_b = 0.0f;
    bool is_a_below = false; // by the midpoints of the intervals
    // From the end of the lower interval to the start of the upper one; at most 0 if the intervals overlap.
    double gap = 0.0;
    bool separates() const { return gap > 0.0; }
};

struct BoxTestExplanation {
    std::array<AxisInterval, 3> axes; // x, y, z
    std::size_t widest() const;       // the axis with the largest gap
    bool overlaps() const { return !axes[widest()].separates(); }
};
BoxTestExplanation explain_boxes(const Aabb& a_w, const Aabb& b_w);

// The explanation as text: "On x, b001 ends at 1.25 m and b002 begins at 1.5 m: this gap of 0.25 m separates them, ..."
std::string describe_boxes(const BoxTestExplanation& explanation, const std::string& name_a,
                           const std::string& name_b);

} // namespace boxwood

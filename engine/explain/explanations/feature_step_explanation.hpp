// What: why a visit of two box-trees ended as it did: which slab the descent moved, how far the boxes overlapped at each
//     end of each axis before, what the move took away, and which end was left without.
// Frame: slabs in the mesh's own.
// Units: lengths of the scene along A's own axes at scale 1; other axes as the walk has them (not of unit length).
// Invariants: `before` and `after` are the floats that the walk compares with 0, bit for bit: its own functions, run
//     along the visit's way, give them. An axis whose end is below 0 separates, the first such axis is the visit's.
// Degenerate input: other kinds of hierarchies, visits of triangles, leaf tests: nothing.
// Cost: one step per level, and the relation of the poses.
// Oracle: the axes of the visits; tests/engine/explain/feature_step_explanation_test.cpp.
#pragma once

#include "engine/explain/explanations/volume_test_explanation.hpp"

#include <optional>

namespace boxwood {

struct StepEnd {
    int axis = 0; // as a visit names it
    std::string_view name;
    bool is_where_a_ends = true; // and B begins; else where B ends and A begins
    float before = 0.0f, after = 0.0f;
};

// The side of a node's box that lies further in than its parent's.
struct MovedSlab {
    std::size_t side = 0; // of A's node: 0, of B's: 1
    std::uint32_t node = 0;
    unsigned axis = 0;
    bool is_lower = true; // its lower side moved up; else its upper side down
    float move = 0.0f;
};

struct FeatureStepExplanation {
    std::vector<MovedSlab> slabs; // of the descent that led here; of the roots: none
    std::vector<StepEnd> ends;    // two of each axis
    int separated_axis = -1;
    const StepEnd* rejecting() const; // the end that separates along separated_axis, or null
};

std::optional<FeatureStepExplanation> explain_step(const PairInQuestion& pair, const VisitReplay& replay,
                                                   std::size_t visit);

} // namespace boxwood

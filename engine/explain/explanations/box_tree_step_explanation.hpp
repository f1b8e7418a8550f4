// What: explains the result of a visit of two box-trees: the slab that the descent moved, the overlap of the boxes at
//     each end of each axis before the move, how much the move removed, and the end that no longer overlaps.
// Frame: slabs in the mesh's own.
// Units: lengths of the scene along A's own axes at scale 1; other axes as in the traversal (not of unit length).
// Invariants: `before` and `after` are bit for bit the floats that the traversal compares with 0: its own functions
//     compute them along the path of the visit. An axis separates if one of its ends is below 0; the first such axis is
//     the visit's.
// Degenerate input: other kinds of hierarchies, visits of triangles, leaf tests: no explanation.
// Cost: one step per level, and the pair transform.
// Oracle: the axes of the visits; tests/engine/explain/leaf_test_explanation_test.cpp.
#pragma once

#include "engine/explain/explanations/volume_test_explanation.hpp"

#include <optional>

namespace boxwood {

struct StepEnd {
    int axis = 0; // numbered as in a visit
    std::string_view name;
    bool is_where_a_ends = true; // the upper end of A and the lower end of B; else the other way round
    float before = 0.0f, after = 0.0f;
};

// The side of a node's box that lies further inside than its parent's.
struct MovedSlab {
    std::size_t side = 0; // 0: of A's node, 1: of B's
    std::uint32_t node = 0;
    unsigned axis = 0;
    bool is_lower = true; // its lower side moved up; else its upper side down
    float move = 0.0f;
};

struct BoxTreeStepExplanation {
    std::vector<MovedSlab> slabs; // moved by the descent to this visit; none at the roots
    std::vector<StepEnd> ends;    // two per axis
    int separated_axis = -1;
    const StepEnd* rejecting() const; // the end that separates along separated_axis, or null
};

std::optional<BoxTreeStepExplanation> explain_step(const PairInQuestion& pair, const VisitReplay& replay,
                                                   std::size_t visit);

} // namespace boxwood

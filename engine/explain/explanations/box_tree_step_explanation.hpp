// What: explains the result of a visit of two box-trees: which sides of the boxes the last step of the descent moved,
//     how much the boxes overlap at each end of each axis before and after the move, and which end no longer overlaps.
// Frame: slabs are in the mesh's own frame.
// Units: moves are lengths in the mesh's own frame; overlaps along A's own axes are lengths in the frame of A's mesh.
//     As in the traversal, the other axes are not normalized.
// Invariants: in a query with LeafTest::volume, `before` and `after` are bitwise identical to the floats that the
//     traversal compares with 0, because the traversal's own functions compute them along the path of the visit. An
//     axis separates if the overlap at one of its ends is negative; the first such axis is the axis of the visit. With
//     LeafTest::triangle or on world trees (world_query.hpp), queries test all boxes from scratch, so numbers and axes
//     can differ.
// Degenerate input: no explanation for other kinds of hierarchies, for visits other than volume_pair, and for visits
//     below a leaf test.
// Cost: computes the pair transform, and one step per level of the path.
// Oracle: the axes of the visits, in tests/engine/explain/leaf_test_explanation_test.cpp.
#pragma once

#include "engine/explain/explanations/volume_test_explanation.hpp"

#include <optional>

namespace boxwood {

// One end of an axis, with the overlap of the boxes there.
struct StepEnd {
    int axis = 0; // numbered as in a visit
    std::string_view name;
    // True for the upper end of A and the lower end of B; false for the lower end of A and the upper end of B.
    bool is_upper_end_of_a = true;
    // The overlap before and after the last step of the descent; negative if the boxes are separated.
    float before = 0.0f, after = 0.0f;
};

// The side of a node's box that is moved inwards relative to the parent's box.
struct MovedSlab {
    std::size_t side = 0; // 0: of a node of A; 1: of a node of B
    std::uint32_t node = 0;
    unsigned axis = 0;
    bool is_lower = true; // true: the lower side moved up; false: the upper side moved down
    float move = 0.0f;
};

struct BoxTreeStepExplanation {
    std::vector<MovedSlab> slabs; // moved by the last step of the descent; empty at the roots
    std::vector<StepEnd> ends;    // two per axis
    int separated_axis = -1;
    const StepEnd* rejecting() const; // the end that separates along separated_axis; null if there is none
};

std::optional<BoxTreeStepExplanation> explain_step(const QueriedPair& pair, const VisitReplay& replay,
                                                   std::size_t visit);

} // namespace boxwood

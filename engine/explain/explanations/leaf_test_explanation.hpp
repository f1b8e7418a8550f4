// What: explains the result of LeafTest::triangle: which triangles of a leaf can intersect the volume of an inner node.
// Frame: directions in world coordinates. Units: lengths of the scene.
// Invariants: the query's own test decides for each triangle. The visit reports an overlap iff a triangle can intersect
//     the volume. Spans and gaps are computed from outlines, so they are approximate for round volumes.
// Degenerate input: requires two hierarchies of the same type, one leaf and one inner node. The inner node of a lazy
//     hierarchy can be unsplit.
// Cost: one test per triangle, and projections onto at most 115 directions (16 for a box).
// Oracle: the results of the visits, in tests/engine/explain/leaf_test_explanation_test.cpp.
#pragma once

#include "engine/explain/explanations/volume_test_explanation.hpp"

namespace boxwood {

struct LeafTriangle {
    std::uint32_t triangle = 0;
    bool may_meet = false;
    double gap = 0.0; // along the direction with the largest gap; negative if no direction separates
    glm::dvec3 direction_w{0.0}; // this direction, of unit length
    std::array<Span, 2> spans;   // of A and B along direction_w
};

struct LeafTestExplanation {
    std::size_t leaf_side = 0; // the side that is the leaf: 0 for A, 1 for B
    std::vector<LeafTriangle> triangles;

    bool may_meet() const; // whether any triangle can intersect the volume
    // The triangle with the smallest gap among the triangles that can intersect the volume. If there are none, among
    // all triangles.
    const LeafTriangle& nearest() const;
};

LeafTestExplanation explain_leaf(const QueriedPair& pair, const std::array<MeshView, 2>& meshes,
                                 const NodePair& nodes);

} // namespace boxwood

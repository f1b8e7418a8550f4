// What: why a leaf's own triangles may meet an inner node's volume or not: what LeafTest::triangle tested.
// Frame: directions in world coordinates. Units: lengths as in the scene.
// Invariants: which triangles may meet the volume is asked of the query's own test, so that the visit's verdict is that
//     of any of them. Spans and gaps are drawn from outlines: of round volumes approximate.
// Degenerate input: two leaves or two inner nodes: requires one of each.
// Cost: the test of each triangle and some 40 projections.
// Oracle: the visits' verdicts; tests/engine/explain/leaf_test_explanation_test.cpp.
#pragma once

#include "engine/explain/explanations/volume_test_explanation.hpp"

namespace boxwood {

struct LeafTriangle {
    std::uint32_t triangle = 0;
    bool may_meet = false;
    double gap = 0.0;            // along the direction that parts them best; negative: none does
    glm::dvec3 direction_w{0.0}; // of unit length
    std::array<Span, 2> spans;   // of A and B along it
};

struct LeafTestExplanation {
    std::size_t leaf_side = 0; // whose node is the leaf: 0 A, 1 B
    std::vector<LeafTriangle> triangles;

    bool may_meet() const; // any of them
    // That may meet it or, if none, comes nearest.
    const LeafTriangle& nearest() const;
};

LeafTestExplanation explain_leaf(const PairInQuestion& pair, const std::array<MeshView, 2>& meshes,
                                 const NodePair& nodes);

} // namespace boxwood

// What: explains which of a leaf's own triangles may intersect an inner node's volume: the result of
//     LeafTest::triangle.
// Frame: directions in world coordinates. Units: lengths as in the scene.
// Invariants: the query's own test decides for each triangle; the visit overlaps iff any of them does. Spans and gaps
//     come from outlines, so they are approximate for round volumes.
// Degenerate input: two leaves or two inner nodes: requires one of each.
// Cost: the test of each triangle and some 40 projections.
// Oracle: the visits' results; tests/engine/explain/leaf_test_explanation_test.cpp.
#pragma once

#include "engine/explain/explanations/volume_test_explanation.hpp"

namespace boxwood {

struct LeafTriangle {
    std::uint32_t triangle = 0;
    bool may_meet = false;
    double gap = 0.0;            // along the direction that separates them most; negative if none does
    glm::dvec3 direction_w{0.0}; // of unit length
    std::array<Span, 2> spans;   // of A and B along it
};

struct LeafTestExplanation {
    std::size_t leaf_side = 0; // the side whose node is the leaf: 0 A, 1 B
    std::vector<LeafTriangle> triangles;

    bool may_meet() const; // true if any triangle may intersect the volume
    // A triangle that may intersect the volume or, if there is none, the nearest one.
    const LeafTriangle& nearest() const;
};

LeafTestExplanation explain_leaf(const PairInQuestion& pair, const std::array<MeshView, 2>& meshes,
                                 const NodePair& nodes);

} // namespace boxwood

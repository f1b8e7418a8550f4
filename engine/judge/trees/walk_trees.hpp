// What: runs a simple contact query over two recorded hierarchies of boxes and records its visits. With an injected
//     fault, it gives the answer of a faulty program.
// Frame: nodes are in the frame of their mesh; the axes of visits are in the frame of a.
// Invariants: without a fault, the overlap test is conservative and the tests of triangles are exact, so sound
//     hierarchies give the answer that is exact for the vertices of b as rounded in the frame of a.
// Degenerate input: does not support volumes other than boxes (has_only_boxes). Skips nodes, children and triangles
//     that link_nodes() or NodeVolumes report as defective.
// Cost: one separating axis test in double precision per visited pair of nodes; not optimized.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/poses.hpp"
#include "engine/judge/trees/judge_hierarchy.hpp"

namespace boxwood::judge {

enum class TestFault : std::uint8_t {
    none,
    no_epsilon,      // single precision without an error bound: nearly parallel edges give random axes
    cross_axis_sign, // a cross product of edges with a flipped sign
};

// Whether the hierarchy has exactly one array of volumes, and these are boxes.
bool has_only_boxes(const capture::HierarchyRecord& record);

// Runs a query of mode any or all with the relative pose `a_from_b`, and replaces its claims and its visits.
void walk_trees(const JudgedHierarchy& a, const JudgedHierarchy& b, const Pose& a_from_b, TestFault fault,
                capture::QueryRecord& io_query, capture::VisitsRecord& out_visits);

} // namespace boxwood::judge

// What: a plain contact query over two recorded hierarchies of boxes, with its visits: what a correct program finds with
//     these trees, and, with an injected fault, what a faulty program finds.
// Frame: nodes in their mesh's frame; axes of visits in the frame of a.
// Invariants: without a fault the overlap test is conservative, and leaves are decided exactly; so a sound tree gives the
//     exact answer.
// Degenerate input: volumes that are not boxes are not taken (takes_boxes_only).
// Cost: that of a separating axis test in double per pair of nodes; nothing is tuned.
#pragma once

#include "engine/capture/capture.hpp"
#include "engine/judge/judge_hierarchy.hpp"
#include "engine/judge/poses.hpp"

namespace boxwood::judge {

enum class TestFault : std::uint8_t {
    none,
    no_epsilon,      // single precision, without a bound on rounding: near-parallel edges give random axes
    cross_axis_sign, // a product of edges with a flipped sign
};

bool takes_boxes_only(const capture::HierarchyRecord& record);

// Runs the query of mode any or all: replaces its claim and its visits. `a_from_b`: the relative pose to use.
void walk_trees(const JudgedHierarchy& a, const JudgedHierarchy& b, const Pose& a_from_b, TestFault fault,
                capture::QueryRecord& io_query, capture::VisitsRecord& out_visits);

} // namespace boxwood::judge

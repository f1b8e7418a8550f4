// What: why the volumes of two nodes overlap or not: every axis of their test with both sides of its comparison, and
//     what it says in lengths of the scene.
// Frame: directions in world coordinates.
// Units: `apart` and `reach` as the test has them (doubled, squared, along an axis of any length); `gap` in lengths.
// Invariants: `apart` and `reach` are the numbers that the query compared, bit for bit: the query's own functions give
//     them (noting_scalar.hpp). The first row that separates is the axis that the query's visit names.
// Degenerate input: axes that a relation leaves out (SAT-lite, k-DOPs that are not turned) have no rows.
// Cost: the relation of the poses, and each axis once; some microseconds.
// Oracle: find_separating_axis; gaps by projecting the corners of boxes.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"
#include "engine/explain/visit_replay.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace boxwood {

// Two hierarchies as a query meets them.
struct PairInQuestion {
    const AnyHierarchy& a;
    const AnyHierarchy& b;
    const NodeTable& table_a;
    const NodeTable& table_b;
    const Pose& world_from_a;
    const Pose& world_from_b;
    OverlapTest test = OverlapTest::sat;
};

struct AxisRow {
    int axis = 0; // as a visit names it
    std::string_view name;
    double apart = 0.0, reach = 0.0; // apart > reach separates
    double gap = 0.0;                // in lengths; negative: how deep they overlap there
    glm::dvec3 direction_w{0.0};     // of unit length; of swept volumes none: zero
    bool separates() const { return apart > reach; }
};

struct Span {
    double low = 0.0, high = 0.0; // lengths, from where A has its middle
};

struct VolumeTestExplanation {
    std::vector<AxisRow> rows;              // in the order of the test
    std::vector<std::array<Span, 2>> spans; // of A and B along each row's direction

    // The row of the first axis that separates; none: rows.size().
    std::size_t first_separating() const;
    // The row with the largest gap: of volumes that overlap, where they nearly do not.
    std::size_t widest() const;
};

VolumeTestExplanation explain_volumes(const PairInQuestion& pair, const NodePair& nodes);

} // namespace boxwood

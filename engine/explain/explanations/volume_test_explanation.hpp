// What: explains whether the volumes of two nodes overlap: every axis of their test with both sides of its comparison,
//     converted to lengths of the scene.
// Frame: directions in world coordinates.
// Units: `distance` and `radii` as in the test (doubled, squared, along an axis of any length); all others in lengths of
//     the scene.
// Invariants: `distance` and `radii` are bit for bit the numbers that the query compared, as the volume lists them
//     (list_axis_tests in volume.hpp). The first row that separates is the axis of the query's visit.
// Degenerate input: axes that a pair transform skips (SAT-lite, k-DOPs without relative rotation) have no rows.
// Cost: the pair transform, and each axis once; some microseconds.
// Oracle: find_separating_axis; gaps by projecting the corners of boxes.
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"
#include "engine/explain/visit_replay.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace boxwood {

// Two hierarchies with the poses and options of a query.
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
    int axis = 0; // numbered as in a visit
    std::string_view name;
    double distance = 0.0, radii = 0.0; // distance > radii separates
    double centers = 0.0,
           reach = 0.0; // the same in lengths: distance of the centers; both radii and the error bound
    double gap = 0.0;   // centers - reach; negative: the depth of the overlap there
    glm::dvec3 direction_w{0.0};        // of unit length; zero for spheres and swept volumes
    bool is_axis = true;                // false: the cross product of parallel edges; its lengths are 0
    bool separates() const { return distance > radii; }
};

struct Span {
    double low = 0.0, high = 0.0; // lengths from the center of A
};

struct VolumeTestExplanation {
    std::vector<AxisRow> rows;              // in the order of the test
    std::vector<std::array<Span, 2>> spans; // of A and B along each row's direction

    // The row of the first axis that separates, or rows.size().
    std::size_t first_separating() const;
    // The row with the largest gap; for overlapping volumes, the axis of least overlap.
    std::size_t widest() const;
};

VolumeTestExplanation explain_volumes(const PairInQuestion& pair, const NodePair& nodes);

} // namespace boxwood

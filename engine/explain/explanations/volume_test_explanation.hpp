// What: explains whether the volumes of two nodes overlap. Lists every axis of the test with the two numbers that the
//     test compares, and their values in lengths of the scene.
// Frame: directions in world coordinates.
// Units: `distance` and `radii` are in the test's own units: they can be doubled or squared, and the axis can have any
//     length. All other numbers are lengths of the scene.
// Invariants: `distance` and `radii` are bitwise identical to the numbers that the query compared, because the volume's
//     own code lists them (list_axis_tests in volume.hpp). The first separating row is the axis of the query's visit.
//     Exceptions: a query of two box-trees with LeafTest::volume compares incrementally updated overlaps
//     (box_tree_step_explanation.hpp), and a query on world trees (world_query.hpp) tests other boxes.
// Degenerate input: requires two hierarchies of the same type. Axes that the pair transform skips (SAT-lite, k-DOPs
//     without relative rotation) have no rows.
// Cost: the pair transform, and one test per axis; a few microseconds.
// Oracle: the axes of the query's visits; for gaps, the projected corners of boxes (tests/engine/explain/why_test.cpp).
#pragma once

#include "engine/explain/hierarchy/node_table.hpp"
#include "engine/explain/visit_replay.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace boxwood {

// Two hierarchies with the poses and options of a query.
struct QueriedPair {
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
    double distance = 0.0, radii = 0.0; // the axis separates if distance > radii
    // In lengths of the scene. centers: the distance of the centers; reach: the sum of both radii and the error bound.
    double centers = 0.0, reach = 0.0;
    double gap = 0.0;            // centers - reach; -gap is the depth of an overlap along the axis
    glm::dvec3 direction_w{0.0}; // of unit length; zero for spheres, swept volumes and parallel edges
    bool is_axis = true;         // false for parallel edges: their cross product is 0
    bool separates() const { return distance > radii; }
};

struct Span {
    double low = 0.0, high = 0.0; // lengths from the center of A
};

struct VolumeTestExplanation {
    std::vector<AxisRow> rows;              // in the order of the test
    std::vector<std::array<Span, 2>> spans; // of A and B along each row's direction

    // The index of the first row whose axis separates, or rows.size().
    std::size_t first_separating() const;
    // The index of the row with the largest gap, which for overlapping volumes is the row with the smallest overlap.
    std::size_t widest() const;
};

VolumeTestExplanation explain_volumes(const QueriedPair& pair, const NodePair& nodes);

} // namespace boxwood

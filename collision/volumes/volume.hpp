// What: the bounding volume concept: the interface that hierarchies and queries require of a volume type.
// Frame: a volume is in the frame of its mesh. Relation (the pair transform) contains everything that the overlap test
//     of two volumes needs from their poses. It is computed once per object pair, not per node.
// Invariants: overlap is conservative against the ground truth (world_triangle): if two volumes are reported as
//     separated, no triangle in one intersects a triangle in the other. Rounding of poses, bounds and the test does not
//     change this.
// Cost: docs/volumes.md lists the operations and times of each volume's test.
// Source: RTR 17.3, 17.4; [van den Bergen 1997] section 2.
#pragma once

#include "collision/core/pose.hpp"

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <glm/vec3.hpp>

namespace boxwood {

// Each test is conservative and reports every separation that the tests listed after it report.
enum class OverlapTest : std::uint8_t {
    sat,      // all axes of the volume's test
    sat_lite, // a cheaper subset; boxes: face normals of both
    aabb_of_obb, // boxes: face normals of the first, against the box of the second in its frame; others: as sat_lite
};

// The maximum number of axes that the test of any volume distinguishes.
inline constexpr std::size_t kMaxAxes = 31;

// One comparison of an overlap test. Views and reports use it to explain the test.
struct AxisTest {
    // The numbers that the test compares: distance > radii separates. Spheres compare squares.
    double distance = 0.0, radii = 0.0;

    // The axis, in the frame of A's mesh, or of B's if is_normal_of_b. Its length is such that distance - radii is the
    // gap between the intervals of normal . p over the two volumes, less the error bound. The axis is zero for the
    // cross product of parallel edges, and if `cores` has a value.
    glm::dvec3 normal{0.0};
    bool is_normal_of_b = false;

    // For volumes that consist of all points within a radius of a core: the distance of the cores and the radii, in
    // world units, along the line between the closest points of the cores.
    struct Cores {
        double distance = 0.0, radius_a = 0.0, radius_b = 0.0;
    };
    std::optional<Cores> cores{};
};

struct Aabb;

// Members:  V::kName                   the name on the command line
//           V::kAxisNames              names of the axes that find_separating_axis may return; at most kMaxAxes
//           V::kMergeIsTight           whether merging two fitted volumes is as tight as fitting from scratch
//           V::fit(points)             the volume of points; the empty volume for no points
//           V::make_relation(world_from_a, world_from_b, root_a, root_b, test)
//                                      valid for all volumes of points inside the two roots
//           contains(p)                closed
//           bounds()                   an enclosing AABB
//           volume(), half_area(), longest_side()   local units, never negative; the descend rule of a query uses them
//           outline(line)              calls line(from, to) for each segment of a wireframe
// Functions: merge(a, b)                        contains both
//            overlap(a, b, relation)            false only if separated
//            find_separating_axis(a, b, relation)   index of the first separating axis; -1: overlap
//            list_axis_tests(a, b, relation)        every comparison that find_separating_axis makes for volumes that
//                                               overlap, with bit-identical numbers; entry i belongs to the axis
//                                               kAxisNames[i]. Never empty. For explanations; can be slow
//            squared_distance_lower_bound(a, b, relation)   at most the squared world distance of their contents
template <class V>
concept Volume = std::equality_comparable<V> &&
    requires(const V& a, const V& b, std::span<const glm::vec3> points, const Pose& world_from_mesh,
             const typename V::Relation& relation) {
    { V::kName } -> std::convertible_to<std::string_view>;
    requires V::kAxisNames.size() <= kMaxAxes;
    { V::kMergeIsTight } -> std::convertible_to<bool>;
    { V::fit(points) } -> std::same_as<V>;
    {
        V::make_relation(world_from_mesh, world_from_mesh, a, b, OverlapTest::sat)
        } -> std::same_as<typename V::Relation>;
    { a.contains(points[0]) } -> std::same_as<bool>;
    { a.bounds() } -> std::same_as<Aabb>;
    { a.volume() } -> std::same_as<float>;
    { a.half_area() } -> std::same_as<float>;
    { a.longest_side() } -> std::same_as<float>;
    a.outline([](const glm::vec3&, const glm::vec3&) {});
    { merge(a, b) } -> std::same_as<V>;
    { overlap(a, b, relation) } -> std::same_as<bool>;
    { find_separating_axis(a, b, relation) } -> std::same_as<int>;
    { list_axis_tests(a, b, relation) } -> std::same_as<std::vector<AxisTest>>;
    { squared_distance_lower_bound(a, b, relation) } -> std::same_as<double>;
};

// The number of volumes that a query recomputes because of motion (n_u in docs/library.md). The three functions count
// them per overlap test, per distance lower bound, and once per relation for all tests of the pair. The defaults are 0,
// updates_per_test() and 0. A volume type overrides them with V::kUpdatesPerTest, V::kUpdatesPerGap and
// relation.updates.
template <Volume V>
constexpr std::uint64_t updates_per_test() {
    if constexpr (requires { V::kUpdatesPerTest; }) return V::kUpdatesPerTest;
    return 0;
}
template <Volume V>
constexpr std::uint64_t updates_per_gap() {
    if constexpr (requires { V::kUpdatesPerGap; }) return V::kUpdatesPerGap;
    return updates_per_test<V>();
}
template <class Relation>
std::uint64_t updates_of(const Relation& relation) {
    if constexpr (requires { relation.updates; }) return relation.updates;
    return 0;
}

} // namespace boxwood

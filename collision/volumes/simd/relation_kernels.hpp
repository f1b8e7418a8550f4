// What: computes the relative pose of two poses (relative_pose.hpp) and the pair transform of their boxes
//     (box_relation.hpp), with one kernel per instruction set.
// Frame: as in relative_pose.hpp and box_relation.hpp.
// Invariants: results are bitwise identical on every instruction set: the same operations in the same order, none
//     fused. The two files state the error bounds.
// Cost: 0.1 us per query with AVX2, 0.2 us in scalar code.
// Oracle: tests/collision/volumes/relation_kernels_test.cpp, and the oracles of the two files.
#pragma once

#include "collision/volumes/box/box_relation.hpp"
#include "collision/volumes/relative_pose.hpp"

#include <span>
#include <string_view>

namespace boxwood {

// farthest_*: bounds on |p|, per axis of the object's own frame, over all relevant points. The roots contain these
// points. The weights of a BoxRelation stay 0 because only distances need them.
struct RelationKernel {
    std::string_view name;
    RelativePose (*relate_poses)(const Pose& world_from_a, const Pose& world_from_b,
                                 const glm::dvec3& farthest_a, const glm::dvec3& farthest_b) = nullptr;
    BoxRelation (*relate_boxes)(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                                const Aabb& root_b, OverlapTest test) = nullptr;
    BoxRelation (*relate_boxes_from_pose)(const RelativePose& pose, const glm::dvec3& farthest_a,
                                          const glm::dvec3& farthest_b, OverlapTest test) = nullptr;
};

// The kernels that this processor supports, fastest first; the last one needs only the baseline instruction set.
std::span<const RelationKernel> list_relation_kernels();

} // namespace boxwood

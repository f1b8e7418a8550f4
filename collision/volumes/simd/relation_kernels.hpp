// What: how two poses, and the boxes placed by them, are related: relative_pose.hpp and box_relation.hpp, once for each
//     kind of vectors that a machine may have.
// Frame: those of the two.
// Invariants: the same bits on every kind: the same operations in the same order, nothing fused. Bounds are those files'.
// Cost: what every query pays, whatever it finds: 0.1 us with AVX2, where one number at a time takes 0.2.
// Oracle: tests/collision/volumes/relation_kernels_test.cpp; those of the two files.
#pragma once

#include "collision/volumes/box/box_relation.hpp"
#include "collision/volumes/relative_pose.hpp"

#include <span>
#include <string_view>

namespace boxwood {

// farthest_*: per axis of either's own frame, of all points that matter; roots contain them. Weights of a BoxRelation, which
// distances need, are left 0.
struct RelationKernel {
    std::string_view name;
    RelativePose (*relate_poses)(const Pose& world_from_a, const Pose& world_from_b,
                                 const glm::dvec3& farthest_a, const glm::dvec3& farthest_b) = nullptr;
    BoxRelation (*relate_boxes)(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                                const Aabb& root_b, OverlapTest test) = nullptr;
    BoxRelation (*relate_related_boxes)(const RelativePose& pose, const glm::dvec3& farthest_a,
                                        const glm::dvec3& farthest_b, OverlapTest test) = nullptr;
};

// Those that this machine can run, the fastest first; the last one needs no more than any machine of its kind has.
std::span<const RelationKernel> list_relation_kernels();

} // namespace boxwood

// What: tests the triangles of a leaf against the volume of an inner node.
// Frame: the triangles are mapped into the frame of the other object.
// Invariants: conservative, like the test of two volumes: the margin covers the error of the relative pose and the
//     rounding of the mapping.
// Degenerate input: a nearly singular pose makes the margin infinite, so nothing is separated.
// Cost: two relative poses per query (0.4 us); per test, the mapping and the test of triangle_volume.hpp.
// Source: RTR 17.3.2 (FindFirstHitCD: the leaf against the inner node).
// Oracle: all pairs of triangles.
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/query/query_request.hpp"
#include "collision/volumes/relative_pose.hpp"
#include "collision/volumes/triangle/triangle_volume.hpp"

#include <cstdint>
#include <span>

#include <glm/geometric.hpp>

namespace boxwood {

// The triangles of one object (`own`) in the frame of the other object.
class LeafTriangles {
  public:
    // `farthest_own` bounds the absolute coordinates of the object's points along each axis of its own frame.
    LeafTriangles(const MeshView& mesh, const RelativePose& other_from_own, const glm::dvec3& farthest_own)
        : mesh_(mesh)
        , pose_(other_from_own) {
        const glm::dvec3 reach = abs_of(pose_.m) * farthest_own + glm::abs(pose_.t);
        margin_ = glm::length(pose_.displacement) + kRounding * ((reach.x + reach.y) + reach.z);
    }

    template <Volume V>
    bool may_meet_any(std::span<const std::uint32_t> primitives, const V& volume) const {
        for (const std::uint32_t primitive : primitives)
            if (may_meet(mapped(triangle_of(mesh_, primitive)), volume, margin_)) return true;
        return false;
    }

  private:
    static constexpr double kRounding = 0x1p-49; // the mapping rounds each term 6 times

    Triangle64 mapped(const Triangle& triangle) const {
        return {pose_.m * glm::dvec3(triangle[0]) + pose_.t, pose_.m * glm::dvec3(triangle[1]) + pose_.t,
                pose_.m * glm::dvec3(triangle[2]) + pose_.t};
    }

    const MeshView& mesh_;
    RelativePose pose_;
    double margin_ = 0.0;
};

// The triangles of both objects, each in the other's frame.
struct LeafSides {
    LeafTriangles a_in_b, b_in_a;
};

} // namespace boxwood

// What: finds the highest vertex of a polytope over a plane by hill climbing from vertex to neighbor. SIMD lanes
//       contain the heights of a vertex and its neighbors. Many climbs are interleaved, so their cache misses overlap.
//       A surface with few vertices is scanned instead: all vertices, eight at a time.
// Frame: the polytope's own. DirectionalProjection defines the heights.
// Invariants: peak, height and counts have the same bits on every instruction set because no operations are fused.
//             Among vertices with equal heights, a scan returns the first.
// Degenerate input: if a neighbor is lower than the peak by at most the error bound, the peak is marked level, and the
//                   caller must search the plateau.
// Cost: with AVX-512, 4 ns per vertex on the path if its star (two cache lines) is in the nearest cache. Per block, a
//       scan takes as long as about three such vertices.
// Source: [Cohen 1995] section 4.1.
// Oracle: a scan of all vertices (tests/collision/geometry/extremal_vertices_test.cpp).
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/extremal_vertices.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace boxwood {

// The heights of vertices over one plane. A height is one coordinate of pose * p or its negative, bit for bit. Only the
// required row of the transform is evaluated [Cohen 1995, section 4.1].
class DirectionalProjection {
  public:
    DirectionalProjection() = default; // uninitialized; assign before use
    DirectionalProjection(const Pose& pose, glm::length_t axis, double sign)
        : x_(sign * pose.linear[0][axis])
        , y_(sign * pose.linear[1][axis])
        , z_(sign * pose.linear[2][axis])
        , origin_(sign * pose.origin[axis]) {}

    double of(const glm::vec3& p) const { return at(p.x, p.y, p.z); }
    double at(float x, float y, float z) const {
        return ((x_ * static_cast<double>(x) + y_ * static_cast<double>(y)) + z_ * static_cast<double>(z)) +
               origin_;
    }

    double l1_norm_of_row() const { return std::fabs(x_) + std::fabs(y_) + std::fabs(z_); }
    double x() const { return x_; }
    double y() const { return y_; }
    double z() const { return z_; }
    double origin() const { return origin_; }

  private:
    double x_, y_, z_, origin_;
};

struct SupportVertex {
    std::uint32_t vertex;
    double height;
    bool has_level_neighbor; // a neighbor is lower by no more than the error bound
};

struct HillClimb {
    HillClimb() = default; // uninitialized; assign before use
    HillClimb(const Polytope::VertexStar* graph, const DirectionalProjection& plane, double bound,
              std::uint32_t start)
        : stars(graph)
        , heights(plane)
        , error_bound(bound)
        , star(start)
        , peak{start, 0.0, false}
        , best{kNone, -std::numeric_limits<double>::infinity(), false} {}

    const Polytope::VertexStar* stars;
    DirectionalProjection heights;
    double error_bound;
    std::uint32_t star; // the next star of the peak to process
    SupportVertex peak; // the current vertex; at the end the highest one
    SupportVertex best; // the best neighbor of the peak so far
};

inline constexpr std::size_t kMaxInterleavedClimbs = 64;

struct HillClimbKernel {
    std::string_view name;
    // Finishes all climbs. Requires at most kMaxInterleavedClimbs.
    void (*climb)(std::span<HillClimb> io_climbs, ClimbCounters& io_counters) = nullptr;
    // Returns the bounds and the extremal vertices of 1 to kMaxBlocks blocks.
    CoordinateBounds (*scan)(std::span<const Polytope::VertexBlock> blocks, const Pose& world_from_body,
                             ExtremalVertices& out) = nullptr;
};

// The kernels that this machine can run, the fastest first; the last one is plain C++.
std::span<const HillClimbKernel> list_hill_climb_kernels();

} // namespace boxwood

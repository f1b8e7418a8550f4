// What: hill climbing to the highest vertices of polytopes over planes, from vertex to neighbor, with the heights of a
//       vertex and its neighbors in SIMD lanes. Many climbs are interleaved, so that their cache misses overlap. For
//       few vertices, a scan of all of them, eight at once.
// Frame: the polytope's; heights are those of DirectionalProjection.
// Invariants: the same peak, height and counts on every instruction set, bit for bit: operations are not fused. Of
//             equal vertices, a scan returns the first.
// Degenerate input: if a neighbor is lower than the peak by at most the error bound, the peak is marked level, and the
//                   caller must search the plateau.
// Cost: 4 ns per vertex on the path with AVX-512 if its star is in the nearest cache; two cache lines each. A scan
//       takes the time of about three such vertices per block.
// Source: [Cohen 1995] section 4.1. Oracle: scanning all vertices
//         (tests/collision/geometry/extremal_vertices_test.cpp).
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/extremal_vertices.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace boxwood {

// Heights of vertices over one plane: one coordinate of pose * p, or its negative, bit for bit; nine operations each.
// Only the needed row of the transform is evaluated [Cohen 1995, section 4.1].
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

    double size_of_row() const { return std::fabs(x_) + std::fabs(y_) + std::fabs(z_); }
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
    bool is_level; // a neighbor is lower by no more than the error bound
};

struct HillClimb {
    HillClimb() = default; // uninitialized; assign before use
    HillClimb(const Polytope::VertexStar* graph, const DirectionalProjection& plane, double level,
              std::uint32_t start)
        : stars(graph)
        , heights(plane)
        , error_bound(level)
        , star(start)
        , peak{start, 0.0, false}
        , best{kNone, -std::numeric_limits<double>::infinity(), false} {}

    const Polytope::VertexStar* stars;
    DirectionalProjection heights;
    double error_bound;
    std::uint32_t star; // the star of the peak to process next
    SupportVertex peak; // the current vertex; at the end the highest one
    SupportVertex best; // the best neighbor of the peak so far
};

inline constexpr std::size_t kClimbsByTurns = 64;

struct HillClimbKernel {
    std::string_view name;
    // At most kClimbsByTurns.
    void (*climb)(std::span<HillClimb> io_climbs, ClimbCounters& io_counters) = nullptr;
    // For 1 to kMaxBlocks blocks: the bounds and the extremal vertices.
    CoordinateBounds (*scan)(std::span<const Polytope::VertexBlock> blocks, const Pose& world_from_body,
                             ExtremalVertices& out) = nullptr;
};

// The kernels that this machine can run, the fastest first; the last one is plain C++.
std::span<const HillClimbKernel> list_hill_climb_kernels();

} // namespace boxwood

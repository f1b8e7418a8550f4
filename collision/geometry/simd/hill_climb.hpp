// What: climbs to the highest vertices of polytopes over planes, from vertex to neighbor, the heights of a vertex and its
//       neighbors in lanes; many climbs take turns, so that while one waits for the memory the others go on. For few vertices
//       a scan of all of them, eight at once.
// Frame: the polytope's; heights are those of directional_projection.hpp.
// Invariants: the same peak, height and counts on every kind of vectors, bit for bit: nothing is fused. A scan keeps the first
//             of equal vertices.
// Degenerate input: where a neighbor of the peak is as high but for the error bound, the peak says that it is level: whoever asks
//                   looks at the plateau.
// Cost: a vertex on the way 4 ns with AVX-512 where its star is in the nearest cache; two cache lines each. A scan takes the
//       time of about three such vertices per block.
// Source: [Cohen 1995] section 4.1. Oracle: scanning all vertices (tests/collision/geometry/extremal_vertices_test.cpp).
#pragma once

#include "collision/geometry/polytope/directional_projection.hpp"
#include "collision/geometry/polytope/extremal_vertices.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace boxwood {

struct SupportVertex {
    std::uint32_t vertex;
    double height;
    bool is_level; // a neighbor is lower by no more than the error bound
};

struct HillClimb {
    HillClimb() = default; // of nothing: to be assigned
    HillClimb(const Polytope& polytope, const DirectionalProjection& plane, double level, std::uint32_t start)
        : stars(polytope.stars().data())
        , heights(plane)
        , error_bound(level)
        , star(start)
        , peak{start, 0.0, false}
        , best{kNone, -std::numeric_limits<double>::infinity(), false} {}

    const Polytope::VertexStar* stars;
    DirectionalProjection heights;
    double error_bound;
    std::uint32_t star; // of the peak: which one is looked at next
    SupportVertex peak; // where the climb stands, in the end the highest vertex
    SupportVertex best; // among the neighbors seen of it so far
};

inline constexpr std::size_t kClimbsByTurns = 64;

struct HillClimbKernel {
    std::string_view name;
    // At most kClimbsByTurns.
    void (*climb)(std::span<HillClimb> io_climbs, ClimbCounters& io_counters) = nullptr;
    // Of a polytope with blocks: its bounds and the vertices that reach them.
    CoordinateBounds (*scan)(const Polytope& polytope, const Pose& world_from_body,
                             ExtremalVertices& out) = nullptr;
};

// Those that this machine can run, the fastest first; the last one is plain C++.
std::span<const HillClimbKernel> list_hill_climb_kernels();

} // namespace boxwood

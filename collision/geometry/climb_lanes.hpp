// What: climbs to the highest vertices of polytopes over planes, from vertex to neighbor, the heights of a vertex and its
//       neighbors in lanes; many climbs take turns, so that while one waits for the memory the others go on. For few vertices
//       a scan of all of them, eight at once.
// Frame: the polytope's; heights are those of heights.hpp.
// Invariants: the same peak, height and counts on every kind of vectors, bit for bit: nothing is fused. A scan keeps the first
//             of equal vertices.
// Degenerate input: where a neighbor of the peak is as high but for the slack, the peak says that it is level: whoever asks
//                   looks at the plateau.
// Cost: a vertex on the way 4 ns with AVX-512 where its star is in the nearest cache; two cache lines each. A scan takes the
//       time of about three such vertices per block.
// Source: [Cohen 1995] section 4.1. Oracle: scanning all vertices (tests/collision/geometry/extremal_vertices_test.cpp).
#pragma once

#include "collision/geometry/extremal_vertices.hpp"
#include "collision/geometry/heights.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string_view>

namespace boxwood {

struct Peak {
    std::uint32_t vertex;
    double height;
    bool is_level; // a neighbor is lower by no more than the slack
};

struct Climb {
    Climb() = default; // of nothing: to be assigned
    Climb(const Polytope& polytope, const Heights& plane, double level, std::uint32_t start)
        : stars(polytope.stars().data())
        , heights(plane)
        , slack(level)
        , star(start)
        , peak{start, 0.0, false}
        , best{kNone, -std::numeric_limits<double>::infinity(), false} {}

    const Polytope::VertexStar* stars;
    Heights heights;
    double slack;
    std::uint32_t star; // of the peak: which one is looked at next
    Peak peak;          // where the climb stands, in the end the highest vertex
    Peak best;          // among the neighbors seen of it so far
};

inline constexpr std::size_t kClimbsByTurns = 64;

struct ClimbKernel {
    std::string_view name;
    // At most kClimbsByTurns.
    void (*climb)(std::span<Climb> io_climbs, ClimbCounters& io_counters) = nullptr;
    // Of a polytope with blocks: its bounds and the vertices that reach them.
    CoordinateBounds (*scan)(const Polytope& polytope, const Pose& world_from_body,
                             ExtremalVertices& out) = nullptr;
};

// Those that this machine can run, the fastest first; the last one is plain C++.
std::span<const ClimbKernel> list_climb_kernels();

} // namespace boxwood

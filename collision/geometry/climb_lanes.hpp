// What: climbs to the highest vertex of a polytope over a plane, from vertex to neighbor, the heights of a vertex and its
//       neighbors side by side.
// Frame: the polytope's; heights are those of heights.hpp.
// Invariants: the same peak, height and counts on every kind of vectors, bit for bit: nothing is fused.
// Degenerate input: where a neighbor of the peak is as high but for the slack, the peak says that it is level: whoever asks
//                   looks at the plateau.
// Cost: a vertex on the way 4 ns with AVX-512 where its star is in the nearest cache; two cache lines each.
// Source: [Cohen 1995] section 4.1. Oracle: scanning all vertices (tests/collision/geometry/extremal_vertices_test.cpp).
#pragma once

#include "collision/geometry/extremal_vertices.hpp"
#include "collision/geometry/heights.hpp"

#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

struct Peak {
    std::uint32_t vertex = 0;
    double height = 0.0;
    bool is_level = false; // a neighbor is lower by no more than the slack
};

struct ClimbKernel {
    std::string_view name;
    // From the peak's vertex. In place: a copy would wait for what was just written.
    void (*climb)(const Polytope& polytope, const Heights& heights, double slack, Peak& io_peak,
                  ClimbCounters& io_counters) = nullptr;
};

// Those that this machine can run, the fastest first; the last one is plain C++.
std::span<const ClimbKernel> list_climb_kernels();

} // namespace boxwood

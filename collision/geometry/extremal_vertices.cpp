#include "collision/geometry/extremal_vertices.hpp"

#include "collision/geometry/climb_lanes.hpp"

#include <cmath>

namespace boxwood {

namespace {

// Two heights closer than this may stand in the wrong order, and a vertex this much lower may stand between two that
// are not: a height is off by at most 4 units of rounding of its terms, and the faces that should lead upwards are flat
// only so far.
double slack_of(const Polytope& polytope, const Heights& heights) {
    const double scale = heights.size_of_row();
    return 0x1p-49 * (scale * polytope.extent() + std::fabs(heights.origin())) +
           4.0 * scale * polytope.flatness();
}

// The highest of all vertices that are connected to the peak without going down by more than the slack.
Peak search_plateau(const Polytope& polytope, const Heights& heights, double slack, Peak peak,
                    ClimbCounters& io_counters) {
    std::array<std::uint32_t, kMaxPlateau> found{peak.vertex};
    std::size_t count = 1;
    const auto is_found = [&](std::uint32_t vertex) {
        for (std::size_t i = 0; i < count; ++i)
            if (found[i] == vertex) return true;
        return false;
    };
    for (std::size_t next = 0; next < count; ++next) {
        for (const std::uint32_t neighbor : polytope.vertex_neighbors(found[next])) {
            if (is_found(neighbor)) continue;
            const double height = heights.of(neighbor);
            ++io_counters.evaluations;
            if (height < peak.height - slack) continue;
            if (height > peak.height) peak = {neighbor, height};
            if (count == kMaxPlateau) return {kNone, 0.0};
            found[count++] = neighbor;
        }
    }
    return peak;
}

Peak scan(const Polytope& polytope, const Heights& heights, ClimbCounters& io_counters) {
    Peak peak{0, heights.of(0)};
    const auto count = static_cast<std::uint32_t>(polytope.positions().size());
    for (std::uint32_t vertex = 1; vertex < count; ++vertex)
        if (const double height = heights.of(vertex); height > peak.height) peak = {vertex, height};
    io_counters.evaluations += count;
    return peak;
}

void find_peak(const ClimbKernel& kernel, const Polytope& polytope, const Heights& heights, double slack,
               Peak& io_peak, ClimbCounters& io_counters) {
    kernel.climb(polytope, heights, slack, io_peak, io_counters);
    if (!io_peak.is_level) return;
    io_peak = search_plateau(polytope, heights, slack, io_peak, io_counters);
    if (io_peak.vertex == kNone) io_peak = scan(polytope, heights, io_counters);
}

} // namespace

CoordinateBounds climb_bounds(const Polytope& polytope, const Pose& world_from_body,
                              ExtremalVertices& io_cache, ClimbCounters& io_counters) {
    static const ClimbKernel& kernel = list_climb_kernels().front();
    CoordinateBounds bounds;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        std::uint32_t& least = io_cache.vertex[static_cast<std::size_t>(2 * axis)];
        std::uint32_t& greatest = io_cache.vertex[static_cast<std::size_t>(2 * axis + 1)];
        const Heights up(polytope.positions(), world_from_body, axis, 1.0);
        const Heights down(polytope.positions(), world_from_body, axis, -1.0);
        const double slack = slack_of(polytope, up);
        Peak top{greatest}, bottom{least};
        find_peak(kernel, polytope, up, slack, top, io_counters);
        find_peak(kernel, polytope, down, slack, bottom, io_counters);
        greatest = top.vertex;
        least = bottom.vertex;
        bounds.upper[axis] = top.height;
        bounds.lower[axis] = 0.0 - bottom.height;
    }
    return bounds;
}

} // namespace boxwood

#include "collision/geometry/extremal_vertices.hpp"

#include "collision/geometry/heights.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace boxwood {

namespace {

struct Peak {
    std::uint32_t vertex = 0;
    double height = 0.0;
};

// Two heights closer than this may stand in the wrong order, and a vertex this much lower may stand between two that
// are not: a height is off by at most 4 units of rounding of its terms, and the faces that should lead upwards are flat
// only so far.
double slack_of(const Polytope& polytope, const Heights& heights) {
    const double scale = heights.size_of_row();
    return 0x1p-49 * (scale * polytope.extent() + std::fabs(heights.origin())) +
           4.0 * scale * polytope.flatness();
}

// The highest of the vertices, if one is higher than `least`; else the height that the best of them has, and kNone.
Peak find_higher(std::span<const std::uint32_t> vertices, const Heights& heights, double least) {
    constexpr std::size_t kAtOnce = 16; // more than most vertices have neighbors
    std::array<double, kAtOnce> found;
    Peak best{kNone, -std::numeric_limits<double>::infinity()};
    for (; !vertices.empty(); vertices = vertices.subspan(std::min(kAtOnce, vertices.size()))) {
        const std::size_t count = std::min(kAtOnce, vertices.size());
        heights.of_all(vertices.first(count), found.data());
        // First the height only, without a branch for each: mostly none is higher, and which is does not matter.
        double highest = found[0];
        for (std::size_t i = 1; i < count; ++i) highest = std::max(highest, found[i]);
        if (highest <= best.height) continue;
        best.height = highest;
        if (highest <= least) continue;
        const auto at = std::find(found.begin(), found.begin() + static_cast<std::ptrdiff_t>(count), highest);
        best.vertex = vertices[static_cast<std::size_t>(at - found.begin())];
    }
    return best;
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

Peak climb(const Polytope& polytope, const Heights& heights, double slack, std::uint32_t start,
           ClimbCounters& io_counters) {
    Peak peak{start, heights.of(start)};
    ++io_counters.evaluations;
    for (;;) {
        const std::span<const std::uint32_t> neighbors = polytope.vertex_neighbors(peak.vertex);
        const Peak best = find_higher(neighbors, heights, peak.height);
        io_counters.evaluations += neighbors.size();
        if (best.vertex == kNone) {
            if (best.height < peak.height - slack) return peak;
            break;
        }
        peak = best;
        ++io_counters.steps;
    }
    peak = search_plateau(polytope, heights, slack, peak, io_counters);
    return peak.vertex == kNone ? scan(polytope, heights, io_counters) : peak;
}

} // namespace

CoordinateBounds climb_bounds(const Polytope& polytope, const Pose& world_from_body,
                              ExtremalVertices& io_cache, ClimbCounters& io_counters) {
    CoordinateBounds bounds;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        std::uint32_t& least = io_cache.vertex[static_cast<std::size_t>(2 * axis)];
        std::uint32_t& greatest = io_cache.vertex[static_cast<std::size_t>(2 * axis + 1)];
        const Heights up(polytope.positions(), world_from_body, axis, 1.0);
        const Heights down(polytope.positions(), world_from_body, axis, -1.0);
        const double slack = slack_of(polytope, up);
        const Peak top = climb(polytope, up, slack, greatest, io_counters);
        const Peak bottom = climb(polytope, down, slack, least, io_counters);
        greatest = top.vertex;
        least = bottom.vertex;
        bounds.upper[axis] = top.height;
        bounds.lower[axis] = 0.0 - bottom.height;
    }
    return bounds;
}

} // namespace boxwood

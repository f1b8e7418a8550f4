#include "collision/geometry/extremal_vertices.hpp"

#include <cmath>

namespace boxwood {

namespace {

struct Peak {
    std::uint32_t vertex = 0;
    double height = 0.0;
};

// Heights of vertices over one plane: one coordinate of pose * p, or its negative, bit for bit.
class Heights {
  public:
    Heights(const Polytope& polytope, const Pose& pose, glm::length_t axis, double sign)
        : polytope_(polytope)
        , x_(sign * pose.linear[0][axis])
        , y_(sign * pose.linear[1][axis])
        , z_(sign * pose.linear[2][axis])
        , origin_(sign * pose.origin[axis]) {}

    double of(std::uint32_t vertex) const {
        const glm::vec3& p = polytope_.positions()[vertex];
        return ((x_ * static_cast<double>(p.x) + y_ * static_cast<double>(p.y)) +
                z_ * static_cast<double>(p.z)) +
               origin_;
    }

    // Two heights closer than this may stand in the wrong order, and a vertex this much lower may stand
    // between two that are not: a height is off by at most 4 units of rounding of its terms, and the faces
    // that should lead upwards are flat only so far.
    double slack() const {
        const double scale = (std::fabs(x_) + std::fabs(y_) + std::fabs(z_));
        return 0x1p-49 * (scale * polytope_.extent() + std::fabs(origin_)) +
               4.0 * scale * polytope_.flatness();
    }

  private:
    const Polytope& polytope_;
    double x_, y_, z_, origin_;
};

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
    Peak best;
    for (;;) {
        const std::span<const std::uint32_t> neighbors = polytope.vertex_neighbors(peak.vertex);
        best = {neighbors[0], heights.of(neighbors[0])};
        for (const std::uint32_t neighbor : neighbors.subspan(1))
            if (const double height = heights.of(neighbor); height > best.height) best = {neighbor, height};
        io_counters.evaluations += neighbors.size();
        if (best.height <= peak.height) break;
        peak = best;
        ++io_counters.steps;
    }
    if (best.height < peak.height - slack) return peak;
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
        const Heights up(polytope, world_from_body, axis, 1.0), down(polytope, world_from_body, axis, -1.0);
        const double slack = up.slack();
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

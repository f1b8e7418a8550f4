#include "collision/geometry/polytope/extremal_vertices.hpp"

#include "collision/core/check.hpp"
#include "collision/core/prefetch.hpp"
#include "collision/geometry/simd/hill_climb.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {

namespace {

// Two heights that differ by less than this bound can compare in the wrong order: each height has an error of up to
// 4 * 2^-53 times the sum of the absolute values of its terms. A path between two higher vertices can also contain a
// vertex that is lower by up to this bound, because the faces are planar only within flatness().
double error_bound_of(const SupportGraph& graph, const DirectionalProjection& heights) {
    const double scale = heights.l1_norm_of_row();
    return 0x1p-49 * (scale * graph.extent + std::fabs(heights.origin())) + 4.0 * scale * graph.flatness;
}

// Returns the highest of all vertices that are connected to the peak by vertices within the error bound of its height.
// Returns kNone if there are more than kMaxPlateau of them.
SupportVertex search_plateau(const SupportGraph& graph, const DirectionalProjection& heights,
                             double error_bound, SupportVertex peak, ClimbCounters& io_counters) {
    std::array<std::uint32_t, kMaxPlateau> found{peak.vertex};
    std::size_t count = 1;
    const auto is_found = [&](std::uint32_t vertex) {
        for (std::size_t i = 0; i < count; ++i)
            if (found[i] == vertex) return true;
        return false;
    };
    bool is_full = false;
    for (std::size_t next = 0; next < count && !is_full; ++next) {
        for_each_neighbor(graph, found[next], [&](std::uint32_t neighbor) {
            if (is_full || is_found(neighbor)) return;
            const double height = heights.of(graph.position(neighbor));
            ++io_counters.evaluations;
            if (height < peak.height - error_bound) return;
            if (height > peak.height) peak = {neighbor, height, true};
            if (count == kMaxPlateau)
                is_full = true;
            else
                found[count++] = neighbor;
        });
    }
    return is_full ? SupportVertex{kNone, 0.0, false} : peak;
}

SupportVertex scan(const SupportGraph& graph, const DirectionalProjection& heights,
                   ClimbCounters& io_counters) {
    SupportVertex peak{0, heights.of(graph.position(0)), false};
    for (std::uint32_t vertex = 1; vertex < graph.vertex_count; ++vertex)
        if (const double height = heights.of(graph.position(vertex)); height > peak.height)
            peak = {vertex, height, false};
    io_counters.evaluations += graph.vertex_count;
    return peak;
}

const HillClimbKernel& fastest_kernel() {
    static const HillClimbKernel& kernel = list_hill_climb_kernels().front();
    return kernel;
}

constexpr std::size_t kClimbsPerBounds = 6; // down and up along each axis, as in the cache
static_assert(kClimbsPerBounds * kMaxBoundsAtOnce <= kMaxInterleavedClimbs);

// Sets up the climbs of a request, and prefetches the stars of their start vertices.
void prepare(const BoundsClimb& request, std::span<HillClimb, kClimbsPerBounds> out_climbs) {
    const SupportGraph& graph = request.graph;
    BOXWOOD_REQUIRE(graph.vertex_count > 0); // an empty polytope or hull has no bounds
    for (std::size_t k = 0; k < kClimbsPerBounds; ++k) {
        const std::uint32_t start = request.cache->vertex[k];
        prefetch(graph.stars.subspan(start, 1));
        const auto axis = static_cast<glm::length_t>(k / 2);
        const DirectionalProjection heights(*request.world_from_body, axis, k % 2 == 0 ? -1.0 : 1.0);
        out_climbs[k] = HillClimb(graph.stars.data(), heights, error_bound_of(graph, heights), start);
    }
}

void store_peaks(std::span<const HillClimb, kClimbsPerBounds> climbs, BoundsClimb& io_request,
                 ClimbCounters& io_counters) {
    for (std::size_t k = 0; k < kClimbsPerBounds; ++k) {
        const HillClimb& climb = climbs[k];
        SupportVertex highest = climb.peak;
        if (highest.has_level_neighbor) {
            const SupportGraph& graph = io_request.graph;
            highest = search_plateau(graph, climb.heights, climb.error_bound, highest, io_counters);
            if (highest.vertex == kNone) highest = scan(graph, climb.heights, io_counters);
        }
        io_request.cache->vertex[k] = highest.vertex;
        const auto axis = static_cast<glm::length_t>(k / 2);
        if (k % 2 == 0)
            io_request.bounds.lower[axis] = 0.0 - highest.height;
        else
            io_request.bounds.upper[axis] = highest.height;
    }
}

} // namespace

void climb_bounds(std::span<BoundsClimb> io_climbs, ClimbCounters& io_counters) {
    std::array<HillClimb, kClimbsPerBounds * kMaxBoundsAtOnce> climbs;
    const auto climbs_of = [&climbs](std::size_t i) {
        return std::span(climbs).subspan(i * kClimbsPerBounds).first<kClimbsPerBounds>();
    };
    for (std::size_t i = 0; i < io_climbs.size(); ++i) prepare(io_climbs[i], climbs_of(i));
    fastest_kernel().climb(std::span(climbs).first(io_climbs.size() * kClimbsPerBounds), io_counters);
    for (std::size_t i = 0; i < io_climbs.size(); ++i) store_peaks(climbs_of(i), io_climbs[i], io_counters);
}

CoordinateBounds climb_bounds(const SupportGraph& graph, const Pose& world_from_body,
                              ExtremalVertices& io_cache, ClimbCounters& io_counters) {
    BoundsClimb one{graph, &world_from_body, &io_cache, {}};
    climb_bounds({&one, 1}, io_counters);
    return one.bounds;
}

CoordinateBounds climb_bounds(const Polytope& polytope, const Pose& world_from_body,
                              ExtremalVertices& io_cache, ClimbCounters& io_counters) {
    return climb_bounds(support_graph_of(polytope), world_from_body, io_cache, io_counters);
}

CoordinateBounds scan_bounds(const SupportGraph& graph, const Pose& world_from_body,
                             ExtremalVertices& out_cache, ClimbCounters& io_counters) {
    BOXWOOD_REQUIRE(!graph.blocks.empty());
    io_counters.evaluations += 3 * std::uint64_t{graph.vertex_count};
    return fastest_kernel().scan(graph.blocks, world_from_body, out_cache);
}

CoordinateBounds scan_bounds(const Polytope& polytope, const Pose& world_from_body,
                             ExtremalVertices& out_cache, ClimbCounters& io_counters) {
    return scan_bounds(support_graph_of(polytope), world_from_body, out_cache, io_counters);
}

CoordinateBounds bounds_of_points(std::span<const glm::vec3> points, const Pose& world_from_body) {
    BOXWOOD_REQUIRE(!points.empty());
    const DirectionalProjection x(world_from_body, 0, 1.0), y(world_from_body, 1, 1.0),
        z(world_from_body, 2, 1.0);
    glm::dvec3 lower(x.of(points[0]), y.of(points[0]), z.of(points[0])), upper = lower;
    for (const glm::vec3& p : points) { // six independent chains of minima and maxima
        const glm::dvec3 p_w(x.of(p), y.of(p), z.of(p));
        lower = {std::min(lower.x, p_w.x), std::min(lower.y, p_w.y), std::min(lower.z, p_w.z)};
        upper = {std::max(upper.x, p_w.x), std::max(upper.y, p_w.y), std::max(upper.z, p_w.z)};
    }
    return {lower, upper};
}

// Each term of a coordinate is rounded at most four times, so the error of a coordinate is at most 4 * 2^-53 times the
// sum of the absolute values of its terms. The difference of two coordinates has twice this error. The bound is twice
// as large again.
glm::dvec3 rounding_bound(const Pose& world_from_body, double extent) {
    glm::dvec3 bound;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        const DirectionalProjection heights(world_from_body, axis, 1.0);
        bound[axis] = 0x1p-49 * (heights.l1_norm_of_row() * extent + std::fabs(heights.origin()));
    }
    return bound;
}

} // namespace boxwood

#include "collision/geometry/polytope/extremal_vertices.hpp"

#include "collision/core/check.hpp"
#include "collision/core/prefetch.hpp"
#include "collision/geometry/simd/hill_climb.hpp"

#include <cmath>

namespace boxwood {

namespace {

// Two heights closer than this bound may compare in the wrong order, and a vertex lower by this much may lie on the
// path between two higher ones: the error of a height is at most 4 units of rounding of its terms, and the faces along
// an ascending path are planar only within flatness().
double error_bound_of(const Polytope& polytope, const DirectionalProjection& heights) {
    const double scale = heights.size_of_row();
    return 0x1p-49 * (scale * polytope.extent() + std::fabs(heights.origin())) +
           4.0 * scale * polytope.flatness();
}

// The highest of all vertices that are connected to the peak by vertices within the error bound of its height.
SupportVertex search_plateau(const Polytope& polytope, const DirectionalProjection& heights,
                             double error_bound, SupportVertex peak, ClimbCounters& io_counters) {
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
            const double height = heights.of(polytope.positions()[neighbor]);
            ++io_counters.evaluations;
            if (height < peak.height - error_bound) continue;
            if (height > peak.height) peak = {neighbor, height, true};
            if (count == kMaxPlateau) return {kNone, 0.0, false};
            found[count++] = neighbor;
        }
    }
    return peak;
}

SupportVertex scan(const Polytope& polytope, const DirectionalProjection& heights,
                   ClimbCounters& io_counters) {
    const std::span<const glm::vec3> positions = polytope.positions();
    SupportVertex peak{0, heights.of(positions[0]), false};
    const auto count = static_cast<std::uint32_t>(positions.size());
    for (std::uint32_t vertex = 1; vertex < count; ++vertex)
        if (const double height = heights.of(positions[vertex]); height > peak.height)
            peak = {vertex, height, false};
    io_counters.evaluations += count;
    return peak;
}

const HillClimbKernel& fastest_kernel() {
    static const HillClimbKernel& kernel = list_hill_climb_kernels().front();
    return kernel;
}

constexpr std::size_t kClimbsPerBounds = 6; // down and up along each axis, as in the cache
static_assert(kClimbsPerBounds * kMaxBoundsAtOnce <= kClimbsByTurns);

// Also prefetches the stars at which the climbs start.
void prepare(const BoundsClimb& request, std::span<HillClimb, kClimbsPerBounds> out_climbs) {
    const Polytope& polytope = *request.polytope;
    for (std::size_t k = 0; k < kClimbsPerBounds; ++k) {
        const std::uint32_t start = request.cache->vertex[k];
        prefetch(polytope.stars().subspan(start, 1));
        const auto axis = static_cast<glm::length_t>(k / 2);
        const DirectionalProjection heights(*request.world_from_body, axis, k % 2 == 0 ? -1.0 : 1.0);
        out_climbs[k] = HillClimb(polytope, heights, error_bound_of(polytope, heights), start);
    }
}

void take_peaks(std::span<const HillClimb, kClimbsPerBounds> climbs, BoundsClimb& io_request,
                ClimbCounters& io_counters) {
    for (std::size_t k = 0; k < kClimbsPerBounds; ++k) {
        const HillClimb& climb = climbs[k];
        SupportVertex highest = climb.peak;
        if (highest.is_level) {
            const Polytope& polytope = *io_request.polytope;
            highest = search_plateau(polytope, climb.heights, climb.error_bound, highest, io_counters);
            if (highest.vertex == kNone) highest = scan(polytope, climb.heights, io_counters);
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
    const auto of = [&climbs](std::size_t i) {
        return std::span(climbs).subspan(i * kClimbsPerBounds).first<kClimbsPerBounds>();
    };
    for (std::size_t i = 0; i < io_climbs.size(); ++i) prepare(io_climbs[i], of(i));
    fastest_kernel().climb(std::span(climbs).first(io_climbs.size() * kClimbsPerBounds), io_counters);
    for (std::size_t i = 0; i < io_climbs.size(); ++i) take_peaks(of(i), io_climbs[i], io_counters);
}

CoordinateBounds climb_bounds(const Polytope& polytope, const Pose& world_from_body,
                              ExtremalVertices& io_cache, ClimbCounters& io_counters) {
    BoundsClimb one{&polytope, &world_from_body, &io_cache, {}};
    climb_bounds({&one, 1}, io_counters);
    return one.bounds;
}

CoordinateBounds scan_bounds(const Polytope& polytope, const Pose& world_from_body,
                             ExtremalVertices& out_cache, ClimbCounters& io_counters) {
    BOXWOOD_ASSERT(!polytope.blocks().empty());
    io_counters.evaluations += 3 * polytope.positions().size();
    return fastest_kernel().scan(polytope, world_from_body, out_cache);
}

} // namespace boxwood

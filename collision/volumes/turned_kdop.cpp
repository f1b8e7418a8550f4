#include "collision/volumes/turned_kdop.hpp"

#include <cmath>

#include <glm/matrix.hpp>

namespace boxwood {
namespace {

// Relative to the terms of a projection. Exceeds the rounding errors of the projection and of pose * p.
constexpr double kRounding = 0x1p-48;

// Maps points of the body to their projections on three directions. Hill climbing along the three axes then climbs
// along these directions. The last triple repeats the last direction if K/2 is not a multiple of 3.
template <int K>
Pose map_along(std::size_t triple, const Pose& world_from_body) {
    glm::dmat3 rows;
    for (std::size_t i = 0; i < 3; ++i)
        rows[static_cast<int>(i)] =
            to_direction(Kdop<K>::kDirections[std::min(3 * triple + i, std::size_t{K / 2 - 1})]);
    const glm::dmat3 directions = glm::transpose(rows);
    return {directions * world_from_body.linear, directions * world_from_body.origin};
}

double reach_of(std::span<const glm::vec3> points, const Pose& pose) {
    glm::dvec3 farthest(0.0);
    for (const glm::vec3& p : points) farthest = glm::max(farthest, glm::abs(glm::dvec3(p)));
    const glm::dvec3 reach = abs_of(pose.linear) * farthest + glm::abs(pose.origin);
    return (reach.x + reach.y) + reach.z;
}

template <int K>
void set_slab(std::size_t i, double lower, double upper, double reach, Kdop<K>& io_dop) {
    io_dop.lower[i] = round_down(lower - kRounding * reach);
    io_dop.upper[i] = round_up(upper + kRounding * reach);
}

template <int K>
void set_triple(std::size_t triple, const CoordinateBounds& bounds, double reach, Kdop<K>& io_dop) {
    for (std::size_t i = 0; i < 3 && 3 * triple + i < K / 2; ++i)
        set_slab(3 * triple + i, bounds.lower[static_cast<int>(i)], bounds.upper[static_cast<int>(i)], reach,
                 io_dop);
}

// Uses the same arithmetic as climb_bounds.
CoordinateBounds scan_bounds(std::span<const glm::vec3> points, const Pose& map) {
    CoordinateBounds bounds{glm::dvec3(std::numeric_limits<double>::infinity()),
                            glm::dvec3(-std::numeric_limits<double>::infinity())};
    for (const glm::vec3& p : points) {
        const double x = static_cast<double>(p.x), y = static_cast<double>(p.y), z = static_cast<double>(p.z);
        for (int axis = 0; axis < 3; ++axis) {
            const double at =
                ((map.linear[0][axis] * x + map.linear[1][axis] * y) + map.linear[2][axis] * z) +
                map.origin[axis];
            bounds.lower[axis] = std::min(bounds.lower[axis], at);
            bounds.upper[axis] = std::max(bounds.upper[axis], at);
        }
    }
    return bounds;
}

} // namespace

template <int K>
Kdop<K> turn_by_scan(std::span<const glm::vec3> points, const Pose& world_from_body) {
    Kdop<K> dop;
    const double reach = reach_of(points, world_from_body);
    for (std::size_t triple = 0; 3 * triple < K / 2; ++triple)
        set_triple(triple, scan_bounds(points, map_along<K>(triple, world_from_body)), reach, dop);
    return dop;
}

template <int K>
Kdop<K> turn_by_climb(const Polytope& hull, const Pose& world_from_body, KdopClimbCache<K>& io_cache,
                      ClimbCounters& io_counters) {
    Kdop<K> dop;
    const double reach = reach_of(hull.positions(), world_from_body);
    for (std::size_t triple = 0; 3 * triple < K / 2; ++triple)
        set_triple(
            triple,
            climb_bounds(hull, map_along<K>(triple, world_from_body), io_cache.of_three[triple], io_counters),
            reach, dop);
    return dop;
}

template <int K>
Kdop<K> turn_by_corners(const Aabb& box, const Pose& world_from_body) {
    std::array<glm::vec3, 8> corners;
    for (unsigned i = 0; i < 8; ++i)
        corners[i] = {i & 1 ? box.upper.x : box.lower.x, i & 2 ? box.upper.y : box.lower.y,
                      i & 4 ? box.upper.z : box.lower.z};
    return turn_by_scan<K>(corners, world_from_body);
}

template <int K>
Kdop<K> turn_by_sums(const Kdop<K>& dop, const Pose& world_from_body) {
    const Aabb box = dop.bounds();
    const double reach = reach_of(std::array{box.lower, box.upper}, world_from_body);
    Kdop<K> turned;
    for (std::size_t i = 0; i < K / 2; ++i) {
        const glm::dvec3 n = to_direction(Kdop<K>::kDirections[i]);
        const DirectionSum sum = find_cone<K>(glm::transpose(world_from_body.linear) * n);
        double lower = glm::dot(n, world_from_body.origin), upper = lower;
        for (std::size_t l = 0; l < 3; ++l) {
            const double low = static_cast<double>(dop.lower[sum.directions[l]]),
                         high = static_cast<double>(dop.upper[sum.directions[l]]);
            lower += sum.weights[l] * (sum.is_reversed[l] ? -high : low);
            upper += sum.weights[l] * (sum.is_reversed[l] ? -low : high);
        }
        set_slab(i, lower, upper, 4.0 * reach, turned); // three slabs of up to three coordinates each
    }
    return turned;
}

template Kdop14 turn_by_scan(std::span<const glm::vec3>, const Pose&);
template Kdop18 turn_by_scan(std::span<const glm::vec3>, const Pose&);
template Kdop24 turn_by_scan(std::span<const glm::vec3>, const Pose&);
template Kdop26 turn_by_scan(std::span<const glm::vec3>, const Pose&);
template Kdop14 turn_by_climb(const Polytope&, const Pose&, KdopClimbCache<14>&, ClimbCounters&);
template Kdop18 turn_by_climb(const Polytope&, const Pose&, KdopClimbCache<18>&, ClimbCounters&);
template Kdop24 turn_by_climb(const Polytope&, const Pose&, KdopClimbCache<24>&, ClimbCounters&);
template Kdop26 turn_by_climb(const Polytope&, const Pose&, KdopClimbCache<26>&, ClimbCounters&);
template Kdop14 turn_by_corners(const Aabb&, const Pose&);
template Kdop18 turn_by_corners(const Aabb&, const Pose&);
template Kdop24 turn_by_corners(const Aabb&, const Pose&);
template Kdop26 turn_by_corners(const Aabb&, const Pose&);
template Kdop14 turn_by_sums(const Kdop14&, const Pose&);
template Kdop18 turn_by_sums(const Kdop18&, const Pose&);
template Kdop24 turn_by_sums(const Kdop24&, const Pose&);
template Kdop26 turn_by_sums(const Kdop26&, const Pose&);

} // namespace boxwood

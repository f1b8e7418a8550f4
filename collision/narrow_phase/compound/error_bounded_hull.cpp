#include "collision/narrow_phase/compound/error_bounded_hull.hpp"

#include "collision/geometry/mesh_checks.hpp"

#include <algorithm>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/vector_relational.hpp>

namespace boxwood {
namespace {

// The fallback if the hull function fails, for example for coplanar points. It always gives a polytope. The points can
// be vertices of other hulls, which can lie slightly beyond kMaxCoordinate even if no part does.
Polytope make_box_around(std::span<const glm::dvec3> points) {
    glm::dvec3 lower = points[0], upper = points[0];
    for (const glm::dvec3& p : points) {
        lower = glm::min(lower, p);
        upper = glm::max(upper, p);
    }
    const double size = std::max({glm::length(upper - lower), glm::length(upper), glm::length(lower), 1e-30});
    const glm::dvec3 margin(1e-3 * size); // thick enough for the checks of make_polytope
    lower = glm::max(lower - margin, glm::dvec3(-kMaxCoordinate));
    upper = glm::min(upper + margin, glm::dvec3(kMaxCoordinate));
    if (!glm::all(glm::lessThanEqual(lower + margin, upper))) { // all points are beyond the limit
        lower = glm::dvec3(-kMaxCoordinate);
        upper = glm::dvec3(kMaxCoordinate);
    }
    std::vector<glm::vec3> corners;
    for (int corner = 0; corner < 8; ++corner)
        corners.emplace_back((corner & 1) ? upper.x : lower.x, (corner & 2) ? upper.y : lower.y,
                             (corner & 4) ? upper.z : lower.z);
    const std::vector<std::vector<std::uint32_t>> faces{{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                                        {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
    Result<Polytope> box = make_polytope(corners, faces);
    return require_ok(std::move(box));
}

} // namespace

ErrorBoundedHull make_error_bounded_hull(std::span<const glm::dvec3> points, double inner_error_bound,
                                         HullFunction make_hull) {
    std::vector<glm::vec3> rounded;
    rounded.reserve(points.size());
    for (const glm::dvec3& p : points) rounded.emplace_back(p);
    Result<Polytope> hull = make_hull(rounded);
    return measure_error_bound(hull ? std::move(*hull) : make_box_around(points), points, inner_error_bound);
}

ErrorBoundedHull measure_error_bound(Polytope approximate_hull, std::span<const glm::dvec3> points,
                                     double inner_error_bound) {
    ErrorBoundedHull result{std::move(approximate_hull), inner_error_bound};
    double highest = 0.0;
    for (const Polytope::Face& face : result.polytope.faces())
        for (const glm::dvec3& p : points)
            highest = std::max(highest, glm::dot(face.normal, p) - face.offset);
    // If no point is more than `highest` above any plane, all points lie in the hull scaled about its centroid by 1 +
    // highest / inner_radius. That scaling moves a point of the hull by at most radius * highest / inner_radius.
    result.error_bound += highest * (1.0 + result.polytope.radius() / result.polytope.inner_radius());
    return result;
}

} // namespace boxwood

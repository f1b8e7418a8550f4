#include "collision/geometry/hull/hull_polytope.hpp"

#include "collision/geometry/hull/convex_hull.hpp"
#include "collision/geometry/mesh_checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

Status check_hull_points(std::span<const glm::vec3> points) {
    if (points.size() < 4) return Error{"a hull needs at least 4 points"};
    if (points.size() > kMaxVertices) return Error{"a hull takes at most 2^30 points"};
    for (std::size_t i = 0; i < points.size(); ++i)
        for (glm::length_t axis = 0; axis < 3; ++axis)
            if (!(std::fabs(points[i][axis]) <= kMaxCoordinate))
                return Error{"point " + std::to_string(i) + " is not finite or is beyond 1e12"};
    return ok();
}

// Returns the polytope of a three-dimensional hull. The vertices keep their order.
Result<Polytope> polytope_of(const ConvexHull& hull, std::span<const glm::vec3> points) {
    const auto vertices = hull.vertices();
    std::vector<glm::vec3> positions;
    positions.reserve(vertices.size());
    for (const std::uint32_t vertex : vertices) positions.push_back(points[vertex]);
    std::vector<std::vector<std::uint32_t>> faces;
    faces.reserve(hull.triangles().size());
    for (const auto& triangle : hull.triangles()) {
        std::vector<std::uint32_t>& face = faces.emplace_back();
        for (const std::uint32_t vertex : triangle)
            face.push_back(static_cast<std::uint32_t>(
                std::lower_bound(vertices.begin(), vertices.end(), vertex) - vertices.begin()));
    }
    return make_polytope(positions, faces);
}

// Returns one point of each cell of a grid: the point with the lowest index.
std::vector<glm::vec3> thin_out(std::span<const glm::vec3> points, double cell) {
    struct InCell {
        std::array<double, 3> at{};
        std::uint32_t index = 0;
    };
    std::vector<InCell> in_cells;
    in_cells.reserve(points.size());
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        const glm::dvec3 at = glm::floor(glm::dvec3(points[i]) / cell + 0.5);
        in_cells.push_back({{at.x, at.y, at.z}, i});
    }
    std::sort(in_cells.begin(), in_cells.end(), [](const InCell& x, const InCell& y) {
        return x.at != y.at ? x.at < y.at : x.index < y.index;
    });
    std::vector<glm::vec3> kept;
    for (std::size_t i = 0; i < in_cells.size(); ++i)
        if (i == 0 || in_cells[i].at != in_cells[i - 1].at) kept.push_back(points[in_cells[i].index]);
    return kept;
}

double measure_outside(const Polytope& polytope, std::span<const glm::vec3> points) {
    double farthest = 0.0;
    for (const glm::vec3& p : points)
        for (const Polytope::Face& face : polytope.faces())
            farthest = std::fmax(farthest, glm::dot(face.normal, glm::dvec3(p)) - face.offset);
    return farthest;
}

} // namespace

Result<HullPolytope> make_hull_polytope(std::span<const glm::vec3> points) {
    if (const Status status = check_hull_points(points); !status) return status.error();
    ConvexHull hull;
    hull.find(points);
    if (hull.dimension() < 3) return Error{"the points lie in one plane, on one line or at one point"};
    // Only the vertices of the hull are used because no other point lies farther outside a coarser hull.
    std::vector<glm::vec3> corners;
    glm::vec3 lower = points[0], upper = points[0];
    for (const std::uint32_t vertex : hull.vertices()) {
        corners.push_back(points[vertex]);
        lower = glm::min(lower, points[vertex]);
        upper = glm::max(upper, points[vertex]);
    }
    Result<Polytope> polytope = polytope_of(hull, points);
    const double extent = glm::length(glm::dvec3(upper) - glm::dvec3(lower));
    // The cells of the grids have the size extent * 2^-bits.
    constexpr int kFinestBits = 22, kCoarsestBits = 12;
    for (int bits = kFinestBits; !polytope && bits >= kCoarsestBits; bits -= 2) {
        const std::vector<glm::vec3> fewer = thin_out(corners, std::ldexp(extent, -bits));
        hull.find(fewer);
        if (hull.dimension() < 3) break;
        Result<Polytope> coarser = polytope_of(hull, fewer);
        if (coarser) polytope = std::move(coarser);
    }
    if (!polytope) return Error{"the hull of the points is not a polytope: " + polytope.error().message};
    const double outside = measure_outside(*polytope, corners);
    return HullPolytope{std::move(*polytope), outside};
}

} // namespace boxwood

#include "collision/geometry/polytope/polytope_checks.hpp"

#include "collision/geometry/mesh_checks.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace boxwood {
namespace {

// A polytope is flat if its volume divided by its area is at most this fraction of the square root of its area. The
// fraction is small: rounding the coordinates to float once can change the quotient by more.
constexpr double kMaxFlatness = kFloatRounding / 16.0;

std::string face_name(std::size_t face) {
    return "face " + std::to_string(face);
}

} // namespace

Status check_coordinates(std::span<const glm::vec3> positions) {
    for (std::size_t v = 0; v < positions.size(); ++v) {
        const glm::vec3& p = positions[v];
        if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
            return Error{"vertex " + std::to_string(v) + " has a coordinate that is not finite"};
        if (std::max({std::fabs(p.x), std::fabs(p.y), std::fabs(p.z)}) > kMaxCoordinate)
            return Error{"vertex " + std::to_string(v) + " has a coordinate beyond 1e12"};
    }
    return ok();
}

Status check_edges(std::span<const glm::vec3> positions, const Surface& surface) {
    for (const HalfEdge& h : surface.half_edges)
        if (positions[h.tail] == positions[h.head])
            return Error{"vertices " + std::to_string(h.tail) + " and " + std::to_string(h.head) + " of " +
                         face_name(h.face) + " are the same point; weld them"};
    return ok();
}

Status check_faces(std::span<const glm::vec3> positions, std::span<const Polygon> faces,
                   const Rounding& rounding) {
    for (std::size_t f = 0; f < faces.size(); ++f) {
        const glm::dvec3 area = area_vector(positions, faces[f]);
        if (glm::length(area) == 0.0) return Error{face_name(f) + " has no area"};
        const glm::dvec3 normal = glm::normalize(area);
        if (range_along(positions, faces[f], normal).size() > rounding.along(normal))
            return Error{face_name(f) + " is not planar; triangulate it"};
    }
    return ok();
}

SolidSize measure(std::span<const glm::vec3> positions, std::span<const Polygon> faces) {
    const glm::dvec3 apex(positions[0]);
    SolidSize solid;
    for (const Polygon& face : faces) {
        const glm::dvec3 p0 = glm::dvec3(positions[face[0]]) - apex;
        for (std::size_t k = 2; k < face.size(); ++k) {
            const glm::dvec3 p1 = glm::dvec3(positions[face[k - 1]]) - apex;
            const glm::dvec3 p2 = glm::dvec3(positions[face[k]]) - apex;
            const double volume = glm::dot(p0, glm::cross(p1, p2)) / 6.0;
            solid.volume += volume;
            solid.centroid += volume * 0.25 * (p0 + p1 + p2);
            solid.area += 0.5 * glm::length(glm::cross(p1 - p0, p2 - p0));
        }
    }
    solid.centroid = apex + solid.centroid / solid.volume;
    return solid;
}

Status check_volume(const SolidSize& solid) {
    const double thickness = std::fabs(solid.volume) / solid.area;
    if (thickness <= kMaxFlatness * std::sqrt(solid.area))
        return Error{"the volume is zero: the polytope is flat"};
    if (solid.volume < 0.0)
        return Error{"the faces are clockwise seen from outside; reverse their vertex order"};
    return ok();
}

Status check_convex(const Polytope& polytope, std::span<const glm::vec3> positions,
                    const Rounding& rounding) {
    for (std::uint32_t f = 0; f < polytope.faces().size(); ++f) {
        const Polytope::Face& face = polytope.faces()[f];
        const glm::dvec3 p0(polytope.positions()[polytope.face_vertices(f)[0]]);
        double length = 0.0;
        for (const std::uint32_t v : polytope.face_vertices(f))
            length = std::fmax(length, glm::distance(p0, glm::dvec3(polytope.positions()[v])));
        const double width =
            glm::length(area_vector(polytope.positions(), polytope.face_vertices(f))) / length;
        const double error_bound = rounding.along(face.normal);
        for (std::uint32_t v = 0; v < positions.size(); ++v) {
            const glm::dvec3 p(positions[v]);
            const double height = glm::dot(face.normal, p) - face.offset;
            if (height <= error_bound || height <= error_bound * (1.0 + glm::distance(p, p0) / width))
                continue;
            const std::uint32_t corner = polytope.face_vertices(f)[0];
            const std::size_t callers_corner = static_cast<std::size_t>(
                std::find(positions.begin(), positions.end(), polytope.positions()[corner]) -
                positions.begin());
            return Error{"not convex: vertex " + std::to_string(v) +
                         " lies above the plane of a face that has vertex " + std::to_string(callers_corner)};
        }
    }
    return ok();
}

} // namespace boxwood

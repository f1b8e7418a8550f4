#include "engine/meshes/decompose/piece.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// A corner of a cell can lie on the surface, where contains() is arbitrary. Therefore contains() is called with a point
// that is moved from the corner towards the cell's mean_of_corners() by this share of the distance.
constexpr double kInwards = 1e-3;

} // namespace

void SurfacePolygons::add(std::span<const glm::dvec3> corners, const glm::dvec3& normal) {
    corners_.insert(corners_.end(), corners.begin(), corners.end());
    first_.push_back(corners_.size());
    normals_.push_back(normal);
}

void SurfacePolygons::append(const SurfacePolygons& other) {
    for (std::size_t k = 0; k < other.size(); ++k) add(other.corners(k), other.normal(k));
}

SurfacePolygons SurfacePolygons::thinned(std::size_t stride) const {
    SurfacePolygons result;
    for (std::size_t k = 0; k < size(); k += stride) result.add(corners(k), normal(k));
    return result;
}

std::pair<SurfacePolygons, SurfacePolygons> SurfacePolygons::split(const CutPlane& plane,
                                                                   double thickness) const {
    SurfacePolygons lower, upper;
    std::vector<double> heights;
    std::vector<glm::dvec3> under, over;
    for (std::size_t k = 0; k < size(); ++k) {
        const auto polygon = corners(k);
        heights.clear();
        bool has_under = false, has_over = false;
        for (const glm::dvec3& p : polygon) {
            const double d = plane.signed_distance(p);
            heights.push_back(d > thickness || d < -thickness ? d : 0.0);
            has_under = has_under || heights.back() < 0.0;
            has_over = has_over || heights.back() > 0.0;
        }
        if (!has_under && !has_over) { // in the plane: belongs to the side with the solid
            has_over = glm::dot(normal(k), plane.normal) < 0.0;
            has_under = !has_over;
        }
        if (!has_under || !has_over) {
            (has_under ? lower : upper).add(polygon, normal(k));
            continue;
        }
        under.clear();
        over.clear();
        for (std::size_t i = 0; i < polygon.size(); ++i) {
            const std::size_t j = (i + 1) % polygon.size();
            if (heights[i] <= 0.0) under.push_back(polygon[i]);
            if (heights[i] >= 0.0) over.push_back(polygon[i]);
            if (heights[i] * heights[j] >= 0.0) continue;
            under.push_back(cut_point(plane, polygon[i], polygon[j]));
            over.push_back(under.back());
        }
        lower.add(under, normal(k));
        upper.add(over, normal(k));
    }
    return {std::move(lower), std::move(upper)};
}

std::vector<glm::vec3> SolidPiece::hull_points() const {
    std::vector<glm::vec3> points;
    for (const glm::dvec3& p : surface.all_corners()) points.emplace_back(p);
    for (const glm::dvec3& p : inner_corners) points.emplace_back(p);
    const auto less = [](const glm::vec3& a, const glm::vec3& b) {
        return a.x != b.x ? a.x < b.x : a.y != b.y ? a.y < b.y : a.z < b.z;
    };
    std::sort(points.begin(), points.end(), less);
    points.erase(std::unique(points.begin(), points.end()), points.end());
    return points;
}

SolidPiece make_piece(SurfacePolygons surface, ConvexCell cell, const SolidField& solid, double thickness) {
    SolidPiece piece{std::move(surface), std::move(cell), {}, &solid};
    if (piece.cell.is_empty()) return piece;
    const glm::dvec3 middle = piece.cell.mean_of_corners();
    // A cell that contains no surface is completely inside or completely outside.
    const bool is_uniform = piece.surface.size() == 0;
    if (is_uniform && !solid.contains(middle)) return piece;
    for (const glm::dvec3& p : piece.cell.cut_corners(thickness))
        if (is_uniform || solid.contains(p + kInwards * (middle - p))) piece.inner_corners.push_back(p);
    return piece;
}

std::pair<SolidPiece, SolidPiece> split(const SolidPiece& piece, const CutPlane& plane, double thickness) {
    auto [under, over] = piece.surface.split(plane, thickness);
    return {
        make_piece(std::move(under), piece.cell.below(plane, thickness), *piece.solid, thickness),
        make_piece(std::move(over), piece.cell.below(plane.flipped(), thickness), *piece.solid, thickness)};
}

} // namespace boxwood

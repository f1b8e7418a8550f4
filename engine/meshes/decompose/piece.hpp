// What: the part of a solid in a convex cell: the polygons of its surface there, and the corners of the cell inside it.
// Frame: that of the solid. Units: lengths.
// Invariants: the convex hull of hull_points() is that of the solid in the cell: an extreme point of a solid cut by
//             planes is a vertex of it, an edge or a triangle cut by planes, or a corner of the cell inside.
// Degenerate input: triangles in a cut plane belong to the side on which their solid lies. Points within `thickness` of
//                   a plane count as on it.
// Cost: O(polygons) per cut.
#pragma once

#include "engine/meshes/decompose/convex_cell.hpp"
#include "engine/meshes/decompose/solid_field.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace boxwood {

// Convex polygons on triangles of a surface.
class SurfacePolygons {
  public:
    void add(std::span<const glm::dvec3> corners, const glm::dvec3& normal);
    void append(const SurfacePolygons& other);
    std::size_t size() const { return normals_.size(); }
    std::span<const glm::dvec3> corners(std::size_t polygon) const {
        return std::span(corners_).subspan(first_[polygon], first_[polygon + 1] - first_[polygon]);
    }
    const glm::dvec3& normal(std::size_t polygon) const { return normals_[polygon]; } // of any length
    std::span<const glm::dvec3> all_corners() const { return corners_; }

    // Below and above the plane.
    std::pair<SurfacePolygons, SurfacePolygons> split(const CutPlane& plane, double thickness) const;
    // The same polygons, but only one of each `stride`.
    SurfacePolygons thinned(std::size_t stride) const;

  private:
    std::vector<glm::dvec3> corners_;
    std::vector<std::size_t> first_{0};
    std::vector<glm::dvec3> normals_;
};

struct SolidPiece {
    SurfacePolygons surface;
    ConvexCell cell;
    std::vector<glm::dvec3> inner_corners; // of the cell, inside the solid
    const SolidField* solid = nullptr;

    bool is_empty() const { return surface.size() == 0 && inner_corners.empty(); }
    std::vector<glm::vec3> hull_points() const;
};

SolidPiece make_piece(SurfacePolygons surface, ConvexCell cell, const SolidField& solid, double thickness);
std::pair<SolidPiece, SolidPiece> split(const SolidPiece& piece, const CutPlane& plane, double thickness);

} // namespace boxwood

// What: represents the part of a solid in a convex cell: the polygons of the solid's surface in the cell, and the
//       corners of the cell inside the solid.
// Frame: the solid's own. Units: lengths of the mesh.
// Invariants: hull_points() has the same convex hull as the part of the solid in the cell. An extreme point of a solid
//             that is cut by planes is a vertex of the solid, a point where planes cut an edge or a triangle, or a
//             corner of the cell inside the solid.
// Degenerate input: a triangle in a cut plane belongs to the side of the plane on which the solid lies. Points within
//                   `thickness` of a plane count as on it.
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

    // Returns the polygons below and the polygons above the plane.
    std::pair<SurfacePolygons, SurfacePolygons> split(const CutPlane& plane, double thickness) const;
    // Every `stride`-th polygon.
    SurfacePolygons thinned(std::size_t stride) const;

  private:
    std::vector<glm::dvec3> corners_;
    std::vector<std::size_t> first_{0};
    std::vector<glm::dvec3> normals_;
};

struct SolidPiece {
    SurfacePolygons surface;
    ConvexCell cell;
    std::vector<glm::dvec3> inner_corners; // corners of the cell inside the solid
    const SolidField* solid = nullptr;

    bool is_empty() const { return surface.size() == 0 && inner_corners.empty(); }
    std::vector<glm::vec3> hull_points() const;
};

SolidPiece make_piece(SurfacePolygons surface, ConvexCell cell, const SolidField& solid, double thickness);
std::pair<SolidPiece, SolidPiece> split(const SolidPiece& piece, const CutPlane& plane, double thickness);

} // namespace boxwood

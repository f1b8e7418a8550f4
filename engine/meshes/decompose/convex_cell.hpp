// What: a convex polyhedron: the intersection of a box with half spaces, which are added one after another.
// Frame: any. Units: lengths.
// Invariants: corners are exact up to rounding in double. The cell stores the polygons of its faces and no other
//             topology.
// Degenerate input: a plane that does not cut the cell leaves the cell unchanged or empty.
// Cost: O(corners) per cut.
// Source: [Sutherland 1974] for clipping a polygon at a plane.
#pragma once

#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

struct CutPlane {
    glm::dvec3 normal{0.0}; // unit
    double offset = 0.0;    // normal . x = offset on the plane
    // Positive on the side of the normal.
    double signed_distance(const glm::dvec3& p) const { return glm::dot(normal, p) - offset; }
    CutPlane flipped() const { return {-normal, -offset}; }
};

// The intersection of the plane with the segment from a to b; swapping a and b gives the same bits.
glm::dvec3 cut_point(const CutPlane& plane, const glm::dvec3& a, const glm::dvec3& b);

class ConvexCell {
  public:
    ConvexCell() = default;
    ConvexCell(const glm::dvec3& lower, const glm::dvec3& upper); // a box

    // The part of the cell below the plane. Points within `thickness` of the plane count as on it.
    ConvexCell below(const CutPlane& plane, double thickness) const;

    bool is_empty() const { return faces_.empty(); }
    glm::dvec3 mean_of_corners() const; // the mean of the corners of all faces, which is inside
    // The corners on at least one cut plane. Corners within `thickness` of each other are listed once.
    std::vector<glm::dvec3> cut_corners(double thickness) const;

  private:
    struct Face {
        std::vector<glm::dvec3> corners;
        bool is_cut = false; // on a cut plane, not on the box
    };
    std::vector<Face> faces_;
};

} // namespace boxwood

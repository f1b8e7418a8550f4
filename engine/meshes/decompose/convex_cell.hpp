// What: a convex polyhedron as the intersection of a box with half spaces, cut by one plane after another.
// Frame: any. Units: lengths.
// Invariants: corners are exact up to rounding in double; no topology beyond the polygons of its faces is kept.
// Degenerate input: a plane that misses the cell gives the whole cell and an empty one.
// Cost: O(corners) per cut.
// Source: [Sutherland 1974] for a polygon against a plane.
#pragma once

#include <vector>

#include <glm/geometric.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

struct CutPlane {
    glm::dvec3 normal{0.0}; // unit
    double offset = 0.0;    // normal . x = offset on the plane
    double above(const glm::dvec3& p) const { return glm::dot(normal, p) - offset; }
    CutPlane flipped() const { return {-normal, -offset}; }
};

// The point of the segment a b on the plane; the same bits for b a.
glm::dvec3 cut_point(const CutPlane& plane, const glm::dvec3& a, const glm::dvec3& b);

class ConvexCell {
  public:
    ConvexCell() = default;
    ConvexCell(const glm::dvec3& lower, const glm::dvec3& upper); // a box

    // What is left below the plane. Points within `thickness` of it count as on it.
    ConvexCell below(const CutPlane& plane, double thickness) const;

    bool is_empty() const { return faces_.empty(); }
    glm::dvec3 middle() const; // the mean of its corners, inside
    // Corners on at least one cut plane; those of the box are not listed. Each once, up to `thickness`.
    std::vector<glm::dvec3> cut_corners(double thickness) const;

  private:
    struct Face {
        std::vector<glm::dvec3> corners;
        bool is_cut = false; // on a cut plane, not on the box
    };
    std::vector<Face> faces_;
};

} // namespace boxwood

// What: computes the principal axes of points or triangles. Oriented volumes use them as their frame.
// Frame: the mesh's own.
// Invariants: for any input, the axes are orthonormal and right-handed, with the largest spread first.
// Degenerate input: if two or three spreads are equal, their axes are arbitrary within the plane or space that they
//     span. If no triangle has an area, all triangles count equally. For equal points, and without points, the axes are
//     the axes of the mesh's frame. For two or three points, the first axis is along the longest edge, and the third is
//     perpendicular to all edges.
// Cost: one pass over the points (for Covariance::hull, also sketch_hull), or none if their covariance is known; then
//     about 100 ns.
// Source: [Gottschalk 1996] section 4 (covariance of the surface); [Smith 1961] (eigenvalues by the arc cosine).
// Departs from the source: a triangle without area counts with the smallest positive area of the set, so that its
//     vertices affect the axes. If the set has no area, all triangles count equally.
// Oracle: samples of the surface; reconstruction of the matrix from its eigenvectors.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>
#include <span>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

// The weights of the points. vertices: every point counts equally. triangles: integrates over the surface, so the
// result is independent of the tessellation. hull: integrates over the surface of the hull (sketch_hull), so interior
// points are ignored; as `triangles` if the points are coplanar.
enum class Covariance : std::uint8_t { vertices, triangles, hull };

struct Moments {
    glm::dvec3 mean{0.0};
    glm::dmat3 covariance{0.0};
};

Moments compute_moments(std::span<const glm::vec3> points);
// `corners`: three per triangle.
Moments compute_surface_moments(std::span<const glm::vec3> corners);

// Additive moments of a surface: the moments of a union follow from the moments of the two surfaces.
struct SurfaceCovariance {
    double area = 0.0;
    glm::dvec3 mean{0.0};
    // About the mean, multiplied by the area: xx, yy, zz and yz, zx, xy.
    glm::dvec3 squares{0.0}, products{0.0};
    // Whether any triangle of the surface has no area. The weight of such a triangle depends on all others, so moments
    // cannot be added and must be recomputed.
    bool has_flat = false;
};
SurfaceCovariance covariance_of(const Triangle& triangle);
SurfaceCovariance operator+(const SurfaceCovariance& a, const SurfaceCovariance& b);

struct EigenDecomposition {
    glm::dvec3 values;  // descending
    glm::dmat3 vectors; // columns; right-handed
};

// Requires a symmetric matrix without NaN.
EigenDecomposition decompose_symmetric(const glm::dmat3& matrix);

// `points`: any points for Covariance::vertices, otherwise the corners of triangles, three per triangle.
glm::dmat3 find_principal_axes(std::span<const glm::vec3> points, Covariance spread);
// Requires the covariance of the surface with these corners. Returns the axes for Covariance::triangles up to rounding.
glm::dmat3 find_principal_axes(std::span<const glm::vec3> corners, const SurfaceCovariance& spread);

} // namespace boxwood

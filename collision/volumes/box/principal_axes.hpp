// What: the principal axes of points or triangles, by decreasing spread: the frame of oriented volumes.
// Frame: the mesh's own.
// Invariants: axes are orthonormal and right-handed, largest spread first, for any input.
// Degenerate input: equal spreads: arbitrary axes within their plane or space; no area: vertices count equally; at most
//     one point: the frame's own axes. The frame of a single triangle is its longest edge and its normal.
// Cost: one pass over the points, or none if their covariance is known; then about 100 ns.
// Source: [Gottschalk 1996] section 4 (covariance of the surface); [Smith 1961] (eigenvalues by the arc cosine).
// Departs from the source: triangles without area count with the smallest positive area; in a set without any area all
//     triangles count equally. Both rules include the vertices of such triangles.
// Oracle: sampling the surface; reconstruction of the matrix from its eigenvectors.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>
#include <span>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

// The weighting: every point equally; the surface of the triangles, which is independent of the tessellation; or the
// surface of their hull, as in sketch_hull, which also ignores interior points.
enum class Covariance : std::uint8_t { vertices, triangles, hull };

struct MomentSums {
    glm::dvec3 mean{0.0};
    glm::dmat3 covariance{0.0};
};

MomentSums compute_moments(std::span<const glm::vec3> points);
// Corners of triangles, three per triangle.
MomentSums compute_surface_moments(std::span<const glm::vec3> corners);

// Additive moments of a surface: the moments of a union follow from those of the two surfaces.
struct SurfaceCovariance {
    double area = 0.0;
    glm::dvec3 mean{0.0};
    // About the mean, multiplied by the area: xx, yy, zz and yz, zx, xy.
    glm::dvec3 squares{0.0}, products{0.0};
    // The weight of a triangle without area depends on all others, so then the moments must be recomputed from scratch.
    bool has_flat = false;
};
SurfaceCovariance spread_of(const Triangle& triangle);
SurfaceCovariance operator+(const SurfaceCovariance& a, const SurfaceCovariance& b);

struct Eigen {
    glm::dvec3 values;  // descending
    glm::dmat3 vectors; // columns; right-handed
};

// Requires a symmetric matrix without NaN.
Eigen solve_symmetric(const glm::dmat3& matrix);

// Takes points, or (triangles, hull) corners, three per triangle.
glm::dmat3 find_principal_axes(std::span<const glm::vec3> points, Covariance spread);
// For corners whose covariance is known: the result of Covariance::triangles up to rounding.
glm::dmat3 find_principal_axes(std::span<const glm::vec3> corners, const SurfaceCovariance& spread);

} // namespace boxwood

// What: the principal axes of points or triangles, by decreasing spread: the frame of oriented volumes.
// Frame: the mesh's own.
// Invariants: axes are orthonormal and right-handed, largest spread first, for any input.
// Degenerate input: equal spreads give arbitrary axes within their plane or space. If no triangle has an area, all
//     triangles count equally. At most one point gives the axes of the mesh's frame. The axes of a single triangle are
//     along its longest edge and its normal.
// Cost: one pass over the points, or none if their covariance is known; then about 100 ns.
// Source: [Gottschalk 1996] section 4 (covariance of the surface); [Smith 1961] (eigenvalues by the arc cosine).
// Departs from the source: triangles without area count with the smallest positive area; in a set without any area all
//     triangles count equally. Both rules ensure that the vertices of such triangles have an influence.
// Oracle: sampling the surface; reconstruction of the matrix from its eigenvectors.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>
#include <span>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

// The weighting: every point equally; by the surface of the triangles, which is independent of the tessellation; or by
// the surface of their hull (sketch_hull), which also ignores interior points.
enum class Covariance : std::uint8_t { vertices, triangles, hull };

struct MomentSums {
    glm::dvec3 mean{0.0};
    glm::dmat3 covariance{0.0};
};

MomentSums compute_moments(std::span<const glm::vec3> points);
// Corners of triangles, three per triangle.
MomentSums compute_surface_moments(std::span<const glm::vec3> corners);

// Additive moments of a surface: the moments of a union follow from the moments of the two surfaces.
struct SurfaceCovariance {
    double area = 0.0;
    glm::dvec3 mean{0.0};
    // About the mean, multiplied by the area: xx, yy, zz and yz, zx, xy.
    glm::dvec3 squares{0.0}, products{0.0};
    // Whether a triangle has no area. Its weight depends on all other triangles, so the moments must be recomputed from
    // scratch.
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

// Takes points for Covariance::vertices, otherwise corners of triangles, three per triangle.
glm::dmat3 find_principal_axes(std::span<const glm::vec3> points, Covariance spread);
// For corners whose covariance is known. Returns the result of Covariance::triangles up to rounding.
glm::dmat3 find_principal_axes(std::span<const glm::vec3> corners, const SurfaceCovariance& spread);

} // namespace boxwood

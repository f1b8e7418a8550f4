// What: the directions in which points or triangles spread most and least: the frame of turned volumes.
// Frame: the mesh's own.
// Invariants: axes are orthonormal and right-handed, most spread first, whatever the input.
// Degenerate input: equal spreads: any axes within their plane or space; no area: vertices count, all alike; one
//     point or none: the frame's own axes. A triangle's frame is its longest edge and its normal.
// Cost: one pass over the points, none where their spread is known; then about 100 ns.
// Source: [Gottschalk 1996] section 4 (covariance of the surface); [Smith 1961] (eigenvalues by the arc cosine).
// Departs from the source: triangles without area take the smallest area that there is; a set of triangles without
//     any counts each alike. Both keep their vertices in the account.
// Oracle: sampling the surface; reconstruction of the matrix from its eigenvectors.
#pragma once

#include "collision/geometry/triangle.hpp"

#include <cstdint>
#include <span>

#include <glm/mat3x3.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

// What counts: every point alike; the surface of the triangles, so the tessellation has no say; or the surface of
// their hull, as sketch_hull has it, so what is inside has none either.
enum class Covariance : std::uint8_t { vertices, triangles, hull };

struct MomentSums {
    glm::dvec3 mean{0.0};
    glm::dmat3 covariance{0.0};
};

MomentSums compute_moments(std::span<const glm::vec3> points);
// Corners of triangles, three each.
MomentSums compute_surface_moments(std::span<const glm::vec3> corners);

// MomentSums of a surface that add up: those of two surfaces together follow from those of each.
struct SurfaceCovariance {
    double area = 0.0;
    glm::dvec3 mean{0.0};
    // About the mean, times the area: xx, yy, zz and yz, zx, xy.
    glm::dvec3 squares{0.0}, products{0.0};
    // How much a triangle without area counts depends on all others: then the moments have to be computed anew.
    bool has_flat = false;
};
SurfaceCovariance spread_of(const Triangle& triangle);
SurfaceCovariance operator+(const SurfaceCovariance& a, const SurfaceCovariance& b);

struct Eigen {
    glm::dvec3 values;  // descending
    glm::dmat3 vectors; // columns; right-handed
};

// Of a symmetric matrix without NaN.
Eigen solve_symmetric(const glm::dmat3& matrix);

// Of points, or (triangles, hull) of corners, three for each triangle.
glm::dmat3 find_principal_axes(std::span<const glm::vec3> points, Covariance spread);
// Of corners whose spread is known: as for Covariance::triangles, but for rounding.
glm::dmat3 find_principal_axes(std::span<const glm::vec3> corners, const SurfaceCovariance& spread);

} // namespace boxwood

// What: computes an approximate convex decomposition: convex polytopes that cover a solid and extend little beyond it.
// Frame: the mesh's own. Units: the units of the mesh.
// Invariants: the surface is cut by planes but not remeshed. Every part is the convex hull of vertices of the mesh, of
//             points where cuts cross its edges and triangles, and of corners between cuts inside the solid. The same
//             mesh and settings give the same bits. The union of the parts contains the solid, up to `coverage`. No
//             point of a part is farther than `error_at_most` from the solid. The larger of `coverage` and
//             `error_at_most` therefore bounds the Hausdorff distance between the solid and the union of the parts.
// Degenerate input: returns an Error with the reason for a mesh that check_mesh rejects, a surface with neighbors of
//                   opposite orientation, a flat surface, a surface too far from the origin for its size, and settings
//                   out of range. Each hole is closed by a fan of triangles from the mean of its border, and the fan
//                   counts as surface; open_edges and widest_hole report the holes.
// Cost: seconds; docs/narrow-phases.md has times.
// Source: [Lien 2007] for approximate convexity: the worst part is cut at its notches until all parts are convex
//         enough. [Mamou 2016] for the choice of planes by the volume of hulls, and for merging parts afterwards. The
//         error measure and its bounds (part_error.hpp) are this project's.
// Oracle: tests/engine/meshes/decompose_test.cpp, samples of the surface and of the parts.
#pragma once

#include "collision/core/result.hpp"
#include "collision/geometry/polytope/polytope.hpp"

#include <cstddef>
#include <vector>

namespace boxwood {

struct DecomposeSettings {
    // Largest allowed error, as a share of the diagonal of the mesh's box; 0.001 to 1.
    double concavity = 0.01;
    std::size_t max_parts = 64;
};

struct DecomposedPart {
    Polytope polytope;
    double error_at_least = 0.0, error_at_most = 0.0; // largest distance of its points from the solid
};

struct Decomposition {
    std::vector<DecomposedPart> parts; // from the largest to the smallest
    double diagonal = 0.0;
    double error_at_least = 0.0, error_at_most = 0.0; // the largest value of all parts
    // How far the solid extends beyond the union of the parts: the largest height of a point above the faces of a part,
    // measured at corners of the cut surface and at sampled inner points. Only rounding makes it nonzero.
    double coverage = 0.0;
    std::size_t open_edges = 0;
    // Twice the largest distance of a border vertex from the mean of its hole's border.
    double widest_hole = 0.0;
    // True if there are at most max_parts parts and hausdorff_error() meets the concavity.
    bool meets_settings = false;

    double concavity() const { return error_at_most / diagonal; }
    double hausdorff_error() const { return error_at_most > coverage ? error_at_most : coverage; }
};

inline constexpr double kMinConcavity = 0.001, kMaxConcavity = 1.0;
inline constexpr std::size_t kMaxDecomposedParts = 1000;

// A result that does not meet the settings is returned with meets_settings = false.
Result<Decomposition> decompose(const MeshView& mesh, const DecomposeSettings& settings = {});

} // namespace boxwood

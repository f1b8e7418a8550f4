// What: approximate convex decomposition: convex polytopes that together cover a solid and reach little out of it.
// Frame: the mesh's own. Units: those of the mesh.
// Invariants: the surface is cut by planes but not remeshed: every part is the convex hull of vertices of the mesh, of
//             points where cuts cross its edges and triangles, and of corners between cuts inside the solid. The same
//             mesh and settings give the same bits. The union of the parts contains the solid, up to `coverage`, and no
//             point of a part is farther than `error.at_most` from the solid, so the larger of both bounds the Hausdorff
//             distance of solid and union.
// Degenerate input: what check_mesh rejects, a surface whose neighbours have opposite orientation, a flat one, and one
//                   too far from the origin for its size are an Error that names why. Holes are closed by fans from the
//                   means of their borders, which count as surface; open_edges and widest_hole report them.
// Cost: seconds; docs/narrow-phases.md has times.
// Source: [Lien 2007] for approximate convexity, cutting the worst part at its notches until all are convex enough;
//         [Mamou 2016] for the choice of planes by the volume of hulls and for merging parts afterwards. The error
//         measure and its bounds are our own (part_error.hpp).
// Oracle: tests/engine/meshes/decompose_test.cpp, samples of the solid and of the parts.
#pragma once

#include "collision/core/result.hpp"
#include "collision/geometry/polytope/polytope.hpp"

#include <cstddef>
#include <vector>

namespace boxwood {

struct DecomposeSettings {
    double concavity = 0.01; // largest error, as a share of the diagonal of the mesh's box; 0.001 to 1
    std::size_t max_parts = 64;
};

struct DecomposedPart {
    Polytope polytope;
    double error_at_least = 0.0, error_at_most = 0.0; // largest distance of its points from the solid
};

struct Decomposition {
    std::vector<DecomposedPart> parts; // from the largest to the smallest
    double diagonal = 0.0;
    double error_at_least = 0.0, error_at_most = 0.0; // the largest of the parts
    double coverage = 0.0; // largest distance of a point of the solid from the union of the parts: rounding
    std::size_t open_edges = 0;
    double widest_hole =
        0.0;             // twice the largest distance of a border vertex from the mean of its hole's border
    bool is_met = false; // the concavity, with at most max_parts

    double concavity() const { return error_at_most / diagonal; }
    double hausdorff_error() const { return error_at_most > coverage ? error_at_most : coverage; }
};

inline constexpr double kMinConcavity = 0.001, kMaxConcavity = 1.0;
inline constexpr std::size_t kMaxDecomposedParts = 1000;

// If the settings cannot be met, the result has the parts with the least error found, and is_met is false.
Result<Decomposition> decompose(const MeshView& mesh, const DecomposeSettings& settings = {});

} // namespace boxwood

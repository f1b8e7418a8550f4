// What: lists planes that cut a piece of a solid into less concave pieces, the most promising plane first.
// Frame: the solid's own. Units: lengths of the mesh.
// Invariants: the same piece gives the same list. A plane that leaves everything on one side is not listed.
// Cost: about 50 candidates, each a cut of the piece and two hulls of at most 98 points.
// Source: [Mamou 2016] for choosing the plane with the smallest total volume of the two hulls; [Lien 2007] for planes
//         at the notches of the surface. The choice also considers the error of the two hulls, estimated from samples.
#pragma once

#include "engine/meshes/decompose/part_error.hpp"
#include "engine/meshes/decompose/piece.hpp"

#include <span>
#include <vector>

namespace boxwood {

// An edge whose two triangles form a valley of more than 10 degrees.
struct ConcaveEdge {
    glm::dvec3 tail{0.0}, head{0.0};
    CutPlane left, right; // the planes of its two triangles
};

std::vector<ConcaveEdge> find_concave_edges(std::span<const glm::dvec3> positions,
                                            std::span<const TriangleIndices> triangles);

// Inputs of the choice other than the piece.
struct CutContext {
    const SolidField& solid; // the solid from which errors are measured
    std::span<const ConcaveEdge> edges;
    double thickness;
    double min_width; // cuts that leave a narrower piece are avoided
};

// `hull` and `error`: the convex hull of the piece, and its error.
std::vector<CutPlane> choose_cuts(const SolidPiece& piece, const Polytope& hull, const ErrorBounds& error,
                                  const CutContext& context);

} // namespace boxwood

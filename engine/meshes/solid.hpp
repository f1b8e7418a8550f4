// What: solids as a surface and the convex pieces that fill it: furniture, crockery, handles.
// Frame: boxes are centered at the origin, extrusions run along z; lathes turn about y and keep the heights of their
//        outline; an arc runs around z.
// Units: lengths as in the scene, angles in degrees.
// Invariants: the surface is closed, manifold and outward oriented; every piece is convex, and together the pieces
//             are what the surface encloses, up to rounding to float. Pieces stand in the order in which they follow
//             each other, so that neighbours make good groups.
// Degenerate input: requires what each comment says; engine/meshes/generate/recipe.hpp checks it for people's input. Numbers
//                   that no hull can be made of are an Error.
// Oracle: tests/engine/meshes/solid_test.cpp: volumes of the pieces against that of the surface and closed forms.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/mesh.hpp"

#include <cstdint>
#include <span>
#include <vector>

#include <glm/vec2.hpp>
#include <glm/vec3.hpp>

namespace boxwood {

struct SolidMesh {
    Mesh surface;
    std::vector<std::vector<glm::vec3>> pieces; // each the points of a convex polytope
};

// The convex hull of points: one piece.
Result<SolidMesh> make_convex_solid(std::vector<glm::vec3> points);

// A box whose edges are rounded by `bevel`, in `steps` facets; one step is a chamfer. Requires bevel < every half.
Result<SolidMesh> make_rounded_box(const glm::dvec3& half, double bevel, std::uint32_t steps);

// A box whose top has other half extents and may be shifted: wedges, ramps, splayed legs.
struct TaperedBoxParams {
    glm::dvec3 half{0.5};
    double top_x = 0.25, top_z = 0.25; // half extents at +y; 0: an edge or a point
    double shift_x = 0.0, shift_z = 0.0;
};
Result<SolidMesh> make_tapered_box(const TaperedBoxParams& params);

// The outline, points (radius, height) around an area, turned about y in `sectors` flat sectors. Where it is convex
// and meets the axis one piece goes all around, elsewhere there is one per sector. Requires a usable outline
// (convex_split.hpp), radii >= 0, at least 3 sectors.
Result<SolidMesh> make_lathe(std::span<const glm::dvec2> outline, std::uint32_t sectors);

// The outline, points (x, y) around an area, along z from -half to half.
Result<SolidMesh> make_extrusion(std::span<const glm::dvec2> outline, double half);

// A tube of `sides` sides along an arc of a circle in the xy-plane, in straight segments.
struct ArcParams {
    double radius = 1.0, tube_radius = 0.1;         // requires tube_radius < radius
    double from_degrees = -90.0, to_degrees = 90.0; // requires less than a turn between them
    std::uint32_t segments = 8, sides = 8;
};
Result<SolidMesh> make_arc(const ArcParams& params);

} // namespace boxwood

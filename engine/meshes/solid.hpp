// What: makes solids, such as furniture, crockery and handles. Each solid is a closed surface and the convex pieces
//        that fill it.
// Frame: boxes are centered at the origin. Extrusions run along z. A lathe is a solid of revolution about y and keeps
//        the heights of its outline. An arc runs around z.
// Units: lengths as in the scene, angles in degrees.
// Invariants: the surface is closed, manifold and outward oriented. Every piece is convex. The union of the pieces is
//             the interior of the surface, up to rounding to float. Consecutive pieces are neighbors, so that
//             a hull hierarchy can group runs of consecutive pieces.
// Degenerate input: the comment of each function or struct states its requirements.
//                   engine/meshes/generate/recipe.hpp checks user input.
//                   Parameters whose points have no convex hull are an Error.
// Oracle: tests/engine/meshes/solid_test.cpp compares the volumes of the pieces, the surface and closed forms.
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
    std::vector<std::vector<glm::vec3>> pieces; // each piece: the vertices of a convex polytope
};

// The convex hull of points, as one piece.
Result<SolidMesh> make_convex_solid(std::vector<glm::vec3> points);

// A box with edges rounded with radius `bevel`, in `steps` facets; one step is a chamfer. Requires at least 1 step, and
// a positive `bevel` that is less than every half extent.
Result<SolidMesh> make_rounded_box(const glm::dvec3& half, double bevel, std::uint32_t steps);

// A box whose top face has its own half extents and offset: wedges, ramps, splayed legs.
struct TaperedBoxParams {
    glm::dvec3 half{0.5};
    double top_x = 0.25, top_z = 0.25; // half extents of the top face; 0 makes it an edge or a point
    double shift_x = 0.0, shift_z = 0.0;
};
Result<SolidMesh> make_tapered_box(const TaperedBoxParams& params);

// The outline, a polygon of points (radius, height), revolved about y in `sectors` flat sectors. A convex piece of the
// outline gives one piece if its solid of revolution is convex, otherwise one piece per sector. Requires a usable
// outline (convex_split.hpp), radii >= 0, and at least 3 sectors.
Result<SolidMesh> make_lathe(std::span<const glm::dvec2> outline, std::uint32_t sectors);

// The outline, a polygon of points (x, y), extruded along z from -half to half. Requires a usable outline and half > 0.
Result<SolidMesh> make_extrusion(std::span<const glm::dvec2> outline, double half);

// A tube with `sides` sides along a circular arc in the xy-plane, in straight segments.
struct ArcParams {
    double radius = 1.0, tube_radius = 0.1; // requires tube_radius < radius
    // Requires a range of less than a full turn, and less than half a turn per segment.
    double from_degrees = -90.0, to_degrees = 90.0;
    std::uint32_t segments = 8, sides = 8; // require segments >= 1 and sides >= 3
};
Result<SolidMesh> make_arc(const ArcParams& params);

} // namespace boxwood

// What: the two convex solids whose closest features decide a pair of bodies: the bodies themselves or, for compounds,
//     the convex parts that the narrow phase reports.
// Frame: poses are world_from_solid.
// Degenerate input: meshes, and compounds whose parts were not tested, have no such solid: the result is empty.
#pragma once

#include "collision/world/body_surfaces.hpp"
#include "collision/world/step_output.hpp"

#include <optional>

namespace boxwood {

struct Solid {
    const Polytope* polytope = nullptr; // of the body's shape, which must outlive it
    std::uint32_t part = 0;
    Pose world_from_solid;
};

// The convex part `part` of a body; of a polytope, the polytope itself. Empty if there is none.
inline std::optional<Solid> solid_of(const Body& body, std::uint32_t part) {
    if (part >= surface_count(body)) return std::nullopt;
    const BodySurface surface = surface_of(body, part);
    if (surface.shape->polytope() == nullptr) return std::nullopt;
    return Solid{surface.shape->polytope(), part, surface.world_from_surface};
}

struct SupportingShapes {
    Solid a, b;
};

// `result`: of the pair in this frame; null if its boxes are disjoint.
inline std::optional<SupportingShapes> find_deciding_solids(const Body& a, const Body& b,
                                                            const PairResult* result) {
    const bool has_parts = a.parts || b.parts;
    if (has_parts && (result == nullptr || !result->are_parts)) return std::nullopt;
    const std::optional<Solid> own = solid_of(a, has_parts ? result->part_a : 0),
                               other = solid_of(b, has_parts ? result->part_b : 0);
    if (!own || !other) return std::nullopt;
    return SupportingShapes{*own, *other};
}

} // namespace boxwood

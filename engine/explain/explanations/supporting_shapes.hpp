// What: finds the two convex solids whose closest features determine the result of a pair of bodies: the polytopes
//     themselves or, for compounds, the convex parts that the narrow phase reports.
// Frame: poses are world_from_solid.
// Degenerate input: the result is empty for meshes, and for compounds whose parts were not tested.
#pragma once

#include "collision/world/body_surfaces.hpp"
#include "collision/world/step_output.hpp"

#include <optional>

namespace boxwood {

struct Solid {
    const Polytope* polytope = nullptr; // owned by the body's shape, which must outlive this object
    std::uint32_t part = 0;
    Pose world_from_solid;
};

// The convex part `part` of a compound, or the polytope itself. Empty if there is none.
inline std::optional<Solid> solid_of(const Body& body, std::uint32_t part) {
    if (part >= surface_count(body)) return std::nullopt;
    const BodySurface surface = surface_of(body, part);
    if (surface.shape->polytope() == nullptr) return std::nullopt;
    return Solid{surface.shape->polytope(), part, surface.world_from_surface};
}

struct SupportingSolids {
    Solid a, b;
};

// `result`: the result of the pair in this frame; null if the boxes are disjoint.
inline std::optional<SupportingSolids> find_supporting_solids(const Body& a, const Body& b,
                                                              const PairResult* result) {
    const bool has_parts = a.parts || b.parts;
    if (has_parts && (result == nullptr || !result->are_convex_parts)) return std::nullopt;
    const std::optional<Solid> own = solid_of(a, has_parts ? result->part_a : 0),
                               other = solid_of(b, has_parts ? result->part_b : 0);
    if (!own || !other) return std::nullopt;
    return SupportingSolids{*own, *other};
}

} // namespace boxwood

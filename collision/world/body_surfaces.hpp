// What: the surfaces of a body at its current pose: one surface, or one per part of a compound.
// Frame: poses are world_from_surface.
// Invariants: triangle 0 of a surface is triangle `first_triangle` of the body's shape->mesh().
// Cost: one pose product per part.
#pragma once

#include "collision/world/body.hpp"

namespace boxwood {

struct BodySurface {
    Shape* shape = nullptr;     // a polytope or a mesh
    std::uint32_t part = kNone; // index of the part of a compound; 0 for a polytope body, kNone for a mesh
    std::uint32_t first_triangle = 0;
    Pose world_from_surface;
};

inline std::uint32_t surface_count(const Body& body) {
    return body.parts ? static_cast<std::uint32_t>(body.parts->tree().part_count()) : 1;
}

inline BodySurface surface_of(const Body& body, std::uint32_t index) {
    if (!body.parts) return {body.shape.get(), body.polytope ? 0u : kNone, 0, body.world_from_body};
    return {body.shape->part_shape(index).get(), index, body.shape->first_triangle_of_part(index),
            body.world_from_body * body.parts->body_from_part(index)};
}

} // namespace boxwood

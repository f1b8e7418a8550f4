// What: the state of one body in a world, and the description from which a body is created.
// Frame: poses are world_from_body. Units: lengths as in the scene.
// Invariants: `polytope` points into `shape`; `parts` refers to the hull hierarchy of `shape`. The fields that the
//     stages read most often come first, on three cache lines.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/extremal_vertices.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"
#include "collision/world/deformation.hpp"
#include "collision/world/shape.hpp"

#include <cstdint>
#include <memory>
#include <optional>

namespace boxwood {

enum class BoxKind : std::uint8_t { dynamic_box, fixed_cube };

struct BodyDesc {
    std::shared_ptr<Shape> shape;
    Transform transform;
    BoxKind box = BoxKind::dynamic_box;
    bool is_fixed = false; // forms no pair with another fixed body
    // Only for a mesh. If set, the vertices can move (CollisionWorld::set_vertices), and the body uses a copy of the
    // shape.
    std::optional<DeformableDesc> deformable{};
};

struct alignas(64) Body {
    std::shared_ptr<Shape> shape;       // null: the id is free
    const Polytope* polytope = nullptr; // of the shape; null for a mesh or compound
    Pose world_from_body;
    ExtremalVertices support_vertices;
    double margin = 0.0; // of the box, on every side; WorldSettings::relative_margin can require more
    double radius = 0.0; // of the shape, about its center()
    // A positive number, unique within the world, that identifies the body together with its shape: set_shape() assigns
    // another number. Pair caches use it as a key.
    std::uint32_t generation = 0;
    BoxKind box = BoxKind::dynamic_box;
    bool is_enabled = true; // false: the body forms no pair
    bool is_fixed = false;  // forms no pair with another fixed body
    Transform transform;
    std::shared_ptr<HullHierarchyState> parts; // joint positions, frames and hulls of a compound; else null
    std::shared_ptr<DeformingSurface> deforming; // null if the shape is rigid
    std::uint64_t serial = 0; // of the body's handle; unlike `generation`, set_shape() does not change it
};

// Returns a description for adding a copy of this body at the same transform. A copy of a deforming body starts with
// its vertices at rest, and the joints of a compound start at rest. The description does not contain margin and
// is_enabled.
inline BodyDesc describe(const Body& body) {
    if (!body.deforming) return {body.shape, body.transform, body.box, body.is_fixed, std::nullopt};
    return {body.deforming->rest(), body.transform, body.box, body.is_fixed, body.deforming->desc()};
}

} // namespace boxwood

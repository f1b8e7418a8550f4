// What: what a world knows of one body, and what it must be told to make one.
// Frame: poses are world_from_body. Units: lengths as in the scene.
// Invariants: polytope points into shape, and so does parts; what the stages read each step comes first, on cache lines of its own.
#pragma once

#include "collision/core/pose.hpp"
#include "collision/geometry/polytope/extremal_vertices.hpp"
#include "collision/narrow_phase/compound/hull_hierarchy_state.hpp"
#include "collision/world/shape.hpp"

#include <cstdint>
#include <memory>

namespace boxwood {

enum class BoxKind : std::uint8_t { dynamic_box, fixed_cube };

struct BodyDesc {
    std::shared_ptr<Shape> shape;
    Transform transform;
    BoxKind box = BoxKind::dynamic_box;
    bool is_fixed = false; // see Body
};

struct alignas(64) Body {
    std::shared_ptr<Shape> shape;       // null: the id is free
    const Polytope* polytope = nullptr; // the shape's; null for a mesh or parts
    Pose world_from_body;
    ExtremalVertices support_vertices;
    double margin =
        0.0; // length by which the box is enlarged on every side, if that is more than the world's
    double radius = 0.0;     // the shape's
    // Which body and shape of this world this is, counted from 1: of what is cached of its pairs.
    std::uint32_t generation = 0;
    BoxKind box = BoxKind::dynamic_box;
    bool is_enabled = true; // false: in no pair
    bool is_fixed = false;  // in no pair with another fixed body
    Transform transform;
    std::shared_ptr<HullHierarchyState>
        parts;                            // of an object of parts: its angles, frames and hulls; else null
    std::uint64_t serial = 0;             // of its handle; unlike birth it stays when the shape changes
};

} // namespace boxwood

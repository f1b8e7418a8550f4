// What: the handle that all shapes of the facade are: a mesh, a convex polytope, a compound of convex parts, a sphere or a
//       capsule.
// Frame: the shape's own.
// Invariants: a copy is cheap and refers to the same shape. A shape never changes, except for Mesh::update. Any number of
//             threads may query one shape, through one handle or several. A mesh is a surface unless it is made solid; all
//             other shapes are solid. What lies inside a solid collides with it.
// Degenerate input: a handle that was moved from may be assigned to or destroyed; any other use ends the process.
#pragma once

#include "collision/api/values.hpp"
#include "collision/core/export.hpp"

#include <cstdint>
#include <memory>

namespace boxwood::api {

namespace detail {
struct ShapeData;
} // namespace detail

enum class ShapeKind : std::uint8_t { mesh, convex, compound, sphere, capsule };

// An axis-aligned box, lower <= upper.
struct Box {
    Vec3 lower, upper;
    friend bool operator==(const Box&, const Box&) = default;
};

class BOXWOOD_API Shape {
  public:
    ShapeKind kind() const;
    bool is_solid() const;
    Box bounds() const;
    // Of the surface; triangles in answers are numbered from 0 to triangle_count() - 1. 0 for spheres and capsules.
    std::size_t triangle_count() const;
    std::size_t vertex_count() const;

    // Of the caller; the same for all copies, null at first.
    void* user_data() const;
    void set_user_data(void* data);

    // True if both handles refer to the same shape.
    friend bool operator==(const Shape&, const Shape&) = default;

    const detail::ShapeData& data() const; // internal

  protected:
    explicit Shape(std::shared_ptr<detail::ShapeData> data)
        : data_(std::move(data)) {}
    std::shared_ptr<detail::ShapeData> data_;
};

} // namespace boxwood::api

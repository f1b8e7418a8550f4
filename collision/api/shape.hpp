// What: the handle of every shape of the facade: a mesh, a convex polytope, a compound of convex parts, a sphere or a
//       capsule.
// Frame: the shape's own frame. Units: those of the data from which the shape was created.
// Invariants: copies are cheap and refer to the same shape. Only Mesh::update changes the geometry of a shape. Any
//             number of threads can query one shape, through one handle or several. A mesh is a surface unless it is
//             created as a solid; all other shapes are solids. Anything inside a solid collides with it. The surface of
//             a compound consists of the surfaces of all its parts, also where they lie inside other parts.
// Degenerate input: a moved-from handle can only be assigned to, copied, compared with == or destroyed; any other use
//             ends the process.
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
    // The numbers of triangles and vertices; both are 0 for spheres and capsules. Answers refer to triangles by their
    // numbers, from 0.
    std::size_t triangle_count() const;
    std::size_t vertex_count() const;

    // A pointer for the caller's use, shared by all copies of the handle. Null by default.
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

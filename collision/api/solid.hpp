// What: solid shapes: a convex polytope, and a compound of convex parts.
// Frame: the shape's own frame. Vertices are stored as floats.
// Invariants: see shape.hpp. Faces that are coplanar within the rounding of the coordinates are merged.
// Degenerate input: an Error names the face, edge, vertex or part if the solid is open, not convex, flat or wound
//             inside out, if an index is out of range, if a vertex is unused, or if the pose of a part is not rigid.
// Cost: checking a convex shape takes O(vertices x faces) time. A compound computes one box per inner node of its tree
//       of parts.
// Oracle: tests/collision/api/query_test.cpp.
#pragma once

#include "collision/api/pose.hpp"
#include "collision/api/shape.hpp"
#include "collision/core/export.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood::api {

class Convex;
namespace detail {
// Restores a stored convex shape with exactly these vertices and faces (restore_polytope). Internal.
Result<Convex> restore_convex(PointsView positions, std::span<const std::vector<std::uint32_t>> faces);
} // namespace detail

class BOXWOOD_API Convex : public Shape {
  public:
    // Faces list their vertices counter-clockwise seen from outside.
    static Result<Convex> create(PointsView positions, std::span<const std::vector<std::uint32_t>> faces);
    static Result<Convex> create(PointsView positions, TrianglesView triangles);
    // The convex hull of points. Its vertices are some of the points. Points whose differences are close to the
    // resolution of floats can lie outside the hull by about 1e-6 of its extent. Fewer than 4 points and points in one
    // plane are Errors.
    static Result<Convex> hull(PointsView points);
    // The box [-half, half]. A half extent that is not positive or beyond 1e12 is an Error.
    static Result<Convex> box(const Vec3& half);

    double volume() const;
    Vec3 centroid() const;

  private:
    using Shape::Shape;
    friend Result<Convex> detail::restore_convex(PointsView, std::span<const std::vector<std::uint32_t>>);
};

class BOXWOOD_API Compound : public Shape {
  public:
    struct Part {
        Convex shape;
        Pose pose; // compound_from_part, rigid
    };
    // Requires 1 to 2047 parts. Feature::part is an index into `parts`.
    static Result<Compound> create(std::span<const Part> parts);
    std::size_t part_count() const;

  private:
    using Shape::Shape;
};

} // namespace boxwood::api

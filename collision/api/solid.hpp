// What: solid shapes: a convex polytope, and a compound of convex parts.
// Frame: the shape's own frame. Vertices are stored as floats.
// Invariants: see shape.hpp. Adjacent faces that are coplanar within the rounding of the coordinates are merged.
// Degenerate input: an Error names the face, edge, vertex or part if the solid is open, not convex, flat or inside out;
//             if an index is out of range; if a vertex is unused; or if the pose of a part is not rigid.
// Cost: creating a convex shape takes O(vertices x faces) time, because convexity is checked. Creating a compound
//       computes one box per inner node of its tree of parts.
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
    // The convex hull of points. Its vertices are some of the points. If the hull has features close to the resolution
    // of floats, points are merged (hull_polytope.hpp). Points can then lie outside the hull, in most cases by about
    // 1e-6 of its extent, at worst by a few 1e-4. Fewer than 4 points and points in one plane are Errors.
    static Result<Convex> hull(PointsView points);
    // The box [-half, half]. A half extent that is not positive or is beyond 1e12, and a box that is too flat for float
    // coordinates, are Errors.
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
    // No parts, or more than 2047, are an Error. Feature::part is an index into `parts`.
    static Result<Compound> create(std::span<const Part> parts);
    std::size_t part_count() const;

  private:
    using Shape::Shape;
};

} // namespace boxwood::api

// What: solid shapes: a convex polytope, and a compound of convex parts.
// Frame: the shape's own. Vertices are stored as floats.
// Invariants: as in shape.hpp. Faces that are coplanar within the rounding of the coordinates are merged.
// Degenerate input: each is an Error that names the face, edge, vertex or part: a solid that is open, not convex, flat or
//             wound inside out, an index out of range, unused vertices, a part at a pose that is not rigid.
// Cost: a convex takes O(vertices x faces) to check, a compound one box per inner node of its tree of parts.
// Oracle: tests/collision/api/solid_test.cpp.
#pragma once

#include "collision/api/pose.hpp"
#include "collision/api/shape.hpp"
#include "collision/core/export.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood::api {

class BOXWOOD_API Convex : public Shape {
  public:
    // Faces list their vertices counter-clockwise seen from outside.
    static Result<Convex> create(PointsView positions, std::span<const std::vector<std::uint32_t>> faces);
    static Result<Convex> create(PointsView positions, TrianglesView triangles);
    // The convex hull of points. Its vertices are points; points whose differences floats hardly resolve may lie outside by
    // some 1e-6 of the extent. An Error for fewer than 4 points and for points in one plane.
    static Result<Convex> hull(PointsView points);
    // The box [-half, half].
    static Result<Convex> box(const Vec3& half);

    double volume() const;
    Vec3 centroid() const;

  private:
    using Shape::Shape;
};

class BOXWOOD_API Compound : public Shape {
  public:
    struct Part {
        Convex shape;
        Pose pose; // compound_from_part, rigid
    };
    // 1 to 2047 parts. Answers number them as they are given.
    static Result<Compound> create(std::span<const Part> parts);
    std::size_t part_count() const;

  private:
    using Shape::Shape;
};

} // namespace boxwood::api

// What: spheres and capsules. They are solids that every question of the facade takes.
// Frame: the shape's own. Centers and ends are stored as floats, the radius as a double.
// Units: lengths as in the caller's scene.
// Invariants: as in shape.hpp. A point belongs to the shape if it is within the radius of its center or axis. Answers are
//             exact for the axis and add the radius in double. Features of the surface: FeatureKind::round.
// Degenerate input: a radius that is not positive, not finite or beyond 1e12, and ends that are not finite or beyond 1e12 are
//             Errors. Ends at one point make a sphere. A pose may scale them, alike in all directions within 1e-9; at
//             another one, questions that return a Result give an Error, and the others end the process.
// Cost: that of a mesh of one triangle.
// Oracle: tests/collision/api/round_test.cpp, closed forms and all triangles.
#pragma once

#include "collision/api/shape.hpp"
#include "collision/core/export.hpp"

namespace boxwood::api {

class BOXWOOD_API Sphere : public Shape {
  public:
    static Result<Sphere> create(double radius, const Vec3& center = {});
    double radius() const;

  private:
    using Shape::Shape;
};

class BOXWOOD_API Capsule : public Shape {
  public:
    // Around the segment between two points.
    static Result<Capsule> create(double radius, const Vec3& tail, const Vec3& head);
    // Along z: around the segment from -half_length to half_length.
    static Result<Capsule> create(double radius, double half_length);
    double radius() const;

  private:
    using Shape::Shape;
};

} // namespace boxwood::api

// What: spheres and capsules: solids that all queries of the facade accept.
// Frame: the shape's own frame. Centers and ends are stored as floats, the radius as a double.
// Units: lengths as in the caller's scene.
// Invariants: see shape.hpp. A point belongs to the shape if its distance from the center or axis is at most the
//             radius. Queries about two shapes treat the axis as a triangle without area and add or subtract the radius
//             in double. Ray casts, closest_point() and contains() compute everything in double. Every point of the
//             surface has the feature FeatureKind::round.
// Degenerate input: the following are Errors: a radius that is not positive, not finite or beyond 1e12; ends that are
//             not finite or are beyond 1e12; and a half_length that is negative or NaN. A capsule with equal ends is
//             the same set of points as a sphere. A pose must scale the shape uniformly, within 1e-9. For any other
//             pose, functions that return a Status or a Result return an Error and change nothing, and all other
//             functions end the process with a message.
// Cost: the same as for a mesh of one triangle.
// Oracle: closed forms and tests of all triangles (tests/collision/api/round_test.cpp).
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
    // The axis is the segment from tail to head.
    static Result<Capsule> create(double radius, const Vec3& tail, const Vec3& head);
    // The axis is the segment from -half_length to half_length on the z axis.
    static Result<Capsule> create(double radius, double half_length);
    double radius() const;

  private:
    using Shape::Shape;
};

} // namespace boxwood::api

// What: queries about one shape: ray casts, the closest point, and whether the shape contains a point.
// Frame: the pose is world_from_shape; rays, points and normals are in world space.
// Units: lengths as in the caller's scene. The point of a ray at t is origin + t * direction; the direction need not
//        have length 1.
// Invariants: a ray hits only surfaces, at 0 <= t <= max_t: closed triangles, or the curved surface of a sphere or
//             capsule. A ray that starts inside a solid therefore hits the surface from inside. In a closed mesh, a ray
//             cannot pass between two triangles at their common edge. A triangle is not hit if it has no area or if its
//             plane contains the ray. Answers do not depend on the preset or the number of threads, with one exception:
//             the preset determines which hit ray_cast_any() finds.
// Degenerate input: the following are Errors: a direction that is 0; a number that is not finite, except that max_t and
//             `within` can be infinite; a negative max_t or `within`; the origin of a ray or the point of
//             closest_point() beyond 1e18; and, for spheres and capsules only, a point of contains() beyond 1e18 and a
//             pose that scales the shape non-uniformly.
// Cost: the same as calling the ray and point queries directly (docs/library.md), plus about 0.1 us.
// Oracle: tests of all triangles (tests/collision/api/probe_test.cpp).
#pragma once

#include "collision/api/context.hpp"
#include "collision/api/pose.hpp"
#include "collision/api/query.hpp"
#include "collision/api/shape.hpp"
#include "collision/core/export.hpp"

#include <limits>
#include <span>
#include <vector>

namespace boxwood::api {

struct Ray {
    Vec3 origin;
    Vec3 direction{0.0, 0.0, 1.0};
    double max_t = std::numeric_limits<double>::infinity();
};

struct RayHit {
    bool hit = false; // false: no other member is set
    double t = std::numeric_limits<double>::infinity();
    Vec3 point;
    // Unit normal of the triangle, on the side where its vertices are counter-clockwise; for a sphere or capsule, the
    // outward normal.
    Vec3 normal;
    bool is_front = false; // whether the ray comes from the side that the normal points to
    Vec3 weights;          // barycentric coordinates of the point in the triangle; 0 for a sphere or capsule
    Feature feature;       // the triangle, or FeatureKind::round for a sphere or capsule

    explicit operator bool() const { return hit; }
};

// The hit with the smallest t; if the ray hits several triangles at this t, the triangle with the lowest number.
BOXWOOD_API Result<RayHit> ray_cast(const Shape& shape, const Pose& pose, const Ray& ray,
                                    Context& context = thread_context());
// Any one hit, if there is one. Faster than ray_cast() if only visibility matters. The preset determines which hit is
// found.
BOXWOOD_API Result<RayHit> ray_cast_any(const Shape& shape, const Pose& pose, const Ray& ray,
                                        Context& context = thread_context());
// All hits, sorted by t, then by triangle.
BOXWOOD_API Result<std::vector<RayHit>> ray_cast_all(const Shape& shape, const Pose& pose, const Ray& ray,
                                                     Context& context = thread_context());
// The closest hit of each ray, computed on the threads of the context's executor. For a sphere or capsule, only the
// calling thread is used. If rays are invalid, the Error contains the index of the first such ray.
BOXWOOD_API Result<std::vector<RayHit>> ray_cast_many(const Shape& shape, const Pose& pose,
                                                      std::span<const Ray> rays,
                                                      Context& context = thread_context());

struct ClosestOptions {
    // Points of the surface farther away than this are ignored.
    double within = std::numeric_limits<double>::infinity();
};

struct Closest {
    bool found = false; // false: no point of the surface is within ClosestOptions::within
    double distance = std::numeric_limits<double>::infinity();
    Vec3 point;      // on the surface
    Feature feature; // the triangle that the point lies on, or FeatureKind::round

    explicit operator bool() const { return found; }
};

// The point of the surface that is closest to `point`. `point` can also lie inside the shape.
BOXWOOD_API Result<Closest> closest_point(const Shape& shape, const Pose& pose, const Vec3& point,
                                          const ClosestOptions& options = {},
                                          Context& context = thread_context());

// Whether a solid contains a point. The answer is exact, except that it is computed in double for spheres and capsules.
// Points of the surface belong to the solid. A mesh that is not solid is an Error.
BOXWOOD_API Result<bool> contains(const Shape& shape, const Pose& pose, const Vec3& point,
                                  Context& context = thread_context());

} // namespace boxwood::api

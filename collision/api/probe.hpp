// What: queries about one shape: ray casts, the closest point, and whether the shape contains a point.
// Frame: the pose is world_from_shape; rays, points and normals are in world space.
// Units: lengths as in the caller's scene; t in units of the ray's direction, which need not have length 1.
// Invariants: a ray hits the closed triangles of the surface, or the curved surface of a sphere or capsule, at 0 <= t
//             <= max_t, even if it starts inside a solid. A ray through an edge of a closed mesh does not pass between
//             its triangles. A triangle is not hit if it has no area or if its plane contains the ray. Answers do not
//             depend on the preset or the number of threads, with one exception: the preset determines which hit
//             ray_cast_any() finds.
// Degenerate input: a direction that is 0, a number that is not finite (max_t and `within` can be infinite), a negative
//             max_t or `within`, and the origin of a ray or the point of closest_point() beyond 1e18 are Errors. For
//             spheres and capsules, a point of contains() beyond 1e18 and a pose that scales the shape non-uniformly
//             are Errors, too.
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
    Vec3 weights;          // barycentric coordinates of the point in the triangle; 0 without a triangle
    Feature feature;       // the triangle, or FeatureKind::round for a sphere or capsule

    explicit operator bool() const { return hit; }
};

// The hit with the smallest t; if several triangles have the same t, the one with the lowest number.
BOXWOOD_API Result<RayHit> ray_cast(const Shape& shape, const Pose& pose, const Ray& ray,
                                    Context& context = thread_context());
// Any one hit, if there is one. Faster than ray_cast() if only visibility matters. The preset determines which hit is
// found.
BOXWOOD_API Result<RayHit> ray_cast_any(const Shape& shape, const Pose& pose, const Ray& ray,
                                        Context& context = thread_context());
// All hits, sorted by t, then by triangle.
BOXWOOD_API Result<std::vector<RayHit>> ray_cast_all(const Shape& shape, const Pose& pose, const Ray& ray,
                                                     Context& context = thread_context());
// The closest hit of each ray, on the threads of the context's executor. For a sphere or capsule, only the calling
// thread is used. The Error for an invalid ray contains its index.
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

// The point of the surface closest to `point`, which can lie inside the shape.
BOXWOOD_API Result<Closest> closest_point(const Shape& shape, const Pose& pose, const Vec3& point,
                                          const ClosestOptions& options = {},
                                          Context& context = thread_context());

// Whether a solid contains a point. The answer is exact, except that it is computed in double for spheres and capsules.
// Points of the surface belong to the solid. A mesh that is not solid is an Error.
BOXWOOD_API Result<bool> contains(const Shape& shape, const Pose& pose, const Vec3& point,
                                  Context& context = thread_context());

} // namespace boxwood::api

// What: questions about one shape: where rays hit it, which of its points is closest, whether it holds a point.
// Frame: the pose is world_from_shape; rays, points and normals are in the world.
// Units: lengths as in the caller's scene; t in units of the ray's direction, which need not have length 1.
// Invariants: a ray hits the closed triangles of the surface at 0 <= t <= max_t, also of solids that it starts inside; one
//             that passes through an edge of a closed mesh does not pass between its triangles. Triangles whose plane
//             contains the ray are not hit. Answers do not depend on preset and threads.
// Degenerate input: a direction that is 0, numbers that are not finite (max_t and `within` may be infinite), and a negative
//             max_t or `within` are Errors.
// Cost: that of the layer below (docs/library.md) plus 0.1 us.
// Oracle: all triangles (tests/collision/api/probe_test.cpp).
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
    bool hit = false; // false: nothing else is set
    double t = std::numeric_limits<double>::infinity();
    Vec3 point;
    Vec3 normal;           // unit, of the triangle: its vertices appear counter-clockwise from there
    bool is_front = false; // the ray comes from the side of the normal
    Vec3 weights;          // barycentric coordinates of the point in the triangle
    Feature feature;       // the triangle

    explicit operator bool() const { return hit; }
};

// The hit with the least t; of several, the triangle with the lowest number.
BOXWOOD_API Result<RayHit> ray_cast(const Shape& shape, const Pose& pose, const Ray& ray,
                                    Context& context = thread_context());
// Some hit, or none: cheaper where only a free line of sight matters. Which one depends on the preset.
BOXWOOD_API Result<RayHit> ray_cast_any(const Shape& shape, const Pose& pose, const Ray& ray,
                                        Context& context = thread_context());
// All hits, by t, then by triangle.
BOXWOOD_API Result<std::vector<RayHit>> ray_cast_all(const Shape& shape, const Pose& pose, const Ray& ray,
                                                     Context& context = thread_context());
// The closest hit of each ray, on the threads of the context's executor.
BOXWOOD_API Result<std::vector<RayHit>> ray_cast_many(const Shape& shape, const Pose& pose,
                                                      std::span<const Ray> rays,
                                                      Context& context = thread_context());

struct ClosestOptions {
    double within = std::numeric_limits<double>::infinity(); // farther points of the surface are ignored
};

struct Closest {
    bool found = false; // false: no point of the surface is that near
    double distance = std::numeric_limits<double>::infinity();
    Vec3 point;      // of the surface
    Feature feature; // the triangle that holds it

    explicit operator bool() const { return found; }
};

// The point of the surface closest to `point`, which may be inside.
BOXWOOD_API Result<Closest> closest_point(const Shape& shape, const Pose& pose, const Vec3& point,
                                          const ClosestOptions& options = {},
                                          Context& context = thread_context());

// Whether a solid holds a point; its surface is part of it. Exact. An Error for a mesh that is not solid.
BOXWOOD_API Result<bool> contains(const Shape& shape, const Pose& pose, const Vec3& point,
                                  Context& context = thread_context());

} // namespace boxwood::api

// What: ray casts against a mesh with a hierarchy of any kind, for one ray or a batch: the closest hit, any hit, or all
//     hits.
// Frame: rays, points and normals are in the world; the pose is world_from_mesh, as in mesh_query.hpp.
// Units: the point at t is origin + t * direction; the direction need not have length 1.
// Invariants: a triangle is hit if the ray intersects the closed triangle on its world vertices (pose * p in double) at
//     0 <= t <= max_t, except that a triangle is never hit if it has no area or if its plane contains the ray. Exact
//     signs decide whether the ray intersects the triangle; t is rounded before it is compared with max_t. A ray
//     through an edge that two triangles share hits both and never passes between them: closed meshes are watertight.
//     If the plane of one of these two triangles contains the ray, the ray hits only the other one. Answers do not
//     depend on the kind, volume or builder of the hierarchy, with one exception: cast_ray_any() can find different
//     triangles.
// Degenerate input: an infinite max_t is allowed. The following are Errors: a direction that is 0 or not finite; an
//     origin that is not finite or has a coordinate beyond kMaxPoseEntry; a max_t that is negative or NaN; an operand
//     that check_operand rejects. After an Error, the result is cleared, except that cast_rays() leaves out_hits
//     unchanged.
// Cost: O(nodes and triangles that the ray meets). If scratch and results are reused, later casts allocate no memory.
// Source: [Woop 2013] for watertight intersection by signs of edge determinants.
// Departs from the source: a filter and exact sums give exact signs for any position and scale.
// Oracle: ray_cast_test: exact integer arithmetic for single triangles on a lattice; a loop over all triangles of a
//     mesh without a hierarchy.
#pragma once

#include "collision/query/mesh_query.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace boxwood {

struct Ray {
    glm::dvec3 origin_w{0.0};
    glm::dvec3 direction_w{0.0, 0.0, 1.0};
    double max_t = std::numeric_limits<double>::infinity();
};

struct RayHit {
    std::uint32_t triangle = kNone; // kNone if nothing is hit
    double t = std::numeric_limits<double>::infinity();
    glm::dvec3 point_w{0.0};
    glm::dvec3 normal_w{0.0}; // unit, toward the side from which the vertices appear counter-clockwise
    glm::dvec3 weights{0.0};  // barycentric weights of the three vertices, with sum 1
    bool is_front = false;    // true if the ray comes from the side that the normal points to

    explicit operator bool() const { return triangle != kNone; }
};

// Returns an Error that names the first invalid number of the ray, if there is one.
Status check_ray_numbers(const Ray& ray);

struct RayCounters {
    std::uint64_t box_tests = 0, triangle_tests = 0, exact_tests = 0;
};

// Working memory; reuse it to avoid allocation. Each thread needs a separate object.
class RayScratch {
  public:
    struct Content;
    RayScratch();
    ~RayScratch();
    RayScratch(RayScratch&&) noexcept;
    RayScratch& operator=(RayScratch&&) noexcept;
    RayScratch(const RayScratch&);
    RayScratch& operator=(const RayScratch&) { return *this; }
    std::size_t bytes() const; // size of the arrays
    Content& content();        // internal

    RayCounters counters; // totals over all casts with this scratch; assign {} to reset

  private:
    std::unique_ptr<Content> content_;
};

// Finds the hit with the smallest t. If several hits have the same t, finds the triangle with the lowest number.
Status cast_ray_closest(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch, RayHit& out_hit);
// Finds any one hit, if there is one. This is enough for occlusion tests, and faster than cast_ray_closest(). Which hit
// is found depends on the hierarchy.
Status cast_ray_any(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch, RayHit& out_hit);
// Finds every hit, sorted by t, then by triangle.
Status cast_ray_all(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch,
                    std::vector<RayHit>& out_hits);

// Sets out_hits[i] to the closest hit of rays[i]. It is an Error if the two spans differ in length. The Error for an
// invalid ray contains the index of the ray. After any Error, out_hits is unchanged. With an executor, chunks of rays
// run on its threads; the answers are bit-identical to those without an executor.
Status cast_rays(const MeshOperand& mesh, std::span<const Ray> rays, std::span<RayHit> out_hits);
Status cast_rays(const MeshOperand& mesh, std::span<const Ray> rays, Executor& executor,
                 std::span<RayHit> out_hits);

} // namespace boxwood

// What: ray casts against a mesh with a hierarchy of any kind, for one ray or a batch: the closest hit, any hit, or all
//     hits.
// Frame: rays, points and normals are in the world; the pose is world_from_mesh, as in mesh_query.hpp.
// Units: t is in units of the direction, which need not have length 1.
// Invariants: a triangle is hit if the ray intersects the closed triangle on its world vertices (pose * p in double) at
//     0 <= t <= max_t. The exact signs of three determinants decide. A ray through an edge that two triangles share
//     therefore hits both and never passes between them: closed meshes are watertight. A triangle is not hit if it has
//     no area or if its plane contains the ray; in the second case its neighbors are hit at their common edges. Answers
//     do not depend on kind, volume or builder, except for the triangle that `any` finds.
// Degenerate input: an infinite max_t is allowed. A direction that is 0 or not finite, an origin that is not finite or
//     beyond kMaxPoseEntry, a max_t that is negative or NaN, and operands that check_operand rejects are Errors, and
//     the result is cleared.
// Cost: see docs/contacts.md. Nothing is allocated after warm-up if scratch and results are reused.
// Source: [Woop 2013] for watertight intersection by signs of edge determinants.
// Departs from the source: a filter and exact sums give exact signs for any position and scale.
// Oracle: ray_cast_test: all triangles, in integer arithmetic and in long double.
#pragma once

#include "collision/query/mesh_query.hpp"

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
    std::uint32_t triangle = kNone; // kNone if nothing is hit; nothing else is set then
    double t = std::numeric_limits<double>::infinity();
    glm::dvec3 point_w{0.0};
    glm::dvec3 normal_w{0.0}; // unit; the vertices appear counter-clockwise from its side
    glm::dvec3 weights{0.0};  // barycentric weights of the three vertices, with sum 1
    bool is_front = false;    // true if the ray comes from the side of the normal

    explicit operator bool() const { return triangle != kNone; }
};

// Ok, or an Error that says which number of the ray cannot be used.
Status check_ray_numbers(const Ray& ray);

struct RayCounters {
    std::uint64_t box_tests = 0, triangle_tests = 0, exact_tests = 0;
};

// Working memory; reuse it to avoid allocation. One per thread.
class RayScratch {
  public:
    struct Content;
    RayScratch();
    ~RayScratch();
    RayScratch(RayScratch&&) noexcept;
    RayScratch& operator=(RayScratch&&) noexcept;
    RayScratch(const RayScratch&);
    RayScratch& operator=(const RayScratch&) { return *this; }
    Content& content(); // internal

    RayCounters counters; // totals over all casts with this scratch; assign {} to reset

  private:
    std::unique_ptr<Content> content_;
};

// Finds the hit with the smallest t; of several hits with the same t, the triangle with the lowest number.
Status cast_ray_closest(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch, RayHit& out_hit);
// Finds some hit or none; faster if only occlusion matters. The hit depends on the hierarchy.
Status cast_ray_any(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch, RayHit& out_hit);
// Finds every hit, sorted by t, then by triangle.
Status cast_ray_all(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch,
                    std::vector<RayHit>& out_hits);

// Sets out_hits[i] to the closest hit of rays[i]. A number of results other than the number of rays is an Error. The
// Error for an invalid ray contains its index, and then no result is set. With an executor, chunks of rays run on its
// threads; the answers are bit-identical.
Status cast_rays(const MeshOperand& mesh, std::span<const Ray> rays, std::span<RayHit> out_hits);
Status cast_rays(const MeshOperand& mesh, std::span<const Ray> rays, Executor& executor,
                 std::span<RayHit> out_hits);

} // namespace boxwood

// What: ray casts against a mesh with a hierarchy of any kind, for one ray or a batch: the closest hit, any hit, or all
//     hits.
// Frame: rays, points and normals are in the world; the pose is world_from_mesh, as in mesh_query.hpp.
// Units: t is in units of the direction, which need not have length 1.
// Invariants: a triangle is hit if the ray intersects the closed triangle on its world vertices (pose * p in double) at
//     0 <= t <= max_t. The exact signs of three determinants decide. A ray through an edge that two triangles share
//     therefore hits both and never passes between them: closed meshes are watertight. A triangle is not hit if it has
//     no area or if its plane contains the ray. In the second case, the ray hits its neighbors at their common edges.
//     Answers do not depend on kind, volume or builder, with one exception: cast_ray_any() can find different
//     triangles.
// Degenerate input: an infinite max_t is allowed. A direction that is 0 or not finite, an origin that is not finite or
//     beyond kMaxPoseEntry, a max_t that is negative or NaN, and operands that check_operand rejects are Errors, and
//     the result is cleared.
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
    std::uint32_t triangle = kNone; // kNone if nothing is hit: nothing else is then set
    double t = std::numeric_limits<double>::infinity();
    glm::dvec3 point_w{0.0};
    glm::dvec3 normal_w{0.0}; // unit; seen from this side, the vertices are counter-clockwise
    glm::dvec3 weights{0.0};  // barycentric weights of the three vertices, with sum 1
    bool is_front = false;    // true if the ray comes from the side that the normal points to

    explicit operator bool() const { return triangle != kNone; }
};

// Returns an Error that names the first invalid number of the ray, if there is one.
Status check_ray_numbers(const Ray& ray);

struct RayCounters {
    std::uint64_t box_tests = 0, triangle_tests = 0, exact_tests = 0;
};

// Working memory; reuse it to avoid allocation. Each thread needs its own.
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
// Finds some hit, if there is one: faster than cast_ray_closest() if only occlusion matters. The hierarchy determines
// which hit is found.
Status cast_ray_any(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch, RayHit& out_hit);
// Finds every hit, sorted by t, then by triangle.
Status cast_ray_all(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch,
                    std::vector<RayHit>& out_hits);

// Sets out_hits[i] to the closest hit of rays[i]. It is an Error if the two spans differ in length. The Error for an
// invalid ray contains its index; no result is then set. With an executor, chunks of rays run on its threads; the
// answers have the same bits.
Status cast_rays(const MeshOperand& mesh, std::span<const Ray> rays, std::span<RayHit> out_hits);
Status cast_rays(const MeshOperand& mesh, std::span<const Ray> rays, Executor& executor,
                 std::span<RayHit> out_hits);

} // namespace boxwood

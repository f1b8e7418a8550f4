// What: queries between a mesh and a point, sphere or capsule. They find the closest point of the mesh within a radius,
//     or a contact with each triangle within the radius.
// Frame: points are in the world; the pose is world_from_mesh.
// Units: lengths as in the scene.
// Invariants: triangle_distance.hpp computes the distance for the world vertices (pose * p in double). The distance is
//     0 if and only if the point or the capsule's axis meets the triangle. The answer does not depend on the kind,
//     volume or builder of the hierarchy: if several triangles have the smallest distance, the result is the triangle
//     with the lowest number. Meshes are surfaces here: for a point inside a closed mesh, the result is the distance to
//     the surface.
// Degenerate input: a radius of 0 finds the triangles that touch the point. A segment of length 0 is a point. The
//     following are Errors, and the result is cleared: a point with a coordinate that is not finite or is beyond 2e30
//     (the world coordinates of a mesh are smaller if its pose only scales along the axes and translates); a radius
//     that is negative or NaN; an operand that check_operand rejects.
// Cost: per tested triangle, about 0.1 us for a point or a sphere and 0.6 us for a segment or a capsule. If scratch and
//     results are reused, later queries allocate no memory.
// Source: [Larsen 2000] for branch and bound.
// Oracle: closest_point_test: all triangles.
#pragma once

#include "collision/query/mesh_query.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

namespace boxwood {

struct ClosestPoint {
    std::uint32_t triangle = kNone; // kNone if no triangle is within the radius
    double distance = std::numeric_limits<double>::infinity();
    glm::dvec3 point_on_mesh_w{0.0};
    glm::dvec3 point_on_axis_w{0.0}; // the point of the query, or the closest point of the capsule's axis

    explicit operator bool() const { return triangle != kNone; }
};

// A sphere or capsule in contact with a triangle. The axis of a sphere is its center.
struct RoundContact {
    std::uint32_t triangle = kNone;
    double depth = 0.0; // radius - distance to the axis, at least 0
    // Unit, from the mesh to the axis. If the axis meets the triangle: the triangle's normal, or +z if the triangle has
    // no area.
    glm::dvec3 normal_w{0.0};
    glm::dvec3 point_on_mesh_w{0.0};
    glm::dvec3 point_on_axis_w{0.0};
};

// Working memory; reuse it to avoid allocation. Each thread needs a separate object.
class ClosestScratch {
  public:
    struct Content;
    ClosestScratch();
    ~ClosestScratch();
    ClosestScratch(ClosestScratch&&) noexcept;
    ClosestScratch& operator=(ClosestScratch&&) noexcept;
    ClosestScratch(const ClosestScratch&);
    ClosestScratch& operator=(const ClosestScratch&) { return *this; }
    std::size_t bytes() const; // size of the arrays
    Content& content();        // internal

  private:
    std::unique_ptr<Content> content_;
};

// Finds the point of the mesh closest to a point, or to the segment between two points, if it is within `radius`
// (inclusive).
Status find_closest_point(const MeshOperand& mesh, const glm::dvec3& point_w, double radius,
                          ClosestScratch& io_scratch, ClosestPoint& out_closest);
Status find_closest_point(const MeshOperand& mesh, const glm::dvec3& tail_w, const glm::dvec3& head_w,
                          double radius, ClosestScratch& io_scratch, ClosestPoint& out_closest);

// Finds every triangle in contact with a sphere, or with the capsule around the segment between two points. The
// contacts are sorted by triangle number.
Status find_sphere_contacts(const MeshOperand& mesh, const glm::dvec3& center_w, double radius,
                            ClosestScratch& io_scratch, std::vector<RoundContact>& out_contacts);
Status find_capsule_contacts(const MeshOperand& mesh, const glm::dvec3& tail_w, const glm::dvec3& head_w,
                             double radius, ClosestScratch& io_scratch,
                             std::vector<RoundContact>& out_contacts);

} // namespace boxwood

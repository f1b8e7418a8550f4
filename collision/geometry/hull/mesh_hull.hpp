// What: the vertices of the convex hull of a mesh as a graph for hill climbing, from which a body gets its tightest
//       world box.
// Frame: the mesh's own.
// Invariants: the hull contains every point, exactly. The world bounds contain pose * p of every point as computed in
//             double, and exceed the bounds of these by at most rounding_bound().
// Degenerate input: flat meshes and single points have hulls too; points that are not finite are ignored; no points: an
//                   empty hull, which has no bounds.
// Cost: one convex hull; 128 bytes per vertex of it. Bounds cost as much as a polytope's (extremal_vertices.hpp).
// Source: [Cohen 1995] section 4.1: non-convex objects use their convex hull.
// Oracle: scanning all vertices of the mesh.
#pragma once

#include "collision/geometry/polytope/extremal_vertices.hpp"

#include <span>
#include <vector>

namespace boxwood {

class MeshHull {
  public:
    MeshHull() = default;
    explicit MeshHull(std::span<const glm::vec3> points);

    SupportGraph graph() const { return {stars_, blocks_, vertex_count_, extent_, 0.0}; }
    bool is_empty() const { return vertex_count_ == 0; }

  private:
    std::vector<Polytope::VertexStar> stars_;
    std::vector<Polytope::VertexBlock> blocks_;
    std::uint32_t vertex_count_ = 0;
    double extent_ = 0.0;
};

} // namespace boxwood

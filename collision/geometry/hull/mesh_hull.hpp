// What: computes the convex hull of a mesh, as a graph of its vertices. Hill climbing on this graph finds the tightest
//       world box of a body.
// Frame: the mesh's own.
// Invariants: the hull contains every point, exactly. The world bounds of the graph, enlarged by rounding_bound(),
//             contain pose * p, computed in double, for every point p (enlarge_by_rounding() in body_boxes.hpp).
// Degenerate input: flat meshes and single points also have hulls. Points that are not finite are ignored. Without
//             points, the hull is empty and has no bounds; climb_bounds() and scan_bounds() end the process.
// Cost: construction computes one convex hull. The graph takes 128 bytes per vertex of the hull, more for vertices with
//       many neighbors. Bounds cost as much as the bounds of a polytope (extremal_vertices.hpp).
// Source: [Cohen 1995] section 4.1: non-convex objects use their convex hull.
// Oracle: a scan of all vertices of the mesh.
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

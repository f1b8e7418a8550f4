// What: a convex polytope with its features (vertices, edges, faces) and their neighbours.
// Frame: the polytope's own. Rigid poses only: a scaled polytope is a new polytope.
// Units: lengths as in the scene.
// Invariants: faces are convex polygons, counter-clockwise seen from outside; every edge has two faces; V - E
//             + F = 2; coplanar neighbouring faces are merged; every vertex has at least three edges; the
//             volume is positive. Faces are planar within flatness(), corners convex within reflex().
// Degenerate input: make_polytope names the defect (open edge, wrong orientation, not convex, zero volume,
//                   ...).
// Cost: built in O(V F), which is the check that it is convex; 1000 faces take about 400 kB.
// Source: [Lin 1993], [Mirtich 1998] section 2.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/core/result.hpp"
#include "collision/geometry/triangle.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

class Polytope {
  public:
    // A directed edge tail -> head; `left` is the face in whose boundary it runs forwards.
    struct Edge {
        std::uint32_t tail = 0, head = 0;
        std::uint32_t left = 0, right = 0;
        glm::dvec3 direction{0.0}; // unit, tail to head
        double length = 0.0;
        glm::dvec3 out_of_left{0.0},
            out_of_right{0.0}; // unit, in the plane of that face, perpendicular to the edge
    };
    struct Face {
        glm::dvec3 normal{0.0}; // unit, outward
        double offset = 0.0;    // normal . x <= offset for every vertex of the face, equal for one
        std::uint32_t first = 0, count = 0; // boundary: face_vertices()/face_edges() [first, first + count)
    };
    // The plane through a boundary edge of a face, perpendicular to the face; outside is beyond the edge.
    struct SidePlane {
        glm::dvec3 normal{0.0}; // unit, out of the face: the edge's out_of_left or out_of_right
        double offset = 0.0;
    };

    std::span<const glm::vec3> positions() const { return positions_; }
    std::span<const Edge> edges() const { return edges_; }
    std::span<const Face> faces() const { return faces_; }

    // Boundary of a face in counter-clockwise order: vertex k, the edge from vertex k to vertex k+1, its
    // plane.
    std::span<const std::uint32_t> face_vertices(std::uint32_t face) const {
        return {face_vertices_.data() + faces_[face].first, faces_[face].count};
    }
    std::span<const std::uint32_t> face_edges(std::uint32_t face) const {
        return {face_edges_.data() + faces_[face].first, faces_[face].count};
    }
    std::span<const SidePlane> face_sides(std::uint32_t face) const {
        return {face_sides_.data() + faces_[face].first, faces_[face].count};
    }
    // Incident edges of a vertex, counter-clockwise seen from outside; in the same order the vertices at
    // their other ends, and the unit directions towards them.
    std::span<const std::uint32_t> vertex_edges(std::uint32_t vertex) const {
        return {vertex_edges_.data() + vertex_first_[vertex], vertex_degree(vertex)};
    }
    std::span<const std::uint32_t> vertex_neighbors(std::uint32_t vertex) const {
        return {vertex_neighbors_.data() + vertex_first_[vertex], vertex_degree(vertex)};
    }
    std::span<const glm::dvec3> vertex_directions(std::uint32_t vertex) const {
        return {vertex_directions_.data() + vertex_first_[vertex], vertex_degree(vertex)};
    }
    std::uint32_t vertex_degree(std::uint32_t vertex) const {
        return vertex_first_[vertex + 1] - vertex_first_[vertex];
    }

    // Each face as a fan of triangles, in face order; face_of_triangle maps back.
    std::span<const TriangleIndices> triangles() const { return triangles_; }
    std::span<const std::uint32_t> face_of_triangle() const { return face_of_triangle_; }
    MeshView mesh() const { return {positions_, triangles_}; }

    const glm::dvec3& centroid() const { return centroid_; } // of the solid
    double radius() const { return radius_; }                // max |vertex - centroid|
    double inner_radius() const { return inner_radius_; }    // least distance of the centroid from a face
    double volume() const { return volume_; }
    double extent() const { return extent_; } // max |vertex|: the scale of rounding errors
    // How far vertices leave the planes of their faces.
    double flatness() const { return flatness_; }
    // How far the solid rises above the corner that two neighboring edges span at a vertex: what looks at
    // neighbors only cannot know the surface any better. Zero but for rounding unless faces were merged or
    // were not quite planar.
    double reflex() const { return reflex_; }

  private:
    friend class PolytopeBuilder;

    std::vector<glm::vec3> positions_;
    std::vector<Edge> edges_;
    std::vector<Face> faces_;
    std::vector<std::uint32_t> face_vertices_, face_edges_;
    std::vector<SidePlane> face_sides_;
    std::vector<std::uint32_t> vertex_first_, vertex_edges_, vertex_neighbors_;
    std::vector<glm::dvec3> vertex_directions_;
    std::vector<TriangleIndices> triangles_;
    std::vector<std::uint32_t> face_of_triangle_;
    glm::dvec3 centroid_{0.0};
    double radius_ = 0.0;
    double inner_radius_ = 0.0;
    double volume_ = 0.0;
    double extent_ = 0.0;
    double flatness_ = 0.0;
    double reflex_ = 0.0;
};

// From vertices and faces (vertex indices, counter-clockwise from outside, at least 3 each). Merges coplanar
// neighbours and then drops the vertices that lie inside a merged face or on a straight edge, so indices of
// positions, edges and faces are new ones if anything was merged. The tolerance is what rounding the
// coordinates to float can do (polygon_plane.hpp); where features are so small that merging within it would
// dent a convex solid, only what is coplanar as computed in double is merged. Checks every invariant; the
// Error names the first defect and its element, by the caller's indices unless it says "after merging".
// Unused vertices are an error.
Result<Polytope> make_polytope(std::span<const glm::vec3> positions,
                               std::span<const std::vector<std::uint32_t>> faces);

// The box [-half, half]; requires finite positive half extents.
Result<Polytope> make_box_polytope(const glm::vec3& half);

} // namespace boxwood

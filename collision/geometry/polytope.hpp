// What: a convex polytope with its features (vertices, edges, faces) and their neighbours.
// Frame: the polytope's own. Rigid poses only: a scaled polytope is a new polytope.
// Units: lengths as in the scene.
// Invariants: faces are convex polygons, counter-clockwise seen from outside; every edge has two faces; V - E
//             + F = 2; coplanar neighbouring faces are merged; every vertex has at least three edges; the
//             volume is positive. Faces are planar within flatness(), corners convex within reflex().
// Degenerate input: make_polytope names the defect (open edge, wrong orientation, not convex, zero volume,
//                   ...).
// Cost: built in O(V F), which is the check that it is convex; 1000 faces take about 460 kB.
// Source: [Lin 1993], [Mirtich 1998] section 2.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/core/packed_arrays.hpp"
#include "collision/core/result.hpp"
#include "collision/geometry/triangle.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

class alignas(kCacheLine) Polytope {
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
    };
    // The plane through a boundary edge of a face, perpendicular to the face; outside is beyond the edge.
    struct SidePlane {
        glm::dvec3 normal{0.0}; // unit, out of the face: the edge's out_of_left or out_of_right
        double offset = 0.0;
    };

    // A vertex and its first neighbors, for climbs that compare all of them at once: on two cache lines.
    struct alignas(kCacheLine) VertexStar {
        static constexpr std::size_t kLanes = 8, kNeighbors = kLanes - 1;
        // Lane 0 is the vertex, the next ones its neighbors in their order; the rest is not a number.
        std::array<float, kLanes> x, y, z;
        std::array<std::uint32_t, kNeighbors> neighbor;
        std::uint32_t degree; // all neighbors
    };

    std::span<const glm::vec3> positions() const { return arrays_.get<kPositions>(); }
    std::span<const VertexStar> stars() const { return arrays_.get<kStars>(); }
    std::span<const Edge> edges() const { return arrays_.get<kEdges>(); }
    std::span<const Face> faces() const { return arrays_.get<kFaces>(); }

    // Boundary of a face in counter-clockwise order: vertex k, the edge from vertex k to vertex k+1, its
    // plane.
    std::span<const std::uint32_t> face_vertices(std::uint32_t face) const {
        return of_face<kFaceVertices>(face);
    }
    std::span<const std::uint32_t> face_edges(std::uint32_t face) const { return of_face<kFaceEdges>(face); }
    std::span<const SidePlane> face_sides(std::uint32_t face) const { return of_face<kFaceSides>(face); }
    // Incident edges of a vertex, counter-clockwise seen from outside; in the same order the vertices at
    // their other ends, and the unit directions towards them.
    std::span<const std::uint32_t> vertex_edges(std::uint32_t vertex) const {
        return of_vertex<kVertexEdges>(vertex);
    }
    std::span<const std::uint32_t> vertex_neighbors(std::uint32_t vertex) const {
        return of_vertex<kVertexNeighbors>(vertex);
    }
    std::span<const glm::dvec3> vertex_directions(std::uint32_t vertex) const {
        return of_vertex<kVertexDirections>(vertex);
    }
    std::uint32_t vertex_degree(std::uint32_t vertex) const {
        const std::uint32_t* first = arrays_.data<kVertexFirst>();
        return first[vertex + 1] - first[vertex];
    }

    // Each face as a fan of triangles, in face order; face_of_triangle maps back.
    std::span<const TriangleIndices> triangles() const { return arrays_.get<kTriangles>(); }
    std::span<const std::uint32_t> face_of_triangle() const { return arrays_.get<kFaceOfTriangle>(); }
    MeshView mesh() const { return {positions(), triangles()}; }

    // Where the arrays of a vertex and of a face are looked up: what to ask of the memory before them.
    const void* vertex_place(std::uint32_t vertex) const { return arrays_.data<kVertexFirst>() + vertex; }
    const void* face_place(std::uint32_t face) const { return arrays_.data<kFaceFirst>() + face; }

    // Moves the arrays to the pool, beside those of the others that are met together.
    void settle_in(const std::shared_ptr<PagePool>& pool) { arrays_.move_to(pool); }

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

    // What climbs read first, then what walks read; the order is that of the enumerators. What belongs to vertex k
    // stands at [first[k], first[k + 1]) of the arrays of vertices, and so for faces.
    using Arrays = PackedArrays<VertexStar, glm::vec3, std::uint32_t, std::uint32_t, std::uint32_t,
                                glm::dvec3, std::uint32_t, Edge, Face, SidePlane, std::uint32_t,
                                std::uint32_t, TriangleIndices, std::uint32_t>;
    enum ArrayIndex : std::size_t {
        kStars,
        kPositions,
        kVertexFirst,
        kVertexNeighbors,
        kFaceFirst,
        kVertexDirections,
        kVertexEdges,
        kEdges,
        kFaces,
        kFaceSides,
        kFaceEdges,
        kFaceVertices,
        kTriangles,
        kFaceOfTriangle,
    };

    template <ArrayIndex kArray>
    std::span<const Arrays::Element<kArray>> of_vertex(std::uint32_t vertex) const {
        const std::uint32_t* first = arrays_.data<kVertexFirst>();
        return {arrays_.data<kArray>() + first[vertex], first[vertex + 1] - first[vertex]};
    }
    template <ArrayIndex kArray>
    std::span<const Arrays::Element<kArray>> of_face(std::uint32_t face) const {
        const std::uint32_t* first = arrays_.data<kFaceFirst>();
        return {arrays_.data<kArray>() + first[face], first[face + 1] - first[face]};
    }

    // The scale and the slack of climbs stand beside the places of the arrays that they read.
    double extent_ = 0.0;
    double flatness_ = 0.0;
    Arrays arrays_;
    glm::dvec3 centroid_{0.0};
    double radius_ = 0.0;
    double inner_radius_ = 0.0;
    double volume_ = 0.0;
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

// The same features at other positions, one for each of the polytope's own: what make_polytope gives of its faces, at a
// third of the cost, as nothing is merged. An Error where that would not be: faces that became coplanar or bent, or a solid
// that is not convex.
Result<Polytope> make_moved_polytope(const Polytope& polytope, std::span<const glm::vec3> positions);

// The box [-half, half]; requires finite positive half extents.
Result<Polytope> make_box_polytope(const glm::vec3& half);

} // namespace boxwood

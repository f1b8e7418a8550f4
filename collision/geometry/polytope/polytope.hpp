// What: a convex polytope with its features (vertices, edges, faces) and their neighbours.
// Frame: the polytope's own. Rigid poses only: a scaled polytope is a new polytope.
// Units: lengths as in the scene.
// Invariants: faces are convex polygons, counter-clockwise seen from outside; every edge has two faces; V - E
//             + F = 2; coplanar neighbouring faces are merged; every vertex has at least three edges; the
//             volume is positive. Faces are planar within flatness(), corners convex within reflex().
// Degenerate input: make_polytope names the defect (open edge, wrong orientation, not convex, zero volume, a coordinate beyond
//                   kMaxCoordinate, ...). A polytope that is default-made or moved from is empty: it has no features, and every
//                   call that takes a polytope refuses it.
// Cost: built in O(V F), which is the check that it is convex; 1000 faces take about 620 kB.
// Source: [Lin 1993], [Mirtich 1998] section 2.
#pragma once

#include "collision/core/ids.hpp"
#include "collision/core/memory/arena_arrays.hpp"
#include "collision/core/result.hpp"
#include "collision/geometry/triangle.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

class alignas(kCacheLine) Polytope {
  public:
    // A feature is a record on cache lines of its own that holds all that a walk reads at it: the polytopes of many
    // bodies do not fit the caches, and a line costs as much as some hundred operations. The few vertices and faces
    // with longer rings than a record has room for have them elsewhere.

    struct alignas(kCacheLine) Vertex {
        static constexpr std::size_t kRoom = 8;
        glm::vec3 position{0.0f};
        std::uint32_t degree = 0;
        std::uint32_t first = 0; // of its neighbors
        std::uint32_t spilled = 0;
        std::array<std::uint32_t, kRoom> edges{};
        std::array<glm::dvec3, kRoom> directions{};
    };
    // A directed edge tail -> head; `left` is the face in whose boundary it runs forwards.
    struct alignas(2 * kCacheLine) Edge {
        std::uint32_t tail = 0, head = 0;
        std::uint32_t left = 0, right = 0;
        glm::vec3 tail_position{0.0f}, head_position{0.0f};
        glm::dvec3 direction{0.0}; // unit, tail to head
        double length = 0.0;
        glm::dvec3 out_of_left{0.0},
            out_of_right{0.0}; // unit, in the plane of that face, perpendicular to the edge
    };
    // The plane through a boundary edge of a face, perpendicular to the face; outside is beyond the edge.
    struct SidePlane {
        glm::dvec3 normal{0.0}; // unit, out of the face: the edge's out_of_left or out_of_right
        double offset = 0.0;
    };
    struct alignas(kCacheLine) Face {
        static constexpr std::size_t kRoom = 4;
        glm::dvec3 normal{0.0};  // unit, outward
        double offset = 0.0;     // normal . x <= offset for every vertex of the face, equal for one
        std::uint32_t sides = 0; // how many
        std::uint32_t first = 0; // of its vertices
        std::uint32_t spilled = 0;
        std::array<std::uint32_t, kRoom> edges{};
        std::array<SidePlane, kRoom> planes{};
    };

    // A vertex and its neighbors, for climbs that compare all of them at once: on two cache lines. A vertex with more
    // neighbors than a star has room for has several, each with the vertex and the neighbors that come next.
    struct alignas(kCacheLine) VertexStar {
        static constexpr std::size_t kLanes = 8, kNeighbors = kLanes - 1;
        // Lane 0 is the vertex, the next ones its neighbors in their order; the rest is not a number.
        std::array<float, kLanes> x, y, z;
        std::array<std::uint32_t, kNeighbors>
            neighbor;         // the last: the next star, if this is not the last one
        std::uint32_t degree; // neighbors here and in the stars to come

        bool is_last() const { return degree <= kNeighbors; }
        std::uint32_t neighbors() const { return is_last() ? degree : kNeighbors - 1; } // here
    };

    // Eight vertices by coordinate, for scans that compare all of them at once; the last block repeats the last vertex.
    struct alignas(32) VertexBlock {
        static constexpr std::size_t kLanes = 8;
        std::array<float, kLanes> x, y, z;
    };
    static constexpr std::size_t kMaxBlocks = 6;

    std::span<const glm::vec3> positions() const { return arrays_.get<kPositions>(); }
    // One for each vertex, then those that go on with the neighbors of some.
    std::span<const VertexStar> stars() const { return arrays_.get<kStars>(); }
    // All vertices in order, or none if they are more than kMaxBlocks have room for.
    std::span<const VertexBlock> blocks() const { return arrays_.get<kBlocks>(); }
    std::span<const Vertex> vertices() const { return arrays_.get<kVertices>(); }
    std::span<const Edge> edges() const { return arrays_.get<kEdges>(); }
    std::span<const Face> faces() const { return arrays_.get<kFaces>(); }

    // Boundary of a face in counter-clockwise order: vertex k, the edge from vertex k to vertex k+1, its
    // plane.
    std::span<const std::uint32_t> face_vertices(std::uint32_t face) const {
        const Face& f = arrays_.data<kFaces>()[face];
        return {arrays_.data<kFaceVertices>() + f.first, f.sides};
    }
    std::span<const std::uint32_t> face_edges(std::uint32_t face) const {
        const Face& f = arrays_.data<kFaces>()[face];
        return ring<kFaceEdges>(f.edges, f.sides, f.spilled);
    }
    std::span<const SidePlane> face_sides(std::uint32_t face) const {
        const Face& f = arrays_.data<kFaces>()[face];
        return ring<kFaceSides>(f.planes, f.sides, f.spilled);
    }
    // Incident edges of a vertex, counter-clockwise seen from outside; in the same order the vertices at
    // their other ends, and the unit directions towards them.
    std::span<const std::uint32_t> vertex_edges(std::uint32_t vertex) const {
        const Vertex& v = arrays_.data<kVertices>()[vertex];
        return ring<kVertexEdges>(v.edges, v.degree, v.spilled);
    }
    std::span<const std::uint32_t> vertex_neighbors(std::uint32_t vertex) const {
        const Vertex& v = arrays_.data<kVertices>()[vertex];
        return {arrays_.data<kVertexNeighbors>() + v.first, v.degree};
    }
    std::span<const glm::dvec3> vertex_directions(std::uint32_t vertex) const {
        const Vertex& v = arrays_.data<kVertices>()[vertex];
        return ring<kVertexDirections>(v.directions, v.degree, v.spilled);
    }

    // Each face as a fan of triangles, in face order; face_of_triangle maps back.
    std::span<const TriangleIndices> triangles() const { return arrays_.get<kTriangles>(); }
    std::span<const std::uint32_t> face_of_triangle() const { return arrays_.get<kFaceOfTriangle>(); }
    MeshView mesh() const { return {positions(), triangles()}; }

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

    // What scans and climbs read first, then what walks read; the order is that of the enumerators. The rings that no record has
    // room for come last.
    using Arrays =
        ArenaArrays<VertexBlock, VertexStar, Vertex, Edge, Face, glm::vec3, std::uint32_t, std::uint32_t,
                    TriangleIndices, std::uint32_t, glm::dvec3, std::uint32_t, SidePlane, std::uint32_t>;
    enum ArrayIndex : std::size_t {
        kBlocks,
        kStars,
        kVertices,
        kEdges,
        kFaces,
        kPositions,
        kVertexNeighbors,
        kFaceVertices,
        kTriangles,
        kFaceOfTriangle,
        kVertexDirections,
        kVertexEdges,
        kFaceSides,
        kFaceEdges,
    };

    template <ArrayIndex kArray, class T, std::size_t kRoom>
    std::span<const T> ring(const std::array<T, kRoom>& own, std::uint32_t size,
                            std::uint32_t spilled) const {
        return {size <= kRoom ? own.data() : arrays_.data<kArray>() + spilled, size};
    }

    // The scale and the error bound of climbs stand beside the places of the arrays that they read.
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

// The box [-half, half]. An Error unless the half extents are positive and within kMaxCoordinate.
Result<Polytope> make_box_polytope(const glm::vec3& half);

} // namespace boxwood

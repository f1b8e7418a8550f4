// What: a convex polytope with its features (vertices, edges, faces) and their adjacency.
// Frame: the polytope's own. Poses must be rigid. To scale a polytope, make another polytope from scaled vertices.
// Units: lengths as in the scene.
// Invariants: faces are convex polygons, counter-clockwise seen from outside; every edge has two faces; V - E + F = 2;
//             adjacent coplanar faces are merged; every vertex has at least three edges; the volume is positive. The
//             faces are planar within flatness(). The corners are convex within reflex().
// Degenerate input: make_polytope reports the defect (open edge, wrong orientation, not convex, zero volume, a
//                   coordinate beyond kMaxCoordinate, ...). A default-constructed or moved-from polytope is empty: it
//                   has no features. Queries of the narrow phase and make_shape() end the process if a polytope is
//                   empty; make_moved_polytope() and make_hull_hierarchy() return an Error.
// Cost: construction takes O(V F) time because of the convexity check. 1000 faces take about 620 kB.
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
    // Each feature is a record on separate cache lines, with all data that a feature walk reads at this feature. The
    // polytopes of many bodies do not fit in the caches, and a cache miss costs as much as a few hundred operations.
    // The rings of a few vertices and faces (cyclic lists of edges and their geometry) exceed the capacity of a record.
    // These rings are in separate arrays.

    struct alignas(kCacheLine) Vertex {
        static constexpr std::size_t kRoom = 8;
        glm::vec3 position{0.0f};
        std::uint32_t degree = 0;
        std::uint32_t first = 0;   // index of its first neighbor in the array of all neighbors
        std::uint32_t spilled = 0; // start of its rings in the separate arrays
        std::array<std::uint32_t, kRoom> edges{};
        std::array<glm::dvec3, kRoom> directions{};
    };
    // A directed edge tail -> head. It runs counter-clockwise around the face `left`.
    struct alignas(2 * kCacheLine) Edge {
        std::uint32_t tail = 0, head = 0;
        std::uint32_t left = 0, right = 0;
        glm::vec3 tail_position{0.0f}, head_position{0.0f};
        glm::dvec3 direction{0.0}; // unit, tail to head
        double length = 0.0;
        // Unit vectors perpendicular to the edge. Each lies in the plane of its face, left or right, and points out of
        // this face.
        glm::dvec3 out_of_left{0.0}, out_of_right{0.0};
    };
    // The plane through a boundary edge of a face, perpendicular to the face.
    struct SidePlane {
        glm::dvec3 normal{0.0}; // unit, points out of the face: the edge's out_of_left or out_of_right
        double offset = 0.0;
    };
    struct alignas(kCacheLine) Face {
        static constexpr std::size_t kRoom = 4;
        glm::dvec3 normal{0.0}; // unit, outward
        double offset = 0.0;    // the maximum of normal . x over the vertices of the face
        std::uint32_t side_count = 0;
        std::uint32_t first = 0; // index of its first vertex in the array of all face vertices
        std::uint32_t spilled = 0;
        std::array<std::uint32_t, kRoom> edges{};
        std::array<SidePlane, kRoom> planes{};
    };

    // A vertex and its neighbors on two cache lines. Hill climbing compares all of them at once. A vertex with more
    // neighbors than a star can store has several stars, each with the vertex and the next neighbors.
    struct alignas(kCacheLine) VertexStar {
        static constexpr std::size_t kLanes = 8, kNeighbors = kLanes - 1;
        // Lane 0 is the vertex, followed by its neighbors in order; the remaining lanes are NaN.
        std::array<float, kLanes> x, y, z;
        // If another star follows, the last element is the index of that star.
        std::array<std::uint32_t, kNeighbors> neighbor;
        std::uint32_t degree; // number of neighbors in this star and the following ones

        bool is_last() const { return degree <= kNeighbors; }
        std::uint32_t neighbor_count() const { return is_last() ? degree : kNeighbors - 1; } // in this star
    };

    // The coordinates of eight vertices. Scans compare all of them at once. The last block repeats the last vertex to
    // fill its lanes.
    struct alignas(32) VertexBlock {
        static constexpr std::size_t kLanes = 8;
        std::array<float, kLanes> x, y, z;
    };
    static constexpr std::size_t kMaxBlocks = 6;

    std::span<const glm::vec3> positions() const { return arrays_.get<kPositions>(); }
    // One star per vertex, then the continuation stars of vertices with many neighbors.
    std::span<const VertexStar> stars() const { return arrays_.get<kStars>(); }
    // All vertices in order; empty if they do not fit in kMaxBlocks.
    std::span<const VertexBlock> blocks() const { return arrays_.get<kBlocks>(); }
    std::span<const Vertex> vertices() const { return arrays_.get<kVertices>(); }
    std::span<const Edge> edges() const { return arrays_.get<kEdges>(); }
    std::span<const Face> faces() const { return arrays_.get<kFaces>(); }

    // The boundary of a face in counter-clockwise order: vertex k, the edge from vertex k to vertex k+1, and the side
    // plane of this edge.
    std::span<const std::uint32_t> face_vertices(std::uint32_t face) const {
        const Face& f = arrays_.data<kFaces>()[face];
        return {arrays_.data<kFaceVertices>() + f.first, f.side_count};
    }
    std::span<const std::uint32_t> face_edges(std::uint32_t face) const {
        const Face& f = arrays_.data<kFaces>()[face];
        return ring<kFaceEdges>(f.edges, f.side_count, f.spilled);
    }
    std::span<const SidePlane> face_sides(std::uint32_t face) const {
        const Face& f = arrays_.data<kFaces>()[face];
        return ring<kFaceSides>(f.planes, f.side_count, f.spilled);
    }
    // The incident edges of a vertex, counter-clockwise seen from outside. vertex_neighbors() and vertex_directions()
    // return the vertices at their other ends and the unit directions towards them, in the same order.
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

    // Each face as a fan of triangles, in face order. face_of_triangle maps triangles back to faces.
    std::span<const TriangleIndices> triangles() const { return arrays_.get<kTriangles>(); }
    std::span<const std::uint32_t> face_of_triangle() const { return arrays_.get<kFaceOfTriangle>(); }
    MeshView mesh() const { return {positions(), triangles()}; }

    // Moves the arrays to the pool, next to the arrays of other polytopes that are used together with this one.
    void move_to(const std::shared_ptr<PagePool>& pool) { arrays_.move_to(pool); }

    const glm::dvec3& centroid() const { return centroid_; } // of the solid
    double radius() const { return radius_; }                // max |vertex - centroid|
    double inner_radius() const { return inner_radius_; }    // min distance of the centroid from a face plane
    double volume() const { return volume_; }
    double extent() const { return extent_; } // max |vertex|: the scale of rounding errors
    // Maximum distance of vertices from the planes of their faces.
    double flatness() const { return flatness_; }
    // The planes through two consecutive edges of a vertex are compared with all vertices of the polytope: reflex() is
    // the maximum height of a vertex above such a plane. Limits the accuracy of algorithms that examine only neighbors.
    // 0 within rounding, unless faces were merged or are not exactly planar.
    double reflex() const { return reflex_; }

  private:
    friend class PolytopeBuilder;

    // The arrays are in the order of the enumerators: first the data of scans and hill climbing, then the data of
    // feature walks, last the rings that exceed the capacity of a record.
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

    // The scale and the error bound of hill climbing are stored next to the addresses of the arrays that it reads.
    double extent_ = 0.0;
    double flatness_ = 0.0;
    Arrays arrays_;
    glm::dvec3 centroid_{0.0};
    double radius_ = 0.0;
    double inner_radius_ = 0.0;
    double volume_ = 0.0;
    double reflex_ = 0.0;
};

// Builds a polytope from vertices and faces (vertex indices, counter-clockwise seen from outside, at least 3 each).
// Merges adjacent coplanar faces, then removes the vertices inside a merged face or on a straight edge. If anything was
// merged, positions, edges and faces are renumbered. The tolerance of merging is the effect of rounding the coordinates
// to float (polygon_plane.hpp). If features are so small that merging with this tolerance would fail or dent a convex
// solid, only faces that are coplanar in double arithmetic are merged. Checks every invariant. The Error names the
// first defect and its element, by the caller's indices unless it says "after merging". Unused vertices are an Error.
Result<Polytope> make_polytope(std::span<const glm::vec3> positions,
                               std::span<const std::vector<std::uint32_t>> faces);

// Restores a stored polytope from its positions() and face_vertices(). Nothing is merged or renumbered, and all values
// have the same bits as in the stored polytope. (make_polytope could merge more faces, because the planes of merged
// faces differ from the planes of the original faces.) Errors are those of make_polytope; the tolerances are 8 times
// larger.
Result<Polytope> restore_polytope(std::span<const glm::vec3> positions,
                                  std::span<const std::vector<std::uint32_t>> faces);

// Moves the vertices of a polytope to new positions. Returns the result of make_polytope for the faces of the polytope,
// at a third of the cost because nothing is merged. Returns an Error if the results would differ: if faces became
// coplanar or bent, or if the solid is not convex. Other errors are an empty polytope, another number of positions, and
// the defects that make_polytope reports.
Result<Polytope> make_moved_polytope(const Polytope& polytope, std::span<const glm::vec3> positions);

// Returns the box [-half, half], or an Error if a half extent is not positive or exceeds kMaxCoordinate, or if the box
// is too flat for make_polytope.
Result<Polytope> make_box_polytope(const glm::vec3& half);

} // namespace boxwood

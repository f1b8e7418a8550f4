// What: the convex hull of points as a graph of vertices and edges, by quickhull with exact tests.
// Frame: that of the points.
// Invariants: every point lies in the hull, exactly: no point is strictly above the plane of a triangle. Vertices are
//             points; of equal points one. Equal input gives equal output. Vertices may lie on a face or an edge of the
//             hull: coplanar triangles are not merged.
// Degenerate input: points in one plane give a polygon, on one line two vertices, all equal one vertex, none none. Points
//                   that are not finite are ignored.
// Cost: expected O(n log n): 40 ms for 20,000 points on a sphere, 6 ms for as many in a ball. Memory is reused.
// Source: [Barber 1996] (quickhull); predicates.hpp for the tests.
// Departs from the source: points in a plane of a face are not above it, by exact arithmetic, so no facets are merged.
// Oracle: tests/collision/geometry/convex_hull_test.cpp, every point against every triangle in exact integers.
#pragma once

#include "collision/core/ids.hpp"

#include <glm/vec3.hpp>

#include <array>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace boxwood {

class ConvexHull {
  public:
    // Requires fewer than 2^32 - 1 points.
    void find(std::span<const glm::vec3> points);

    // Of the hull: 3, or 2, 1, 0 for a polygon, a segment, a point; -1 without points.
    int dimension() const { return dimension_; }
    // Indices of points, ascending.
    std::span<const std::uint32_t> vertices() const { return vertices_; }
    // Counter-clockwise from outside; of a polygon, on one side; none for a segment or a point.
    std::span<const std::array<std::uint32_t, 3>> triangles() const { return triangles_; }
    // Each edge once, lower index first, ascending.
    std::span<const std::pair<std::uint32_t, std::uint32_t>> edges() const { return edges_; }

  private:
    struct Facet {
        std::array<std::uint32_t, 3> vertex{};
        std::array<std::uint32_t, 3> neighbor{}; // across the edge from vertex k to vertex k + 1
        glm::dvec3 normal{0.0};                  // product of two edges, rounded
        std::uint32_t first_above = kNone;       // list of the points above it, by next_above_
        std::uint32_t farthest = kNone;          // of these
        double height = 0.0;                     // of the farthest, times the length of the normal
        std::uint32_t round = 0;                 // of the last test against a new vertex
        bool is_visible = false;                 // from it
        bool is_alive = true;
    };
    struct Ridge { // from the visible to the hidden side of a new vertex
        std::uint32_t tail = 0, head = 0;
        std::uint32_t hidden = 0; // facet
        std::uint32_t side = 0;   // of the hidden facet
    };

    bool find_simplex(std::array<std::uint32_t, 4>& out_corners);
    std::uint32_t add_apex(std::uint32_t a, std::uint32_t b, std::uint32_t c);
    std::uint32_t add_facet(std::uint32_t a, std::uint32_t b, std::uint32_t c);
    double height_above(const Facet& facet, std::uint32_t point) const; // 0: not above
    void offer(std::uint32_t point, std::span<const std::uint32_t> facets);
    void add_vertex(std::uint32_t facet);
    void find_ridges(std::uint32_t facet, std::uint32_t vertex);
    void collect();

    int dimension_ = -1;
    std::uint32_t apex_ = kNone; // of a polygon: a point outside its plane, so that the hull is a solid
    std::vector<std::uint32_t> vertices_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;

    // Scratch of find().
    std::vector<glm::dvec3> points_;
    std::vector<std::uint32_t> finite_; // indices of points
    std::vector<std::uint32_t> next_above_,
        facet_at_; // by point: the next of its list; the new facet with that tail
    std::vector<Facet> facets_;
    std::vector<std::uint32_t> free_, open_, visible_, made_, orphans_;
    std::vector<Ridge> ridges_;
    double error_bound_ = 0.0; // of heights times lengths of normals
    std::uint32_t round_ = 0;
};

} // namespace boxwood

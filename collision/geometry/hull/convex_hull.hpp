// What: computes the convex hull of points as a graph of vertices and edges, by quickhull with exact tests.
// Frame: the frame of the points.
// Invariants: every point lies in the hull, exactly: no point is strictly above the plane of a triangle. The vertices
//             are input points. Equal points give one vertex. Equal input gives equal output. Coplanar triangles are
//             not merged, so vertices can lie on a face or an edge of the hull.
// Degenerate input: points in one plane give a polygon, points on one line two vertices, equal points one vertex.
//             Points that are not finite are ignored; without points, the hull is empty.
// Cost: O(n log n) expected time: 40 ms for 20,000 points on a sphere, 6 ms for 20,000 points in a ball. Later calls of
//       find() reuse the memory.
// Source: [Barber 1996] (quickhull); predicates.hpp for the tests.
// Departs from the source: with exact arithmetic, points in a facet's plane are not above it, so no facets are merged.
// Oracle: tests of every point against every triangle in exact integers
//         (tests/collision/geometry/convex_hull_test.cpp).
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

    // Dimension of the hull: 3 for a solid, 2 for a polygon, 1 for a segment, 0 for a point, -1 without points.
    int dimension() const { return dimension_; }
    // Indices of points, ascending.
    std::span<const std::uint32_t> vertices() const { return vertices_; }
    // Counter-clockwise seen from outside. A polygon has triangles on one side only. A segment or a point has none.
    std::span<const std::array<std::uint32_t, 3>> triangles() const { return triangles_; }
    // Each edge is listed one time, with the lower index first. The list is in ascending order.
    std::span<const std::pair<std::uint32_t, std::uint32_t>> edges() const { return edges_; }

  private:
    struct Facet {
        std::array<std::uint32_t, 3> vertex{};
        std::array<std::uint32_t, 3> neighbor{}; // across the edge from vertex k to vertex k + 1
        glm::dvec3 normal{0.0};                  // cross product of two edges, rounded
        std::uint32_t first_above = kNone;       // first of the points above it, linked by next_above_
        std::uint32_t farthest = kNone;          // the highest of these points
        double height = 0.0;                     // of the farthest point, times the length of the normal
        std::uint32_t round = 0;                 // the last round that tested the facet against a new vertex
        bool is_visible = false;                 // from the vertex of that round
        bool is_alive = true;
    };
    struct Ridge { // an edge between a facet that is visible from a new vertex and a hidden one
        std::uint32_t tail = 0, head = 0;
        std::uint32_t hidden = 0; // facet
        std::uint32_t side = 0;   // edge of the hidden facet
    };

    bool find_simplex(std::array<std::uint32_t, 4>& out_corners);
    std::uint32_t add_apex(std::uint32_t a, std::uint32_t b, std::uint32_t c);
    std::uint32_t add_facet(std::uint32_t a, std::uint32_t b, std::uint32_t c);
    double height_above(const Facet& facet, std::uint32_t point) const; // 0: not above
    void add_to_list(std::uint32_t point, std::span<const std::uint32_t> facets);
    void add_vertex(std::uint32_t facet);
    void find_ridges(std::uint32_t facet, std::uint32_t vertex);
    void collect();

    int dimension_ = -1;
    std::uint32_t apex_ = kNone; // for a polygon: a point outside its plane; makes the hull a solid
    std::vector<std::uint32_t> vertices_;
    std::vector<std::array<std::uint32_t, 3>> triangles_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> edges_;

    // Scratch of find().
    std::vector<glm::dvec3> points_;
    std::vector<std::uint32_t> finite_; // indices of points
    std::vector<std::uint32_t> next_above_; // by point: the next point in the same list
    std::vector<std::uint32_t> facet_at_;   // by point: the new facet whose edge 0 starts there
    std::vector<Facet> facets_;
    std::vector<std::uint32_t> free_, open_, visible_, new_facets_, orphans_;
    std::vector<Ridge> ridges_;
    double error_bound_ = 0.0; // of a height times the length of the normal
    std::uint32_t round_ = 0;  // one per new vertex
};

} // namespace boxwood

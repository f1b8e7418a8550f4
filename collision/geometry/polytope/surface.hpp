// What: stores a closed polygonal surface as half-edges. make_polytope checks and merges faces on it.
// Invariants: every half-edge has a twin of opposite direction in another face; the faces around a vertex form one fan;
//             all faces are connected; V - E + F = 2. The half-edges of a face are contiguous.
// Degenerate input: make_surface reports the first defect and its element.
// Cost: O(E log E) time.
#pragma once

#include "collision/core/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

using Polygon = std::vector<std::uint32_t>; // vertex indices, counter-clockwise seen from outside

struct HalfEdge {
    std::uint32_t tail = 0, head = 0;
    std::uint32_t face = 0;
    std::uint32_t twin = 0;
};

struct Surface {
    std::vector<HalfEdge> half_edges;
    std::vector<std::uint32_t> first;     // half-edges of face f: [first[f], first[f + 1])
    std::vector<std::uint32_t> of_vertex; // one outgoing half-edge of each vertex

    std::size_t face_count() const { return first.size() - 1; }
    std::span<const HalfEdge> face(std::uint32_t f) const {
        return std::span(half_edges).subspan(first[f], first[f + 1] - first[f]);
    }
    std::uint32_t previous(std::uint32_t half_edge) const {
        const std::uint32_t f = half_edges[half_edge].face;
        return half_edge == first[f] ? first[f + 1] - 1 : half_edge - 1;
    }
    // The next outgoing half-edge of the same vertex, counter-clockwise seen from outside.
    std::uint32_t rotate(std::uint32_t half_edge) const { return half_edges[previous(half_edge)].twin; }
};

// Every vertex from 0 to vertex_count - 1 must be used.
Result<Surface> make_surface(std::size_t vertex_count, std::span<const Polygon> faces);

} // namespace boxwood

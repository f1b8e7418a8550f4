// What: a view of the vertices of a convex surface (a polytope or the hull of a mesh) and of their neighbors, in the
//       layout that hill climbing and scans read.
// Frame: the surface's own.
// Invariants: stars: one per vertex, in order; then the continuation stars of vertices with many neighbors. blocks: all
//             vertices in order, or none if they do not fit in Polytope::kMaxBlocks.
// Cost: the graph is a view that does not own the arrays. Stars take 128 bytes per vertex.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <limits>
#include <span>
#include <vector>

namespace boxwood {

struct SupportGraph {
    std::span<const Polytope::VertexStar> stars;
    std::span<const Polytope::VertexBlock> blocks;
    std::uint32_t vertex_count = 0;
    double extent = 0.0;   // max |vertex|: the scale of rounding errors
    double flatness = 0.0; // max distance of vertices from the planes of their faces

    glm::vec3 position(std::uint32_t vertex) const {
        return {stars[vertex].x[0], stars[vertex].y[0], stars[vertex].z[0]};
    }
};

inline SupportGraph support_graph_of(const Polytope& polytope) {
    return {polytope.stars(), polytope.blocks(), static_cast<std::uint32_t>(polytope.positions().size()),
            polytope.extent(), polytope.flatness()};
}

// Calls visit(neighbor) for each neighbor of a vertex, in order.
template <class Visit>
void for_each_neighbor(const SupportGraph& graph, std::uint32_t vertex, const Visit& visit) {
    for (std::uint32_t star = vertex;; star = graph.stars[star].neighbor.back()) {
        const Polytope::VertexStar& here = graph.stars[star];
        for (std::uint32_t k = 0; k < here.neighbor_count(); ++k) visit(here.neighbor[k]);
        if (here.is_last()) return;
    }
}

// ring_of(vertex) returns a span of the neighbors of a vertex.
template <class RingOf>
std::vector<Polytope::VertexStar> make_stars(std::span<const glm::vec3> positions, const RingOf& ring_of) {
    const auto make_star = [&](std::uint32_t vertex, std::span<const std::uint32_t> remaining) {
        Polytope::VertexStar star{};
        for (auto* coordinates : {&star.x, &star.y, &star.z})
            coordinates->fill(std::numeric_limits<float>::quiet_NaN());
        const auto place = [&](std::size_t lane, const glm::vec3& p) {
            star.x[lane] = p.x;
            star.y[lane] = p.y;
            star.z[lane] = p.z;
        };
        place(0, positions[vertex]);
        star.neighbor.fill(vertex);
        star.degree = static_cast<std::uint32_t>(remaining.size());
        for (std::size_t k = 0; k < star.neighbor_count(); ++k) {
            star.neighbor[k] = remaining[k];
            place(k + 1, positions[remaining[k]]);
        }
        return star;
    };
    const auto count = static_cast<std::uint32_t>(positions.size());
    std::vector<Polytope::VertexStar> stars(count);
    for (std::uint32_t v = 0; v < count; ++v) {
        std::span<const std::uint32_t> remaining = ring_of(v);
        for (std::size_t at = v;;) {
            stars[at] = make_star(v, remaining);
            if (stars[at].is_last()) break;
            remaining = remaining.subspan(stars[at].neighbor_count());
            stars[at].neighbor.back() = static_cast<std::uint32_t>(stars.size());
            at = stars.size();
            stars.emplace_back();
        }
    }
    return stars;
}

std::vector<Polytope::VertexBlock> make_blocks(std::span<const glm::vec3> positions);

} // namespace boxwood

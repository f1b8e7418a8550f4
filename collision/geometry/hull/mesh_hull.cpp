#include "collision/geometry/hull/mesh_hull.hpp"

#include "collision/geometry/hull/convex_hull.hpp"

#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood {

MeshHull::MeshHull(std::span<const glm::vec3> points) {
    ConvexHull hull;
    hull.find(points);
    std::vector<std::uint32_t> new_index(points.size(), kNone);
    std::vector<glm::vec3> positions;
    for (const std::uint32_t vertex : hull.vertices()) {
        new_index[vertex] = static_cast<std::uint32_t>(positions.size());
        positions.push_back(points[vertex]);
        extent_ = std::fmax(extent_, glm::length(glm::dvec3(points[vertex])));
    }
    vertex_count_ = static_cast<std::uint32_t>(positions.size());
    std::vector<std::uint32_t> first(positions.size() + 1, 0);
    for (const auto& [x, y] : hull.edges()) {
        ++first[new_index[x] + 1];
        ++first[new_index[y] + 1];
    }
    for (std::size_t v = 1; v < first.size(); ++v) first[v] += first[v - 1];
    std::vector<std::uint32_t> neighbors(2 * hull.edges().size());
    std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
    for (const auto& [x, y] : hull.edges()) {
        neighbors[next[new_index[x]]++] = new_index[y];
        neighbors[next[new_index[y]]++] = new_index[x];
    }
    stars_ = make_stars(positions, [&](std::uint32_t vertex) {
        return std::span<const std::uint32_t>(neighbors).subspan(first[vertex],
                                                                 first[vertex + 1] - first[vertex]);
    });
    blocks_ = make_blocks(positions);
}

} // namespace boxwood

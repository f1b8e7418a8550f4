#include "collision/query/dispatch/world_trees.hpp"

#include "collision/geometry/lexicographic.hpp"

#include <algorithm>
#include <numeric>

namespace boxwood {

void WorldTree::fit(const MeshView& mesh, const Pose& world_from_mesh, const WorldAxes* axes) {
    constexpr double kRounding = 0x1p-49; // 16 u: a difference, three products and their sum
    double farthest = 0.0;
    const auto to_axes = [&](const glm::dvec3& p) {
        if (axes == nullptr) return p;
        const glm::dvec3 from_center = p - axes->center, size = glm::abs(from_center);
        farthest = std::max(farthest, size.x + size.y + size.z);
        return axes->from_world * from_center;
    };
    for (std::size_t i = nodes.size(); i-- > 0;) {
        WorldNode& node = nodes[i];
        if (node.is_leaf) {
            for (const std::uint32_t primitive : primitives_of(node))
                for (const glm::dvec3& p : world_triangle(world_from_mesh, mesh, primitive))
                    node.box.add(to_axes(p));
        } else {
            node.box.add(nodes[node.first].box);
            node.box.add(nodes[node.first + 1].box);
        }
    }
    rounding = kRounding * farthest;
}

void WorldTree::find_repeated(const MeshView& mesh, const Pose& world_from_mesh) {
    const std::size_t count = mesh.triangles.size();
    triangles.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
        triangles[i] = world_triangle(world_from_mesh, mesh, i);
        std::sort(triangles[i].begin(), triangles[i].end(), is_before);
    }
    sorted_by_position.resize(count);
    std::iota(sorted_by_position.begin(), sorted_by_position.end(), 0u);
    const auto is_first = [this](std::uint32_t i, std::uint32_t j) {
        for (std::size_t k = 0; k < 3; ++k) {
            if (is_before(triangles[i][k], triangles[j][k])) return true;
            if (is_before(triangles[j][k], triangles[i][k])) return false;
        }
        return i < j;
    };
    std::sort(sorted_by_position.begin(), sorted_by_position.end(), is_first);
    is_repeated.assign(count, 0);
    for (std::size_t i = 1; i < count; ++i)
        is_repeated[sorted_by_position[i]] =
            triangles[sorted_by_position[i]] == triangles[sorted_by_position[i - 1]] ? 1 : 0;
}

} // namespace boxwood

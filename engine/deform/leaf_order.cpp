#include "engine/deform/leaf_order.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/refit.hpp"

#include <limits>

namespace boxwood {

OrderedMesh order_by_leaves(const Mesh& mesh) {
    constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
    SerialExecutor serial;
    const Bvh2<Aabb> tree =
        build_top_down(make_primitive_boxes(mesh.view()), {SplitRule::midpoint, 1}, serial);
    OrderedMesh ordered;
    ordered.mesh.name = mesh.name;
    ordered.mesh.triangles.reserve(mesh.triangles.size());
    std::vector<std::uint32_t> new_index(mesh.positions.size(), kUnseen);
    const auto new_index_of = [&](std::uint32_t vertex) {
        if (new_index[vertex] == kUnseen) {
            new_index[vertex] = static_cast<std::uint32_t>(ordered.vertex_before.size());
            ordered.vertex_before.push_back(vertex);
        }
        return new_index[vertex];
    };
    for (const auto& node : tree.nodes) {
        if (!node.is_leaf()) continue;
        TriangleIndices triangle{};
        for (std::size_t k = 0; k < triangle.size(); ++k)
            triangle[k] = new_index_of(mesh.triangles[node.first][k]);
        ordered.mesh.triangles.push_back(triangle);
    }
    for (std::uint32_t vertex = 0; vertex < new_index.size(); ++vertex) new_index_of(vertex);
    for (const std::uint32_t vertex : ordered.vertex_before)
        ordered.mesh.positions.push_back(mesh.positions[vertex]);
    return ordered;
}

} // namespace boxwood

#include "engine/deform/leaf_order.hpp"

#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/refit.hpp"

#include <limits>

namespace boxwood {

OrderedMesh order_by_leaves(const Mesh& mesh) {
    constexpr std::uint32_t kUnseen = std::numeric_limits<std::uint32_t>::max();
    SerialExecutor serial;
    const Bvh2<Aabb> tree = build_top_down(make_primitive_boxes(mesh.view()), {SplitRule::middle, 1}, serial);
    OrderedMesh ordered;
    ordered.mesh.name = mesh.name;
    ordered.mesh.triangles.reserve(mesh.triangles.size());
    std::vector<std::uint32_t> place(mesh.positions.size(), kUnseen);
    const auto place_of = [&](std::uint32_t vertex) {
        if (place[vertex] == kUnseen) {
            place[vertex] = static_cast<std::uint32_t>(ordered.vertex_before.size());
            ordered.vertex_before.push_back(vertex);
        }
        return place[vertex];
    };
    for (const auto& node : tree.nodes) {
        if (!node.is_leaf()) continue;
        TriangleIndices moved{};
        for (std::size_t k = 0; k < moved.size(); ++k) moved[k] = place_of(mesh.triangles[node.first][k]);
        ordered.mesh.triangles.push_back(moved);
    }
    for (std::uint32_t vertex = 0; vertex < place.size(); ++vertex) place_of(vertex);
    for (const std::uint32_t vertex : ordered.vertex_before)
        ordered.mesh.positions.push_back(mesh.positions[vertex]);
    return ordered;
}

} // namespace boxwood

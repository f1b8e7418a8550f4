#include "engine/explain/verdict/uncontained.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/explain/hierarchy/node_cursor.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Calls `use` with a function that tests whether a triangle lies in the node's volume.
template <class Use>
auto with_containment(const AnyHierarchy& hierarchy, const NodeTable& table, std::uint32_t node,
                      const MeshView& mesh, Use&& use) {
    return std::visit(
        [&](const auto& tree) {
            const auto volume = tree.volume(detail::find_cursor(tree, table, node));
            return use([&](std::uint32_t triangle) {
                return std::ranges::all_of(triangle_of(mesh, triangle),
                                           [&](const glm::vec3& p) { return volume.contains(p); });
            });
        },
        hierarchy.tree());
}

} // namespace

std::optional<Uncontained> find_uncontained_triangles(const AnyHierarchy& hierarchy, const NodeTable& table,
                                                      std::uint32_t node, const MeshView& mesh) {
    return with_containment(hierarchy, table, node, mesh, [&](const auto& contains) {
        std::optional<Uncontained> found;
        for (const std::uint32_t triangle : table.primitives_below(node)) {
            if (triangle == NodeTable::kNone || contains(triangle)) continue;
            if (!found) found = Uncontained{triangle, 0};
            ++found->count;
        }
        return found;
    });
}

bool contains_triangle(const AnyHierarchy& hierarchy, const NodeTable& table, std::uint32_t node,
                       const MeshView& mesh, std::uint32_t triangle) {
    return with_containment(hierarchy, table, node, mesh,
                            [&](const auto& contains) { return contains(triangle); });
}

} // namespace boxwood

#include "engine/explain/hierarchy/cut_slabs.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/explain/hierarchy/node_cursor.hpp"

namespace boxwood {
namespace {

// Cuts slabs off the sides of `rest` until it is the child's box.
void cut_off(Aabb rest, const Aabb& child_box, std::uint32_t child, std::vector<CutSlab>& io_slabs) {
    for (int axis = 0; axis < 3; ++axis) {
        if (rest.lower[axis] < child_box.lower[axis]) {
            io_slabs.push_back({child, rest, axis, true});
            io_slabs.back().box.upper[axis] = rest.lower[axis] = child_box.lower[axis];
        }
        if (child_box.upper[axis] < rest.upper[axis]) {
            io_slabs.push_back({child, rest, axis, false});
            io_slabs.back().box.lower[axis] = rest.upper[axis] = child_box.upper[axis];
        }
    }
}

template <class Tree>
constexpr bool kCutsSlabs = std::is_same_v<Tree, BoxTree> || std::is_same_v<Tree, ShrunkBoxTree>;

} // namespace

std::vector<CutSlab> list_cut_slabs(const AnyHierarchy& hierarchy, const NodeTable& table,
                                    std::uint32_t node) {
    std::vector<CutSlab> slabs;
    std::visit(
        [&]<class Tree>(const Tree& tree) {
            if constexpr (kCutsSlabs<Tree>) {
                const auto cursor = detail::find_cursor(tree, table, node);
                if (tree.is_leaf(cursor)) return;
                for (const unsigned which : {0u, 1u}) {
                    const auto child = tree.child(cursor, which);
                    cut_off(tree.volume(cursor), tree.volume(child), tree.node_index(child), slabs);
                }
            }
        },
        hierarchy.tree());
    return slabs;
}

} // namespace boxwood

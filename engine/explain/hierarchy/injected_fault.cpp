#include "engine/explain/hierarchy/injected_fault.hpp"

#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/explain/hierarchy/node_cursor.hpp"

namespace boxwood {
namespace {

constexpr float kShrinkFactor = 0.5f; // of the extent

template <Hierarchy H>
std::uint32_t node_by_path(const H& tree, const NodeTable& table, std::span<const std::uint32_t> path) {
    typename H::Cursor cursor = tree.root();
    for (std::size_t i = 1; i < path.size(); ++i)
        cursor = tree.child(cursor, table.nodes[path[i - 1]].second_child == path[i] ? 1u : 0u);
    return tree.node_index(cursor);
}

std::vector<glm::vec3> contracted_corners(const MeshView& mesh, std::span<const std::uint32_t> triangles) {
    std::vector<glm::vec3> corners;
    for (const std::uint32_t triangle : triangles)
        for (const glm::vec3& corner : triangle_of(mesh, triangle)) corners.push_back(corner);
    const glm::vec3 center = Aabb::fit(corners).center();
    for (glm::vec3& corner : corners) corner = center + kShrinkFactor * (corner - center);
    return corners;
}

template <Volume V>
bool shrink(Bvh2<V>& io_tree, std::uint32_t node, std::span<const glm::vec3> corners) {
    const V smaller = V::fit(corners);
    if (smaller == io_tree.nodes[node].volume) return false;
    io_tree.nodes[node].volume = smaller;
    return true;
}

Aabb box_of(const BoxTree& tree, std::uint32_t node) {
    return derive_boxes(tree)[node];
}
Aabb box_of(const ShrunkBoxTree& tree, std::uint32_t node) {
    return derive_nodes(tree)[node].box;
}

// A node moves one side of its parent's box inwards. Moves this side further, by half of the remaining extent.
template <class Tree>
requires std::same_as<Tree, BoxTree> || std::same_as<Tree, ShrunkBoxTree>
bool shrink(Tree& io_tree, std::uint32_t node, std::span<const glm::vec3>) {
    if (node == 0) return false;
    BoxTreeNode& moved_node = io_tree.nodes[node];
    const auto axis = static_cast<glm::length_t>(moved_node.axis());
    const float extent = box_of(io_tree, node).extent()[axis];
    moved_node.set_move(moved_node.axis(), moved_node.is_upper(), moved_node.move() + kShrinkFactor * extent);
    return extent > 0.0f;
}

// A node narrows one slab of its parent. Narrows this slab further, by a quarter of the remaining width at each end.
template <int K>
bool shrink(KdopTree<K>& io_tree, std::uint32_t node, std::span<const glm::vec3>) {
    if (node == 0) return false;
    SlabMove& moved_node = io_tree.nodes[node];
    const Kdop<K> dop = derive_volumes(io_tree).nodes[node].volume;
    const std::uint32_t moved = std::uint32_t{moved_node.lower_move()} + moved_node.upper_move(),
                        rest = SlabMove::kSteps - std::min(SlabMove::kSteps, moved);
    moved_node.set(moved_node.slab(), static_cast<std::uint16_t>(moved_node.lower_move() + rest / 4),
                   static_cast<std::uint16_t>(moved_node.upper_move() + rest / 4));
    return rest >= 4 && dop.upper[moved_node.slab()] > dop.lower[moved_node.slab()];
}

// Moves a side of a lane inwards until it reaches `bound` or the opposite side.
void move_inwards(const WideBoxes& boxes, std::size_t axis, std::size_t lane, float bound, bool is_upper,
                  std::uint8_t& io_side) {
    const std::uint8_t opposite = (is_upper ? boxes.lower : boxes.upper)[axis][lane];
    const auto position = [&] { return boxes.origin[axis] + static_cast<float>(io_side) * boxes.step[axis]; };
    while (io_side != opposite && (is_upper ? position() > bound : position() < bound))
        io_side = static_cast<std::uint8_t>(io_side + (is_upper ? -1 : 1));
}

// Shrinks all lanes below the node, because only the lanes of a wide node have boxes.
bool shrink(Bvh8& io_tree, const Bvh8::Cursor& at, std::span<const glm::vec3> corners) {
    const Aabb smaller = Aabb::fit(corners);
    WideBoxes& boxes = io_tree.nodes[at.node].boxes;
    const WideBoxes before = boxes;
    for (std::size_t lane = at.begin; lane < at.end; ++lane)
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<glm::length_t>(axis);
            move_inwards(boxes, axis, lane, smaller.upper[k], true, boxes.upper[axis][lane]);
            move_inwards(boxes, axis, lane, smaller.lower[k], false, boxes.lower[axis][lane]);
        }
    return before.lower != boxes.lower || before.upper != boxes.upper;
}

// Shrinks all lanes below the node, because only the lanes of a wide node have moves.
bool shrink(BoxTree8& io_tree, const BoxTree8::Cursor& at, std::span<const glm::vec3> corners) {
    const Aabb smaller = Aabb::fit(corners);
    MovedBoxes& moves = io_tree.nodes[at.node].moves;
    const MovedBoxes before = moves;
    for (std::size_t lane = at.begin; lane < at.end; ++lane) {
        const Aabb box = moves.box(lane, at.parent);
        moves.set(lane, at.parent,
                  {glm::clamp(smaller.lower, box.lower, box.upper),
                   glm::clamp(smaller.upper, box.lower, box.upper)});
    }
    return before.lower != moves.lower || before.upper != moves.upper;
}

} // namespace

std::optional<InjectedFault> inject_fault(const AnyHierarchy& original, const MeshView& mesh,
                                          std::uint32_t node) {
    std::visit(
        []<class H>(const H& tree) {
            // Nodes that are not split yet have no volume to shrink.
            if constexpr (kIsLazy<H>) split_all(tree);
        },
        original.tree());
    const NodeTable table = make_node_table(original);
    if (!table.has(node)) return std::nullopt;
    const std::vector<std::uint32_t> path = table.path_to(node);
    const std::vector<glm::vec3> corners = contracted_corners(mesh, table.primitives_below(node));
    return std::visit(
        [&]<class H>(const H& tree) -> std::optional<InjectedFault> {
            if constexpr (kIsLazy<H>) {
                auto complete = make_bvh(tree);
                const std::uint32_t complete_node = node_by_path(complete, table, path);
                if (!shrink(complete, complete_node, corners)) return std::nullopt;
                H faulty(std::move(complete));
                const std::uint32_t faulty_node = node_by_path(faulty, table, path);
                return InjectedFault{
                    AnyHierarchy(std::move(faulty), original.config(), original.vertex_count()), faulty_node};
            } else {
                H faulty = tree;
                bool is_injected = false;
                if constexpr (std::same_as<H, Bvh8> || std::same_as<H, BoxTree8>)
                    is_injected = shrink(faulty, detail::find_cursor(tree, table, node), corners);
                else if constexpr (std::same_as<H, ObbBvh8>)
                    is_injected = shrink(faulty.binary, node, corners);
                else
                    is_injected = shrink(faulty, node, corners);
                if constexpr (std::same_as<H, ObbBvh8>) faulty.copy_boxes();
                if (!is_injected) return std::nullopt;
                return InjectedFault{
                    AnyHierarchy(std::move(faulty), original.config(), original.vertex_count()), node};
            }
        },
        original.tree());
}

} // namespace boxwood

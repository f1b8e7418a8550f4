#include "collision/hierarchy/box_tree.hpp"

#include "collision/hierarchy/box_tree_defects.hpp"
#include "collision/hierarchy/box_tree_moves.hpp"

#include <algorithm>
#include <string>

namespace boxwood {
namespace {

std::span<const std::uint32_t> primitives_of(const BoxTree& tree, std::uint32_t leaf,
                                             std::uint32_t& out_single) {
    out_single = tree.nodes[leaf].index();
    return tree.nodes[leaf].is_large()
               ? std::span(tree.primitives).subspan(out_single + 1, tree.primitives[out_single])
               : std::span<const std::uint32_t>(&out_single, 1);
}

// The tight box of each node.
std::vector<Aabb> fit_boxes(const BoxTree& tree, const MeshView& mesh) {
    std::vector<Aabb> tight(tree.nodes.size());
    for (std::size_t i = tree.nodes.size(); i-- > 0;) {
        const BoxTreeNode node = tree.nodes[i];
        std::uint32_t single = 0;
        tight[i] = node.is_leaf()
                       ? Aabb::fit(mesh, primitives_of(tree, static_cast<std::uint32_t>(i), single))
                       : merge(tight[node.index()], tight[node.index() + 1]);
    }
    return tight;
}

// Sets every move, given the tight box of each node.
void set_moves(std::span<const Aabb> tight, BoxTree& io_tree) {
    std::vector<Aabb> boxes(io_tree.nodes.size());
    io_tree.root_box = boxes[0] = tight[0];
    for (std::uint32_t i = 0; i < io_tree.nodes.size(); ++i) {
        if (io_tree.nodes[i].is_leaf()) continue;
        for (const std::uint32_t child : {io_tree.nodes[i].index(), io_tree.nodes[i].index() + 1}) {
            set_best_move(boxes[i], tight[child], io_tree.nodes[child]);
            boxes[child] = io_tree.nodes[child].derive(boxes[i]);
        }
    }
}

// The arrays as find_link_defect reads them; indices into `primitives` are checked here.
std::optional<HierarchyDefect> collect_links(const BoxTree& tree, std::vector<NodeLinks>& out_links) {
    out_links.reserve(tree.nodes.size());
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const BoxTreeNode node = tree.nodes[i];
        if (!node.is_large()) {
            out_links.push_back({node.index(), node.is_leaf() ? 1u : 0u});
            continue;
        }
        if (node.index() >= tree.primitives.size() || tree.primitives[node.index()] < 2)
            return make_defect(i, "its number of primitives is not in the list, or below 2");
        out_links.push_back({node.index() + 1, tree.primitives[node.index()]});
    }
    return std::nullopt;
}

std::uint32_t find_depth(const std::vector<BoxTreeNode>& nodes) {
    std::vector<std::uint32_t> depths(nodes.size(), 0);
    std::uint32_t deepest = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].is_leaf()) continue;
        depths[nodes[i].index()] = depths[nodes[i].index() + 1] = depths[i] + 1;
        deepest = std::max(deepest, depths[i] + 1);
    }
    return deepest;
}

} // namespace

BoxTree restrict_boxes(const Bvh<Aabb>& boxes) {
    BOXWOOD_REQUIRE(!boxes.nodes.empty() && boxes.nodes.size() <= BoxTreeNode::kMaxIndex);
    BoxTree tree;
    tree.primitive_count = boxes.primitive_count;
    tree.nodes.reserve(boxes.nodes.size());
    std::vector<Aabb> tight;
    tight.reserve(boxes.nodes.size());
    for (const auto& node : boxes.nodes) {
        tight.push_back(node.volume);
        if (node.count == 0) {
            tree.nodes.push_back(BoxTreeNode::make_internal(node.first));
        } else if (node.count == 1) {
            tree.nodes.push_back(BoxTreeNode::make_leaf(node.first));
        } else {
            const auto place = static_cast<std::uint32_t>(tree.primitives.size());
            tree.nodes.push_back(BoxTreeNode::make_large_leaf(place));
            tree.primitives.push_back(node.count);
            for (std::uint32_t i = 0; i < node.count; ++i)
                tree.primitives.push_back(boxes.primitives[node.first + i]);
        }
    }
    tree.primitives.shrink_to_fit();
    tree.depth = find_depth(tree.nodes);
    set_moves(tight, tree);
    return tree;
}

void refit(BoxTree& io_tree, const MeshView& mesh) {
    BOXWOOD_REQUIRE(!io_tree.nodes.empty() && io_tree.primitive_count == mesh.triangles.size());
    set_moves(fit_boxes(io_tree, mesh), io_tree);
}

std::vector<Aabb> derive_boxes(const BoxTree& tree) {
    std::vector<Aabb> boxes(tree.nodes.size());
    boxes[0] = tree.root_box;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        if (tree.nodes[i].is_leaf()) continue;
        for (const std::uint32_t child : {tree.nodes[i].index(), tree.nodes[i].index() + 1})
            boxes[child] = tree.nodes[child].derive(boxes[i]);
    }
    return boxes;
}

HierarchyQuality measure_quality(const BoxTree& tree) {
    std::vector<NodeMeasures> nodes;
    nodes.reserve(tree.nodes.size());
    visit_nodes(tree, [&](const Aabb& box, std::uint32_t i, std::uint32_t depth, bool is_leaf) {
        const BoxTreeNode node = tree.nodes[i];
        const std::uint32_t in_leaf = node.is_large() ? tree.primitives[node.index()] : 1;
        nodes.push_back(
            {box, box.volume(), box.half_area(), is_leaf ? 0 : node.index(), is_leaf ? in_leaf : 0, depth});
    });
    return measure_quality(nodes, tree.primitive_count, tree.size_in_bytes());
}

std::optional<HierarchyDefect> find_defect(const BoxTree& tree, const MeshView& mesh) {
    if (auto defect = find_count_defect(tree.primitive_count, mesh.triangles.size())) return defect;
    std::vector<NodeLinks> links;
    if (auto defect = collect_links(tree, links)) return defect;
    if (auto defect = find_link_defect(links, tree.primitives, mesh.triangles.size())) {
        if (defect->lost == kNone) return defect;
        const std::vector<Aabb> boxes = derive_boxes(tree);
        name_leaf_of_lost(
            links, mesh, [&](std::uint32_t i) -> const Aabb& { return boxes[i]; }, *defect);
        return defect;
    }
    if (tree.depth != find_depth(tree.nodes)) return make_defect(0, "the depth it gives is not its own");
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i)
        if (auto defect = find_move_defect(tree.nodes[i], i)) return defect;
    const std::vector<Aabb> boxes = derive_boxes(tree), tight = fit_boxes(tree, mesh);
    return find_derived_defect({links, tree.primitives, boxes, tight}, mesh);
}

} // namespace boxwood

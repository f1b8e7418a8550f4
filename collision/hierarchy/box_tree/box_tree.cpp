#include "collision/hierarchy/box_tree/box_tree.hpp"

#include "collision/hierarchy/box_tree/box_tree_defects.hpp"
#include "collision/hierarchy/simd/box_tree_fit.hpp"

#include <algorithm>
#include <string>

namespace boxwood {
namespace {

BoxTreeLeaves leaves_of(const BoxTree& tree) {
    return {tree.nodes, tree.primitives};
}

const BoxTreeFitKernel& fit_kernel() {
    static const BoxTreeFitKernel& kernel = list_box_tree_fit_kernels().front();
    return kernel;
}

// Sets every move from the tight boxes.
void set_moves(BoxTree& io_tree, std::span<BoxRow> io_rows) {
    io_tree.root_box = io_rows[0].box();
    fit_kernel().set_moves(io_tree.nodes, 0, static_cast<std::uint32_t>(io_tree.nodes.size()), io_rows);
}

// The number of nodes per task of a parallel refit. A node is deferred to the serial part between the two parallel
// loops if a child is in another task or is itself deferred. Few nodes are deferred if most nodes are near their
// parents in the array.
constexpr std::size_t kNodesPerTask = 8192;

void merge_children(const BoxTreeNode& node, std::span<const BoxRow> rows, BoxRow& out) {
    out = BoxRow::make(merge(rows[node.index()].box(), rows[node.index() + 1].box()));
    out.sides[3] = -1.0f; // the node remains marked as deferred
}
void move_children(std::uint32_t node, std::span<BoxTreeNode> io_nodes, std::span<BoxRow> io_rows) {
    const std::uint32_t first = io_nodes[node].index();
    for (const std::uint32_t child : {first, first + 1}) {
        BoxRow box = io_rows[node];
        fit_kernel().move(box, io_rows[child], io_nodes[child]);
        io_rows[child] = box;
    }
}

// Lists the links for find_link_defect, and checks the indices into `primitives`.
std::optional<ValidationError> collect_links(const BoxTree& tree, std::vector<NodeLinks>& out_links) {
    out_links.reserve(tree.nodes.size());
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const BoxTreeNode node = tree.nodes[i];
        if (!node.is_large()) {
            out_links.push_back({node.index(), node.is_leaf() ? 1u : 0u});
            continue;
        }
        if (node.index() >= tree.primitives.size() || tree.primitives[node.index()] < 2)
            return make_defect(
                i, "the index of its primitive count is out of range, or the count is less than 2");
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

BoxTree restrict_boxes(const Bvh2<Aabb>& boxes) {
    BOXWOOD_REQUIRE(!boxes.nodes.empty() && boxes.nodes.size() <= BoxTreeNode::kMaxIndex);
    BoxTree tree;
    tree.primitive_count = boxes.primitive_count;
    tree.nodes.reserve(boxes.nodes.size());
    BoxRows rows;
    rows.reserve(boxes.nodes.size());
    for (const auto& node : boxes.nodes) {
        rows.push_back(BoxRow::make(node.volume));
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
    set_moves(tree, rows);
    return tree;
}

void refit(BoxTree& io_tree, const MeshView& mesh) {
    BOXWOOD_REQUIRE(!io_tree.nodes.empty() && io_tree.primitive_count == mesh.triangles.size());
    BoxRows rows = fit_rows(leaves_of(io_tree), mesh);
    set_moves(io_tree, rows);
}

void refit(BoxTree& io_tree, const MeshView& mesh, Executor& executor) {
    BOXWOOD_REQUIRE(!io_tree.nodes.empty() && io_tree.primitive_count == mesh.triangles.size());
    const std::size_t count = io_tree.nodes.size();
    BoxRows rows(count);
    std::vector<std::vector<std::uint32_t>> deferred((count + kNodesPerTask - 1) / kNodesPerTask); // per task
    executor.parallel_for(count, kNodesPerTask, [&](std::size_t begin, std::size_t end) {
        fit_kernel().fit(leaves_of(io_tree), mesh, static_cast<std::uint32_t>(begin),
                         static_cast<std::uint32_t>(end), rows, deferred[begin / kNodesPerTask]);
    });
    for (std::size_t part = deferred.size(); part-- > 0;)
        for (const std::uint32_t node : deferred[part]) merge_children(io_tree.nodes[node], rows, rows[node]);
    io_tree.root_box = rows[0].box();
    for (const std::vector<std::uint32_t>& nodes : deferred)
        for (std::size_t k = nodes.size(); k-- > 0;) move_children(nodes[k], io_tree.nodes, rows);
    executor.parallel_for(count, kNodesPerTask, [&](std::size_t begin, std::size_t end) {
        fit_kernel().set_moves(io_tree.nodes, static_cast<std::uint32_t>(begin),
                               static_cast<std::uint32_t>(end), rows);
    });
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

std::optional<ValidationError> find_defect(const BoxTree& tree, const MeshView& mesh) {
    if (auto defect = find_count_defect(tree.primitive_count, mesh.triangles.size())) return defect;
    std::vector<NodeLinks> links;
    if (auto defect = collect_links(tree, links)) return defect;
    if (auto defect = find_link_defect(links, tree.primitives, mesh.triangles.size())) {
        const bool can_derive = std::ranges::none_of(
            tree.nodes, [](const BoxTreeNode& node) { return find_move_defect(node, 0).has_value(); });
        if (defect->lost == kNone || !can_derive) return defect;
        const std::vector<Aabb> boxes = derive_boxes(tree);
        name_leaf_of_lost_primitive(
            links, mesh, [&](std::uint32_t i) -> const Aabb& { return boxes[i]; }, *defect);
        return defect;
    }
    if (tree.depth != find_depth(tree.nodes))
        return make_defect(0, "its stored depth is not the depth of its deepest leaf");
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i)
        if (auto defect = find_move_defect(tree.nodes[i], i)) return defect;
    const std::vector<Aabb> boxes = derive_boxes(tree);
    std::vector<Aabb> tight;
    for (const BoxRow& row : fit_rows(leaves_of(tree), mesh)) tight.push_back(row.box());
    return find_derived_defect({links, tree.primitives, boxes, tight}, mesh);
}

} // namespace boxwood

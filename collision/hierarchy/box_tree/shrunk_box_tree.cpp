#include "collision/hierarchy/box_tree/shrunk_box_tree.hpp"

#include "collision/hierarchy/box_tree/box_tree_defects.hpp"
#include "collision/hierarchy/simd/box_tree_fit.hpp"

#include <string>

namespace boxwood {
namespace {

// Lists the content of each node (links or primitives), which the last move of the node stores.
std::vector<BoxTreeNode> list_contents(const ShrunkBoxTree& tree) {
    std::vector<BoxTreeNode> contents;
    contents.reserve(tree.nodes.size());
    for (BoxTreeNode at : tree.nodes) {
        for (std::uint32_t place = at.index(); at.is_shrunk(); ++place) at = tree.moves[place];
        contents.push_back(at);
    }
    return contents;
}

// Sets the moves of one node. Each move cuts off the largest fraction of the box that the preceding moves give. Further
// moves are added while they cut at least io_tree.share off an extent of the box. `io_box` is the parent's box on entry
// and the node's box on return.
void set_moves_of(std::uint32_t node, const BoxRow& tight, BoxTreeNode content, ShrunkBoxTree& io_tree,
                  BoxRow& io_box) {
    static const BoxTreeFitKernel& kernel = list_box_tree_fit_kernels().front();
    BoxTreeNode next = content;
    kernel.move(io_box, tight, next);
    BoxTreeNode* last = &io_tree.nodes[node];
    *last = next;
    for (std::size_t move_count = 1; move_count < ShrunkBoxTree::kMaxMoves; ++move_count) {
        BoxTreeNode further = content;
        BoxRow box = io_box;
        if (!(kernel.move(box, tight, further) >= io_tree.share)) break;
        const auto place = static_cast<std::uint32_t>(io_tree.moves.size());
        BOXWOOD_REQUIRE(place < BoxTreeNode::kMaxIndex);
        BoxTreeNode before = BoxTreeNode::make_shrunk(place);
        before.set_move(last->axis(), last->is_upper(), last->move());
        *last = before;
        io_tree.moves.push_back(further);
        last = &io_tree.moves.back();
        io_box = box;
    }
}

// Sets every move from the content and the tight box of each node. Replaces the tight boxes by the boxes that cursors
// derive.
void set_moves(std::span<const BoxTreeNode> contents, std::span<BoxRow> io_rows, ShrunkBoxTree& io_tree) {
    io_tree.moves.clear();
    io_tree.root_box = io_rows[0].box();
    io_tree.nodes[0] = contents[0];
    for (std::uint32_t i = 0; i < contents.size(); ++i) {
        if (contents[i].is_leaf()) continue;
        for (const std::uint32_t child : {contents[i].index(), contents[i].index() + 1}) {
            BoxRow box = io_rows[i];
            set_moves_of(child, io_rows[child], contents[child], io_tree, box);
            io_rows[child] = box;
        }
    }
    io_tree.moves.shrink_to_fit();
}

// Follows the moves of a node to its content. Returns the first defect of a move, if any.
std::optional<ValidationError> find_content(const ShrunkBoxTree& tree, std::uint32_t node,
                                            BoxTreeNode& out_content) {
    out_content = tree.nodes[node];
    if (auto defect = find_move_defect(out_content, node)) return defect;
    std::size_t place = out_content.index();
    for (std::size_t count = 1; out_content.is_shrunk(); ++count, ++place) {
        if (place >= tree.moves.size()) return make_defect(node, "its next move is not in the list");
        if (count == ShrunkBoxTree::kMaxMoves)
            return make_defect(node, "has more moves than a box has sides");
        out_content = tree.moves[place];
        if (auto defect = find_move_defect(out_content, node)) return defect;
    }
    return std::nullopt;
}

// Lists the links for find_link_defect, and checks the moves and the indices into `primitives`.
std::optional<ValidationError> collect_links(const ShrunkBoxTree& tree, std::vector<NodeLinks>& out_links) {
    out_links.reserve(tree.nodes.size());
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        BoxTreeNode content;
        if (auto defect = find_content(tree, i, content)) return defect;
        if (i == 0 && tree.nodes[0].is_shrunk()) return make_defect(0, "is the root and must have no moves");
        const std::uint32_t first = content.index();
        if (content.is_large() && (first >= tree.primitives.size() || tree.primitives[first] < 2))
            return make_defect(
                i, "the index of its primitive count is out of range, or the count is less than 2");
        out_links.push_back(content.is_large() ? NodeLinks{first + 1, tree.primitives[first]}
                                               : NodeLinks{first, content.is_leaf() ? 1u : 0u});
    }
    return std::nullopt;
}

} // namespace

ShrunkBoxTree shrink_boxes(const Bvh2<Aabb>& boxes, float share) {
    BoxTree restricted = restrict_boxes(boxes);
    ShrunkBoxTree tree;
    tree.primitives = std::move(restricted.primitives);
    tree.primitive_count = restricted.primitive_count;
    tree.share = share;
    tree.nodes.resize(restricted.nodes.size());
    BoxRows rows;
    rows.reserve(boxes.nodes.size());
    for (const auto& node : boxes.nodes) rows.push_back(BoxRow::make(node.volume));
    set_moves(restricted.nodes, rows, tree);
    return tree;
}

void refit(ShrunkBoxTree& io_tree, const MeshView& mesh) {
    BOXWOOD_REQUIRE(!io_tree.nodes.empty() && io_tree.primitive_count == mesh.triangles.size());
    const std::vector<BoxTreeNode> contents = list_contents(io_tree);
    BoxRows rows = fit_rows({contents, io_tree.primitives}, mesh);
    set_moves(contents, rows, io_tree);
}

std::vector<ShrunkBoxTree::Cursor> derive_nodes(const ShrunkBoxTree& tree) {
    std::vector<ShrunkBoxTree::Cursor> nodes(tree.nodes.size());
    nodes[0] = tree.root();
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (tree.is_leaf(nodes[i])) continue;
        for (unsigned which = 0; which < 2; ++which)
            nodes[nodes[i].index + which] = tree.child(nodes[i], which);
    }
    return nodes;
}

HierarchyQuality measure_quality(const ShrunkBoxTree& tree) {
    const std::vector<ShrunkBoxTree::Cursor> all = derive_nodes(tree);
    std::vector<NodeMeasures> nodes;
    nodes.reserve(all.size());
    visit_nodes(tree, [&](const Aabb& box, std::uint32_t i, std::uint32_t depth, bool is_leaf) {
        const auto in_leaf = static_cast<std::uint32_t>(is_leaf ? tree.primitives_of(all[i]).size() : 0);
        nodes.push_back({box, box.volume(), box.half_area(), is_leaf ? 0 : all[i].index, in_leaf, depth});
    });
    return measure_quality(nodes, tree.primitive_count, tree.size_in_bytes());
}

std::optional<ValidationError> find_defect(const ShrunkBoxTree& tree, const MeshView& mesh) {
    if (auto defect = find_count_defect(tree.primitive_count, mesh.triangles.size())) return defect;
    std::vector<NodeLinks> links;
    if (auto defect = collect_links(tree, links)) return defect;
    const auto link_defect = find_link_defect(links, tree.primitives, mesh.triangles.size());
    if (link_defect && link_defect->lost == kNone) return link_defect;
    const std::vector<ShrunkBoxTree::Cursor> nodes = derive_nodes(tree);
    std::vector<Aabb> boxes;
    boxes.reserve(nodes.size());
    for (const ShrunkBoxTree::Cursor& node : nodes) boxes.push_back(node.box);
    if (link_defect) {
        ValidationError defect = *link_defect;
        name_leaf_of_lost_primitive(
            links, mesh, [&](std::uint32_t i) -> const Aabb& { return boxes[i]; }, defect);
        return defect;
    }
    std::vector<Aabb> tight;
    for (const BoxRow& row : fit_rows({list_contents(tree), tree.primitives}, mesh))
        tight.push_back(row.box());
    return find_derived_defect({links, tree.primitives, boxes, tight}, mesh);
}

} // namespace boxwood

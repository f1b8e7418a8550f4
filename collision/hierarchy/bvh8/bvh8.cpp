#include "collision/hierarchy/bvh8/bvh8.hpp"

#include "collision/hierarchy/refit/refit_block.hpp"
#include "collision/hierarchy/simd/wide_fit.hpp"

#include <algorithm>
#include <bit>
#include <string>

namespace boxwood {
namespace {

Aabb box_of_lanes(const WideBoxes& boxes, unsigned begin, unsigned end) {
    Aabb box = boxes.box(begin);
    for (unsigned lane = begin + 1; lane < end; ++lane) box = merge(box, boxes.box(lane));
    return box;
}

// If the size is odd, the first half is the larger one.
constexpr unsigned first_half(unsigned size) {
    return (size + 1) / 2;
}

// Returns the name of the second child of a range of `size` lanes from the name of the first child. The names of all
// smaller ranges in the first child lie between the two.
constexpr std::uint32_t second_name(std::uint32_t first, unsigned size) {
    return first + 2 * first_half(size) - 1;
}

ValidationError make_wide_defect(std::size_t node, const std::string& what) {
    return {static_cast<std::uint32_t>(node), "wide node " + std::to_string(node) + ": " + what};
}

// Totals over the preceding nodes. The links of the next node must start at these totals.
struct PrecedingTotals {
    std::size_t nodes = 1, primitives = 0, names = 1;
};
std::optional<ValidationError> find_link_defect(const Bvh8& tree, std::size_t index,
                                                PrecedingTotals& io_before) {
    const WideNode& node = tree.nodes[index];
    const unsigned min_lanes = index == 0 ? 1 : 2, max_lanes = index == 0 ? 1 : WideBoxes::kLanes;
    if (node.lane_count < min_lanes || node.lane_count > max_lanes)
        return make_wide_defect(index, "has " + std::to_string(node.lane_count) + " children");
    if (index >= io_before.nodes) return make_wide_defect(index, "is an orphan: no node has it as its child");
    if ((node.leaves & ~node.lanes()) != 0)
        return make_wide_defect(index, "has a leaf bit for a lane that does not exist");
    if (node.first_child != io_before.nodes)
        return make_wide_defect(index,
                                "its first child is not directly after the children of the preceding nodes");
    if (node.first_primitive != io_before.primitives)
        return make_wide_defect(
            index, "its first primitive is not directly after the primitives of the preceding nodes");
    if (index > 0 && node.first_name != io_before.names)
        return make_wide_defect(index,
                                "its first name is not directly after the names of the preceding nodes");
    std::uint32_t end = 0;
    for (unsigned lane = 0; lane < WideBoxes::kLanes; ++lane) {
        const std::string name = "lane " + std::to_string(lane);
        if (node.ends[lane] < end)
            return make_wide_defect(index, "the primitive range of " + name + " ends before it begins");
        if ((node.ends[lane] > end) != node.is_leaf(lane))
            return make_wide_defect(index, "the primitive range of " + name +
                                               " does not match its leaf bit (a leaf has primitives, an "
                                               "inner lane has none)");
        if (node.ends[lane] - end > kMaxLeafSize)
            return make_wide_defect(index, name + " has more than kMaxLeafSize primitives");
        end = node.ends[lane];
    }
    io_before.primitives += end;
    io_before.nodes += static_cast<std::size_t>(node.lane_count) -
                       static_cast<std::size_t>(std::popcount(std::uint32_t{node.leaves}));
    if (index > 0) io_before.names += 2 * std::size_t{node.lane_count} - 2;
    if (io_before.nodes > tree.nodes.size())
        return make_wide_defect(index, "has a child that does not exist");
    if (io_before.primitives > tree.primitives.size())
        return make_wide_defect(index, "its primitives extend past the end of the primitive list");
    return std::nullopt;
}

template <class Visit> // visit(wide node, lane)
void visit_leaves(const Bvh8& tree, Visit&& visit) {
    for (std::uint32_t index = 0; index < tree.nodes.size(); ++index)
        for (unsigned lane = 0; lane < tree.nodes[index].lane_count; ++lane)
            if (tree.nodes[index].is_leaf(lane)) visit(index, lane);
}

// Appends to the message the leaf that lost a primitive: the smallest leaf whose box contains the primitive. If another
// primitive is in two leaves and a box of these leaves contains the lost primitive, only these two leaves are
// candidates.
void name_leaf_of_lost_primitive(const Bvh8& tree, const MeshView& mesh, ValidationError& io_defect) {
    SmallestEnclosingLeaf suspects(triangle_of(mesh, io_defect.lost)), all = suspects;
    visit_leaves(tree, [&](std::uint32_t index, unsigned lane) {
        const std::uint32_t name = tree.name_of(index, lane);
        const Aabb box = tree.nodes[index].boxes.box(lane);
        all.add(name, box);
        if (name == io_defect.suspects[0] || name == io_defect.suspects[1]) suspects.add(name, box);
    });
    add_leaf_of_lost_primitive(io_defect, suspects.node() != kNone ? suspects.node() : all.node(), "named");
}

// Requires that the ranges of all leaves are inside the list.
std::optional<ValidationError> find_primitive_defect(const Bvh8& tree, std::size_t primitive_count) {
    std::vector<std::uint32_t> leaf_of(primitive_count, kNone); // name of the leaf of each primitive
    std::optional<ValidationError> unknown, doubled;            // the first primitive of each kind
    visit_leaves(tree, [&](std::uint32_t index, unsigned lane) {
        const std::uint32_t name = tree.name_of(index, lane);
        for (const std::uint32_t primitive : tree.primitives_of(index, lane)) {
            if (primitive >= primitive_count) {
                if (!unknown)
                    unknown = make_wide_defect(index, "primitive " + std::to_string(primitive) +
                                                          " of the leaf named " + std::to_string(name) +
                                                          " does not exist");
            } else if (leaf_of[primitive] == kNone) {
                leaf_of[primitive] = name;
            } else if (!doubled) {
                const std::string leaf = "the leaf named " + std::to_string(name);
                const std::string what = "primitive " + std::to_string(primitive);
                doubled = make_wide_defect(index, leaf_of[primitive] == name
                                                      ? what + " is in " + leaf + " twice"
                                                      : what + " of " + leaf + " is also in the leaf named " +
                                                            std::to_string(leaf_of[primitive]));
                doubled->suspects = {leaf_of[primitive], name};
            }
        }
    });
    if (unknown) return unknown;
    const auto lost = std::find(leaf_of.begin(), leaf_of.end(), kNone);
    if (lost == leaf_of.end()) return doubled;
    const auto primitive = static_cast<std::uint32_t>(lost - leaf_of.begin());
    ValidationError defect =
        doubled.value_or(make_wide_defect(0, "primitive " + std::to_string(primitive) + " is in no leaf"));
    defect.lost = primitive;
    return defect;
}

// Describes the first vertex of the lane's triangles that the lane's box does not contain; returns "" if it contains
// all.
std::string describe_first_uncontained(const Bvh8& tree, std::uint32_t index, unsigned lane,
                                       const MeshView& mesh) {
    const Aabb box = tree.nodes[index].boxes.box(lane);
    for (const std::uint32_t primitive : tree.primitives_of(index, lane))
        for (const glm::vec3& p : triangle_of(mesh, primitive))
            if (!box.contains(p)) return describe_uncontained(primitive, p);
    return "";
}

// Checks that no box has a NaN or is inverted, that each leaf's box contains the leaf's vertices, and that each box
// contains the boxes below it. Every box then contains all vertices below it. Requires sound links.
std::optional<ValidationError> find_box_defect(const Bvh8& tree, const MeshView& mesh) {
    const auto in_lane = [](unsigned lane) { return "lane " + std::to_string(lane) + " "; };
    LeafTally tally;
    for (std::uint32_t index = 0; index < tree.nodes.size(); ++index)
        for (unsigned lane = 0; lane < tree.nodes[index].lane_count; ++lane) {
            const NumberFault fault = find_number_fault(tree.nodes[index].boxes.box(lane));
            if (fault != NumberFault::none)
                return make_wide_defect(index, in_lane(lane) + std::string(describe_fault(fault)));
        }
    visit_leaves(tree, [&](std::uint32_t index, unsigned lane) {
        tally.add(tree.name_of(index, lane), describe_first_uncontained(tree, index, lane, mesh).empty());
    });
    if (auto defect = tally.find_stale("leaf named")) return defect;
    for (std::uint32_t index = 0; index < tree.nodes.size(); ++index) {
        const WideNode& node = tree.nodes[index];
        for (unsigned lane = 0; lane < node.lane_count; ++lane) {
            if (node.is_leaf(lane)) {
                const std::string outside = describe_first_uncontained(tree, index, lane, mesh);
                if (!outside.empty())
                    return make_wide_defect(index, in_lane(lane) + outside +
                                                       ", which is in this lane (leaf named " +
                                                       std::to_string(tree.name_of(index, lane)) + ")");
                continue;
            }
            const WideNode& below = tree.nodes[node.child(lane)];
            if (!node.boxes.box(lane).contains(box_of_lanes(below.boxes, 0, below.lane_count)))
                return make_wide_defect(index, in_lane(lane) + "does not contain the node below it (named " +
                                                   std::to_string(tree.name_of(index, lane)) + ")");
        }
    }
    return std::nullopt;
}

// A range of adjacent nodes. Their descendants on each level are also adjacent.
struct NodeRange {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t size() const { return end - begin; }
};
NodeRange children_of(const Bvh8& tree, const NodeRange& range) {
    const WideNode& last = tree.nodes[range.end - 1];
    return {tree.nodes[range.begin].first_child, last.child(last.lane_count)};
}

// Rejects trees that are deeper than the deepest result of collapse_to_bvh8(), because refits and point location
// recurse once per level. Requires sound links.
std::optional<ValidationError> find_depth_defect(const Bvh8& tree) {
    constexpr std::uint32_t kMaxLevels = kMaxBuiltDepth + 2;
    std::uint32_t levels = 0;
    for (NodeRange level{0, 1}; level.size() > 0; level = children_of(tree, level))
        if (++levels > kMaxLevels)
            return make_wide_defect(level.begin, "has more than " + std::to_string(kMaxLevels - 1) +
                                                     " nodes above it, so the hierarchy is too deep");
    return std::nullopt;
}

void refit_nodes(Bvh8& io_tree, const MeshView& mesh, const NodeRange& range) {
    static const WideFitKernel& kernel = list_wide_fit_kernels().front();
    kernel.refit(io_tree, mesh, range.begin, range.end);
}

// The number of nodes that are refitted together, before the nodes above them. Triangles near each other are then read
// at about the same time. In level order, they would not be.
constexpr std::uint32_t kNodesRefittedTogether = 128;

// Refits the range and all nodes below it, from last to first.
void refit_from(Bvh8& io_tree, const MeshView& mesh, const NodeRange& range) {
    for (std::uint32_t end = range.end; end > range.begin;) {
        const NodeRange chunk{std::max(range.begin + kNodesRefittedTogether, end) - kNodesRefittedTogether,
                              end};
        const NodeRange below = children_of(io_tree, chunk);
        if (below.size() > 0) refit_from(io_tree, mesh, below);
        refit_nodes(io_tree, mesh, chunk);
        end = chunk.begin;
    }
}

// A parallel refit distributes the subtrees of one level. This is the first level with enough nodes for kMinTasks
// tasks, or else the last level. Each thread then has several tasks, and few nodes are above the level.
constexpr std::uint32_t kMinTasks = 16, kNodesPerTask = 16;

} // namespace

Bvh8::Cursor Bvh8::child(const Cursor& at, unsigned which) const {
    Cursor next = at;
    std::uint32_t first_name = at.name + 1;
    if (at.size() == 1) {
        next.node = nodes[at.node].child(at.begin);
        next.begin = 0;
        next.end = nodes[next.node].lane_count;
        first_name = nodes[next.node].first_name;
    }
    const unsigned size = next.size(), middle = next.begin + first_half(size);
    next.name = which == 0 ? first_name : second_name(first_name, size);
    (which == 0 ? next.end : next.begin) = static_cast<std::uint8_t>(middle);
    next.box = box_of_lanes(nodes[next.node].boxes, next.begin, next.end);
    return next;
}

std::uint32_t Bvh8::name_of(std::uint32_t node, unsigned lane) const {
    if (node == 0) return 0;
    std::uint32_t first = nodes[node].first_name;
    unsigned begin = 0, end = nodes[node].lane_count;
    while (true) {
        const unsigned size = end - begin, middle = begin + first_half(size);
        const std::uint32_t name = lane < middle ? first : second_name(first, size);
        (lane < middle ? end : begin) = middle;
        if (end - begin == 1) return name;
        first = name + 1;
    }
}

void refit(Bvh8& io_tree, const MeshView& mesh) {
    BOXWOOD_REQUIRE(io_tree.primitives.size() == mesh.triangles.size());
    prefetch_mesh(mesh);
    refit_from(io_tree, mesh, {0, 1});
}

void refit(Bvh8& io_tree, const MeshView& mesh, Executor& executor) {
    BOXWOOD_REQUIRE(io_tree.primitives.size() == mesh.triangles.size());
    NodeRange level{0, 1};
    for (NodeRange below = level; below.size() > 0 && level.size() < kMinTasks * kNodesPerTask;
         below = children_of(io_tree, level))
        level = below;
    executor.parallel_for(level.size(), kNodesPerTask, [&](std::size_t begin, std::size_t end) {
        refit_from(
            io_tree, mesh,
            {level.begin + static_cast<std::uint32_t>(begin), level.begin + static_cast<std::uint32_t>(end)});
    });
    refit_nodes(io_tree, mesh, {0, level.begin});
}

std::optional<ValidationError> find_defect(const Bvh8& tree, const MeshView& mesh) {
    if (tree.nodes.empty()) return make_wide_defect(0, "does not exist: a hierarchy has at least a root");
    PrecedingTotals before;
    for (std::size_t index = 0; index < tree.nodes.size(); ++index)
        if (auto defect = find_link_defect(tree, index, before)) return defect;
    if (before.primitives != tree.primitives.size())
        return make_wide_defect(0, "place " + std::to_string(before.primitives) +
                                       " of the list of primitives is in no leaf");
    if (2 * std::size_t{tree.leaf_count} - 1 != before.names)
        return make_wide_defect(0, "leaf_count is " + std::to_string(tree.leaf_count) +
                                       ", which is not the number of leaves");
    if (auto defect = find_depth_defect(tree)) return defect;
    if (auto defect = find_count_defect(tree.primitives.size(), mesh.triangles.size())) return defect;
    if (auto defect = find_primitive_defect(tree, mesh.triangles.size())) {
        if (defect->lost != kNone) name_leaf_of_lost_primitive(tree, mesh, *defect);
        return defect;
    }
    return find_box_defect(tree, mesh);
}

HierarchyQuality measure_quality(const Bvh8& tree) {
    struct At {
        Bvh8::Cursor cursor;
        std::uint32_t depth;
    };
    std::vector<At> queue{{tree.root(), 0}};
    std::vector<NodeMeasures> nodes;
    nodes.reserve(node_count_of(tree));
    for (std::size_t i = 0; i < queue.size(); ++i) {
        const At at = queue[i];
        const bool is_leaf = tree.is_leaf(at.cursor);
        const Aabb& box = at.cursor.box;
        nodes.push_back({box, box.volume(), box.half_area(), static_cast<std::uint32_t>(queue.size()),
                         is_leaf ? static_cast<std::uint32_t>(tree.primitives_of(at.cursor).size()) : 0,
                         at.depth});
        if (is_leaf) continue;
        queue.push_back({tree.child(at.cursor, 0), at.depth + 1});
        queue.push_back({tree.child(at.cursor, 1), at.depth + 1});
    }
    return measure_quality(nodes, tree.primitives.size(), tree.size_in_bytes());
}

} // namespace boxwood

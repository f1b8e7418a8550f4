#include "app/labs/capture/recorded_tree.hpp"

#include "app/labs/capture/volume_outline.hpp"

#include <algorithm>
#include <limits>

namespace boxwood {
namespace {

using judge::JudgedHierarchy;
using judge::TreeLinks;

bool is_within(std::uint32_t first, std::uint32_t count, std::size_t size) {
    return count <= size && first <= size - count;
}

// A node in a cycle or with several parents appears only once, where the judge first reached it.
NodeTable make_recorded_table(const JudgedHierarchy& tree) {
    NodeTable table;
    table.roots.clear();
    const capture::HierarchyRecord& record = *tree.record;
    const TreeLinks& links = tree.links;
    if (!links.is_readable) return table;
    table.nodes.resize(record.node_count());
    for (const std::uint32_t node : links.order)
        if (links.parent[node] == TreeLinks::kNone) table.roots.push_back(node);
    struct StackEntry {
        std::uint32_t node;
        bool is_end; // all nodes below are listed
    };
    std::vector<StackEntry> stack;
    for (auto root = table.roots.rbegin(); root != table.roots.rend(); ++root)
        stack.push_back({*root, false});
    std::vector<bool> is_listed(record.node_count(), false);
    while (!stack.empty()) {
        const StackEntry entry = stack.back();
        stack.pop_back();
        NodeTable::Node& node = table.nodes[entry.node];
        if (entry.is_end) {
            node.count = static_cast<std::uint32_t>(table.primitives.size()) - node.begin;
            continue;
        }
        node.begin = static_cast<std::uint32_t>(table.primitives.size());
        node.parent = node.opener = links.parent[entry.node];
        node.depth = links.depth[entry.node];
        table.deepest = std::max(table.deepest, node.depth);
        stack.push_back({entry.node, true});
        if (is_within(record.first_primitive[entry.node], record.primitive_count[entry.node],
                      record.primitives.size()))
            for (const std::uint32_t primitive : judge::primitives_of(record, entry.node))
                table.primitives.push_back(primitive);
        if (!is_within(record.first_child[entry.node], record.child_count[entry.node],
                       record.children.size()))
            continue;
        const std::span<const std::uint32_t> children = judge::children_of(record, entry.node);
        std::uint32_t next = NodeTable::kNone;
        for (std::size_t i = children.size(); i-- > 0;) {
            const std::uint32_t child = children[i];
            if (child >= record.node_count() || links.parent[child] != entry.node || is_listed[child])
                continue;
            is_listed[child] = true;
            table.nodes[child].next_sibling = next;
            next = child;
            stack.push_back({child, false});
        }
        node.first_child = next;
        if (next != NodeTable::kNone) node.second_child = table.nodes[next].next_sibling;
    }
    const std::size_t primitives = tree.links.leaves_of.size();
    table.places.assign(primitives, NodeTable::kNone);
    table.leaves.assign(primitives, NodeTable::kNone);
    for (std::uint32_t i = 0; i < table.primitives.size(); ++i)
        if (table.primitives[i] < primitives && table.places[table.primitives[i]] == NodeTable::kNone)
            table.places[table.primitives[i]] = i;
    for (std::size_t i = 0; i < primitives; ++i)
        if (!links.leaves_of[i].empty()) table.leaves[i] = links.leaves_of[i].front();
    return table;
}

double volume_of(const VolumeBox& box) {
    const glm::dvec3 size = glm::max(box.upper - box.lower, glm::dvec3(0.0));
    return size.x * size.y * size.z;
}

VolumeBox common_box(const VolumeBox& a, const VolumeBox& b) {
    return {glm::max(a.lower, b.lower), glm::min(a.upper, b.upper)};
}

struct MeasuredNode {
    double area = -1.0;
    VolumeBox box;
    bool is_measured() const { return area >= 0.0; }
};

MeasuredNode measure_recorded_node(const judge::NodeVolumes& volumes, std::uint32_t node) {
    MeasuredNode measured;
    for (const judge::NodeVolumes::Shape& shape : volumes.shapes(node)) {
        const double area = surface_area(shape);
        const VolumeBox box = bounds_of(shape);
        measured.box = measured.is_measured() ? common_box(measured.box, box) : box;
        measured.area = measured.is_measured() ? std::min(measured.area, area) : area;
    }
    return measured;
}

} // namespace

RecordedTree make_recorded_tree(const JudgedHierarchy& tree) {
    RecordedTree out;
    out.table = make_recorded_table(tree);
    const NodeTable& table = out.table;
    const std::size_t nodes = table.nodes.size();
    std::vector<MeasuredNode> measured(nodes);
    for (const std::uint32_t node : tree.links.order)
        measured[node] = measure_recorded_node(tree.volumes, node);
    out.area.assign(nodes, -1.0f);
    out.overlap.assign(nodes, -1.0f);
    TreeQuality& quality = out.quality;
    quality.nodes = tree.links.order.size();
    quality.unreached = nodes - quality.nodes;
    double root_area = 0.0, cost = 0.0, shared_volume = 0.0, parent_volume = 0.0;
    std::size_t inner = 0, children = 0, triangles_in_leaves = 0;
    for (const std::uint32_t root : table.roots)
        if (measured[root].is_measured()) root_area += measured[root].area;
    for (const std::uint32_t node : tree.links.order) {
        const NodeTable::Node& links = table.nodes[node];
        const MeasuredNode& own = measured[node];
        if (own.is_measured() && root_area > 0.0)
            out.area[node] = static_cast<float>(100.0 * own.area / root_area);
        const bool is_leaf = table.is_leaf(node);
        if (own.is_measured()) cost += own.area * (is_leaf ? static_cast<double>(links.count) : 1.0);
        if (is_leaf) {
            ++quality.leaves;
            triangles_in_leaves += links.count;
            quality.mean_leaf_depth += links.depth;
            quality.deepest = std::max(quality.deepest, links.depth);
            quality.largest_leaf = std::max(quality.largest_leaf, links.count);
            continue;
        }
        ++inner;
        double shared = 0.0;
        for (std::uint32_t a = links.first_child; a != NodeTable::kNone; a = table.nodes[a].next_sibling) {
            ++children;
            for (std::uint32_t b = table.nodes[a].next_sibling; b != NodeTable::kNone;
                 b = table.nodes[b].next_sibling)
                if (measured[a].is_measured() && measured[b].is_measured())
                    shared += volume_of(common_box(measured[a].box, measured[b].box));
        }
        if (!own.is_measured()) continue;
        const double volume = volume_of(own.box);
        shared_volume += shared;
        parent_volume += volume;
        if (volume > 0.0) out.overlap[node] = static_cast<float>(100.0 * shared / volume);
    }
    if (root_area > 0.0) quality.area_cost = cost / root_area;
    if (parent_volume > 0.0) quality.overlap = 100.0 * shared_volume / parent_volume;
    if (quality.leaves > 0) {
        quality.mean_leaf_depth /= static_cast<double>(quality.leaves);
        quality.mean_leaf_size =
            static_cast<double>(triangles_in_leaves) / static_cast<double>(quality.leaves);
    }
    if (inner > 0) quality.mean_children = static_cast<double>(children) / static_cast<double>(inner);
    return out;
}

} // namespace boxwood

#include "collision/hierarchy/validate.hpp"

namespace boxwood {
namespace {

// Each node but the root is the child of exactly one node of lower index; so there is no cycle and no orphan.
std::optional<HierarchyDefect> find_order_defect(std::span<const NodeLinks> nodes) {
    std::vector<std::uint8_t> has_parent(nodes.size(), 0);
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].count > 0) continue; // a leaf, or no node
        const std::uint32_t child = nodes[i].first;
        if (child <= i)
            return make_defect(i, "child " + std::to_string(child) + " does not come after its parent");
        if (child >= nodes.size() || child + 1 >= nodes.size())
            return make_defect(i, "child " + std::to_string(child) + " or the one after it does not exist");
        for (const std::uint32_t c : {child, child + 1})
            if (has_parent[c]++ > 0)
                return make_defect(c, "has two parents, one of them node " + std::to_string(i));
    }
    for (std::uint32_t i = 1; i < nodes.size(); ++i)
        if (!has_parent[i] && !is_no_node(nodes[i]))
            return make_defect(i, "is an orphan: no node has it as its child");
    return std::nullopt;
}

} // namespace

HierarchyDefect make_defect(std::uint32_t node, const std::string& what) {
    return {node, "node " + std::to_string(node) + ": " + what};
}

std::optional<HierarchyDefect> find_link_defect(std::span<const NodeLinks> nodes,
                                                std::span<const std::uint32_t> primitives,
                                                std::size_t primitive_count) {
    if (nodes.empty()) return make_defect(0, "does not exist: a hierarchy has at least a root");
    if (auto defect = find_order_defect(nodes)) return defect;
    std::vector<std::uint8_t> is_seen(primitive_count, 0);
    std::size_t seen = 0;
    for (std::uint32_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].count == 0 || is_no_node(nodes[i])) continue;
        if (nodes[i].count > kMaxLeafSize) return make_defect(i, "holds more than kMaxLeafSize primitives");
        const bool is_single = nodes[i].count == 1;
        if (!is_single &&
            (nodes[i].first > primitives.size() || nodes[i].count > primitives.size() - nodes[i].first))
            return make_defect(i, "its range of primitives goes beyond the end");
        for (const std::uint32_t primitive :
             is_single ? std::span(&nodes[i].first, 1) : primitives.subspan(nodes[i].first, nodes[i].count)) {
            if (primitive >= primitive_count)
                return make_defect(i, "primitive " + std::to_string(primitive) + " does not exist");
            if (is_seen[primitive]++ > 0)
                return make_defect(i, "primitive " + std::to_string(primitive) + " is in a leaf already");
            ++seen;
        }
    }
    if (seen != primitive_count) {
        std::size_t lost = 0;
        while (is_seen[lost]) ++lost;
        return make_defect(0, "primitive " + std::to_string(lost) + " is in no leaf");
    }
    return std::nullopt;
}

std::vector<std::uint32_t> list_parents(std::span<const NodeLinks> nodes) {
    std::vector<std::uint32_t> parents(nodes.size(), 0);
    for (std::uint32_t i = 0; i < nodes.size(); ++i)
        if (nodes[i].count == 0) parents[nodes[i].first] = parents[nodes[i].first + 1] = i;
    return parents;
}

} // namespace boxwood

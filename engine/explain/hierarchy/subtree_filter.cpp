#include "engine/explain/hierarchy/subtree_filter.hpp"

#include <algorithm>

namespace boxwood {
namespace {

// Whether `node` is below `above`, or is the same node. Compares ranges of primitives, which are nested or disjoint.
bool is_below(const NodeTable& table, std::uint32_t node, std::uint32_t above) {
    const NodeTable::Node &inner = table.nodes[node], &outer = table.nodes[above];
    return inner.depth >= outer.depth && inner.begin >= outer.begin &&
           inner.begin + inner.count <= outer.begin + outer.count;
}

} // namespace

void SubtreeFilter::isolate(std::uint32_t node) {
    isolated_ = node;
    ++revision_;
}

void SubtreeFilter::hide(std::uint32_t node) {
    hidden_.push_back(node);
    ++revision_;
}

void SubtreeFilter::clear() {
    if (!is_active()) return;
    isolated_ = NodeTable::kNone;
    hidden_.clear();
    ++revision_;
}

bool SubtreeFilter::shows(const NodeTable& table, std::uint32_t node) const {
    if (!table.has(node)) return false;
    const bool is_in =
        isolated_ == NodeTable::kNone || is_below(table, node, isolated_) || is_below(table, isolated_, node);
    return is_in &&
           std::ranges::none_of(hidden_, [&](std::uint32_t hidden) { return is_below(table, node, hidden); });
}

std::vector<bool> SubtreeFilter::shown_triangles(const NodeTable& table) const {
    std::vector<bool> is_triangle_shown(table.places.size(), isolated_ == NodeTable::kNone);
    const auto set = [&](std::uint32_t node, bool is_shown) {
        for (const std::uint32_t triangle : table.primitives_below(node))
            if (triangle != NodeTable::kNone) is_triangle_shown[triangle] = is_shown;
    };
    if (isolated_ != NodeTable::kNone) set(isolated_, true);
    for (const std::uint32_t node : hidden_) set(node, false);
    return is_triangle_shown;
}

} // namespace boxwood

#include "engine/explain/hierarchy/triangle_costs.hpp"

namespace boxwood {

TriangleCosts spread_costs(const VisitReplay& replay, const NodeTable& table, std::size_t side) {
    TriangleCosts costs{std::vector<double>(table.places.size(), 0.0),
                        std::vector<double>(table.places.size(), 0.0)};
    // Per triangle below the node, from the node and all its ancestors.
    std::vector<double> share(table.nodes.size(), 0.0);
    for (std::size_t i = 0; i < replay.size(); ++i) {
        const std::uint32_t name = side == 0 ? replay[i].a : replay[i].b;
        if (replay[i].kind == VisitKind::primitive_pair)
            costs.triangle_tests[name] += 1.0;
        else
            share[name] += 1.0 / static_cast<double>(table.nodes[name].count);
    }
    for (std::uint32_t node = 0; node < table.nodes.size(); ++node) { // parents come first
        if (!table.has(node)) continue;
        if (table.nodes[node].parent != NodeTable::kNone) share[node] += share[table.nodes[node].parent];
        if (!table.is_leaf(node)) continue;
        for (const std::uint32_t triangle : table.primitives_below(node))
            if (triangle != NodeTable::kNone) costs.volume_tests[triangle] = share[node];
    }
    return costs;
}

} // namespace boxwood

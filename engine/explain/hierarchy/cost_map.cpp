#include "engine/explain/hierarchy/cost_map.hpp"

#include <algorithm>
#include <cmath>

namespace boxwood {
namespace {

void add_to(std::vector<double>& io_sums, const std::vector<double>& costs) {
    for (std::size_t i = 0; i < io_sums.size(); ++i) io_sums[i] += costs[i];
}

} // namespace

TriangleCosts spread_costs(const VisitReplay& replay, const NodeTable& table, std::size_t side) {
    TriangleCosts costs{std::vector<double>(table.places.size(), 0.0),
                        std::vector<double>(table.places.size(), 0.0)};
    // The cost of each triangle below the node: first only from tests of the node, later also from tests of its
    // ancestors.
    std::vector<double> cost_per_triangle(table.nodes.size(), 0.0);
    for (std::size_t i = 0; i < replay.size(); ++i) {
        const std::uint32_t id = side == 0 ? replay[i].a : replay[i].b;
        if (replay[i].kind == VisitKind::primitive_pair)
            costs.triangle_tests[id] += 1.0;
        else
            cost_per_triangle[id] += 1.0 / static_cast<double>(table.nodes[id].count);
    }
    for (std::uint32_t node = 0; node < table.nodes.size(); ++node) { // parents precede their children
        if (!table.has(node)) continue;
        if (table.nodes[node].parent != NodeTable::kNone)
            cost_per_triangle[node] += cost_per_triangle[table.nodes[node].parent];
        if (!table.is_leaf(node)) continue;
        for (const std::uint32_t triangle : table.primitives_below(node))
            if (triangle != NodeTable::kNone) costs.volume_tests[triangle] = cost_per_triangle[node];
    }
    return costs;
}

void CostMap::add(const VisitReplay& replay, const std::array<NodeTable, 2>& tables) {
    std::array<TriangleCosts, 2> costs{spread_costs(replay, tables[0], 0),
                                       spread_costs(replay, tables[1], 1)};
    const auto has_same_size = [&](std::size_t side) {
        return costs_[side].triangle_tests.size() == costs[side].triangle_tests.size();
    };
    if (query_count_ == 0 || !has_same_size(0) || !has_same_size(1)) {
        clear();
        costs_ = std::move(costs);
    } else
        for (const std::size_t side : {0u, 1u}) {
            add_to(costs_[side].volume_tests, costs[side].volume_tests);
            add_to(costs_[side].triangle_tests, costs[side].triangle_tests);
        }
    ++query_count_;
    for (std::size_t i = 0; i < replay.size(); ++i)
        ++(replay[i].kind == VisitKind::primitive_pair ? triangle_tests_ : volume_tests_);
}

// The scale is logarithmic, because most triangles cost nothing and a few cost a lot.
double cost_at(double t, double max_cost) {
    return std::expm1(t * std::log1p(max_cost));
}

double ramp_position(double cost, double max_cost) {
    return max_cost > 0.0 ? std::log1p(cost) / std::log1p(max_cost) : 0.0;
}

void add_to_histogram(std::span<const double> costs, double max_cost, CostHistogram& io_bins) {
    for (const double cost : costs) {
        const auto bin =
            static_cast<std::size_t>(ramp_position(cost, max_cost) * static_cast<double>(kCostBins));
        ++io_bins[std::min(bin, kCostBins - 1)];
    }
}

} // namespace boxwood

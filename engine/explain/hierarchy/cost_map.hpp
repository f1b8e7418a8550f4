// What: computes the cost of queries per triangle of two meshes: the tests of the triangle, and its share of the volume
//     tests of the nodes that contain it. Gives the costs of one query, their sums over several queries, and a
//     histogram of costs.
// Units: numbers of tests. The cost of a volume test is divided equally among the triangles below the node.
// Invariants: over all triangles of one side, the costs of triangle tests add up to the number of triangle tests of all
//     added queries. The costs of volume tests add up to the number of volume tests, up to rounding.
// Degenerate input: the sums restart if the number of triangles of a mesh changes. Triangles below nodes that are not
//     split yet have cost 0, so their shares of volume tests are missing in the sums over all triangles.
// Cost: per query, one pass over the visits and one over the nodes; 32 bytes per triangle.
// Oracle: the counters of the queries (tests/engine/explain/cost_map_test.cpp); node by node (triangle_costs_test.cpp).
#pragma once

#include "engine/explain/visit_replay.hpp"

#include <array>
#include <span>
#include <vector>

namespace boxwood {

struct TriangleCosts {
    std::vector<double> volume_tests, triangle_tests; // per triangle
};

// The costs of one query. `side`: 0 if the table belongs to A, 1 if it belongs to B.
TriangleCosts spread_costs(const VisitReplay& replay, const NodeTable& table, std::size_t side);

class CostMap {
  public:
    void clear() { *this = {}; }
    void add(const VisitReplay& replay, const std::array<NodeTable, 2>& tables);

    std::size_t query_count() const { return query_count_; }
    std::uint64_t volume_tests() const { return volume_tests_; } // of all queries that were added
    std::uint64_t triangle_tests() const { return triangle_tests_; }
    const TriangleCosts& of(std::size_t side) const { return costs_[side]; }

  private:
    std::array<TriangleCosts, 2> costs_;
    std::size_t query_count_ = 0;
    std::uint64_t volume_tests_ = 0, triangle_tests_ = 0;
};

// The logarithmic scale of the color ramp. cost_at() maps the position `t` on the ramp, from 0 to 1, to a cost from 0
// to `max_cost`; ramp_position() is its inverse.
double cost_at(double t, double max_cost);
double ramp_position(double cost, double max_cost);

// The number of triangles with a cost in each bin. Bins have equal width on the ramp.
inline constexpr std::size_t kCostBins = 48;
using CostHistogram = std::array<std::uint32_t, kCostBins>;
void add_to_histogram(std::span<const double> costs, double max_cost, CostHistogram& io_bins);

} // namespace boxwood

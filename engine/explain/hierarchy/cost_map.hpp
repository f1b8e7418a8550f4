// What: the cost of queries per triangle of two meshes: the triangle's tests, and its share of the volume tests of the
//     nodes that contain it; for one query, summed over queries, and as a histogram.
// Units: tests. A node's test is divided evenly among the triangles below it.
// Invariants: over all triangles of one side, triangle_tests add up to the tests of all queries that were added, volume
//     tests up to rounding.
// Degenerate input: meshes other than the last ones reset the sums. Triangles of nodes that are not split yet cost 0.
// Cost: per query one pass over the visits and one over the nodes; 32 bytes per triangle.
// Oracle: the queries' own counters (tests/engine/explain/cost_map_test.cpp), and node by node (triangle_costs_test.cpp).
#pragma once

#include "engine/explain/visit_replay.hpp"

#include <array>
#include <span>
#include <vector>

namespace boxwood {

struct TriangleCosts {
    std::vector<double> volume_tests, triangle_tests; // per triangle
};

// Of one query. `side`: 0 if the table is of A, 1 if of B.
TriangleCosts spread_costs(const VisitReplay& replay, const NodeTable& table, std::size_t side);

class CostMap {
  public:
    void clear() { *this = {}; }
    void add(const VisitReplay& replay, const std::array<NodeTable, 2>& tables);

    std::size_t queries() const { return queries_; }
    std::uint64_t volume_tests() const { return volume_tests_; } // of all queries that were added
    std::uint64_t triangle_tests() const { return triangle_tests_; }
    const TriangleCosts& of(std::size_t side) const { return costs_[side]; }

  private:
    std::array<TriangleCosts, 2> costs_;
    std::size_t queries_ = 0;
    std::uint64_t volume_tests_ = 0, triangle_tests_ = 0;
};

// Maps the position `t` on the color ramp to a cost from 0 to `most`, by the inverse of the ramp's scale.
double cost_at(double t, double most);
double share_of(double cost, double most);

// The number of costs in each bin; bins have equal width on the ramp.
inline constexpr std::size_t kCostBins = 48;
using CostHistogram = std::array<std::uint32_t, kCostBins>;
void add_to_histogram(std::span<const double> costs, double most, CostHistogram& io_bins);

} // namespace boxwood

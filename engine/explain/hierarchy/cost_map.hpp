// What: the cost of queries per triangle of two meshes, summed over the queries, and a histogram of these costs.
// Units: tests.
// Invariants: over all triangles of one side, triangle_tests add up to the tests of all queries that were added, volume
//     tests up to rounding.
// Degenerate input: meshes other than the last ones reset the sums.
// Cost: per query that of spread_costs; 32 bytes per triangle.
// Oracle: tests/engine/explain/cost_map_test.cpp: the queries' own counters.
#pragma once

#include "engine/explain/hierarchy/triangle_costs.hpp"

#include <array>
#include <span>

namespace boxwood {

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

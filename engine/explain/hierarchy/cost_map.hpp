// What: what queries spent on each triangle of two meshes, added up over the queries, and how many triangles cost how
//     much.
// Units: tests.
// Invariants: over all triangles of one side, triangle_tests add up to the tests of all queries that were added, volume
//     tests up to rounding.
// Degenerate input: other meshes than before start anew.
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
    std::uint64_t volume_tests() const { return volume_tests_; } // of all that were added
    std::uint64_t triangle_tests() const { return triangle_tests_; }
    const TriangleCosts& of(std::size_t side) const { return costs_[side]; }

  private:
    std::array<TriangleCosts, 2> costs_;
    std::size_t queries_ = 0;
    std::uint64_t volume_tests_ = 0, triangle_tests_ = 0;
};

// From 0 to `most` in steps that grow as the ramp's do; `t` is a share of the ramp.
double cost_at(double t, double most);
double share_of(double cost, double most);

// How many of the costs lie in each of the bins, which are alike wide on the ramp.
inline constexpr std::size_t kCostBins = 48;
using CostHistogram = std::array<std::uint32_t, kCostBins>;
void add_to_histogram(std::span<const double> costs, double most, CostHistogram& io_bins);

} // namespace boxwood

// What: the same queries on the same two meshes with a list of hierarchies: costs to build, store and query each, and a
//       check that all give the same answer.
// Frame: poses are world_from_a and world_from_b.
// Units: milliseconds to build both hierarchies, microseconds per query, bytes per triangle of both.
// Invariants: counters are sums over all poses and machine-independent. The other rows are compared with the answers of
//             the first row: pair by pair, or distance by distance. With a tolerance, the distances of every row,
//             including the first, are compared with the minimum distances, computed once more without tolerance.
// Degenerate input: a configuration that cannot be built (a kind that does not support a volume) is an Error of
//                   advance().
// Cost: one advance() builds one configuration, runs all queries once and, for each of `repeats`, twice more: see
//       cost_report.hpp.
// Oracle: tests/engine/measure/hierarchy_comparison_test.cpp, by single queries.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "engine/measure/cost_report.hpp"
#include "engine/measure/sweeps/exit_shares.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

// Every valid combination of kind, volume and builder; kinds with their own construction once per volume, under the
// first builder's name.
std::vector<HierarchyConfig> list_hierarchy_configs();

// "wide aabb binned-sah 2", without a leaf size of 1
std::string name_of(const HierarchyConfig& config);

struct Comparison {
    MeshView a, b; // owned by the caller
    std::vector<std::pair<Pose, Pose>> poses;
    QueryRequest request{};
    std::vector<HierarchyConfig> configs{};
    int repeats = 3; // the minimum of this many times is used
};

struct ComparisonRow {
    HierarchyConfig config{};
    double build_ms = 0.0;
    double query_us = 0.0; // mean over the poses
    double bytes_per_triangle = 0.0;
    std::uint32_t depth = 0;  // of the deeper hierarchy
    QueryCounters counters{}; // sums over the poses; separations_by_axis has the axes of the volume
    CostReport costs{};       // sum over the poses
    ExitShares exits{};
    std::uint64_t pairs = 0; // intersecting triangle pairs, over all poses
    std::size_t hits = 0;    // poses at which the meshes intersect
    bool is_same_answer = false;
};

class HierarchyComparison {
  public:
    // `clock` in milliseconds; may be null, then times are 0.
    explicit HierarchyComparison(Comparison comparison, Clock clock);

    Status advance(); // runs the next configuration
    bool is_done() const { return rows_.size() == comparison_.configs.size(); }
    std::span<const ComparisonRow> rows() const { return rows_; }

  private:
    double now() const { return clock_ ? clock_() : 0.0; }
    void ask_all(const AnyHierarchy& a, const AnyHierarchy& b, ComparisonRow& io_row);
    bool is_near_enough(double distance, std::size_t pose) const;
    void find_least(const AnyHierarchy& a, const AnyHierarchy& b);

    Comparison comparison_;
    Clock clock_;
    std::vector<ComparisonRow> rows_;
    std::uint64_t expected_ = 0; // hash of the first row's answers
    std::vector<double> least_;  // minimum distance at each pose, if there is a tolerance
    CostMeter meter_;
};

// Rotates B by a full turn about z, then about x, in `count` poses, at the distance from A where their boxes half
// overlap: about half of the poses intersect for compact meshes.
std::vector<std::pair<Pose, Pose>> tumble_poses(const MeshView& a, const MeshView& b, int count);

// A header and a line per row, comma-separated.
std::string comparison_csv(std::span<const ComparisonRow> rows);

} // namespace boxwood

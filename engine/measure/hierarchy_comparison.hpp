// What: compares hierarchies by the same queries on the same two meshes: their costs to build, store and query, and
//       whether all give the same answers.
// Frame: poses are world_from_a and world_from_b.
// Units: milliseconds to build both hierarchies, microseconds per query, bytes per triangle of both meshes.
// Invariants: counters are sums over all poses and machine-independent. The answers of every row are compared with the
//             first row: pair by pair, or distance by distance; in the modes any and within, only yes or no. With a
//             tolerance, the distances of every row, including the first, are instead compared with minimum distances
//             from separate queries without tolerance.
// Degenerate input: if a configuration cannot be built, for example because its kind does not support its volume,
//                   advance() returns an Error.
// Cost: one advance() builds one configuration and runs all queries once. Each repeat runs them twice more
//       (cost_report.hpp).
// Oracle: tests/engine/measure/hierarchy_comparison_test.cpp, sums over single queries.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "engine/measure/cost_report.hpp"
#include "engine/measure/sweeps/separation_shares.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

// Lists every valid combination of kind, volume and builder. Kinds with their own construction are listed once per
// volume, with the name of the first builder.
std::vector<HierarchyConfig> list_hierarchy_configs();

// "bvh8 aabb binned-sah 2"; a leaf size of 1 is left out.
std::string name_of(const HierarchyConfig& config);

struct Comparison {
    MeshView a, b; // owned by the caller
    std::vector<std::pair<Pose, Pose>> poses;
    QueryRequest request{};
    std::vector<HierarchyConfig> configs{};
    int repeats = 3; // number of measurements of each time; the smallest one is reported
};

struct ComparisonRow {
    HierarchyConfig config{};
    double build_ms = 0.0;
    double query_us = 0.0; // mean over the poses
    double bytes_per_triangle = 0.0;
    std::uint32_t depth = 0; // of the deeper hierarchy
    // Sums over the poses, except max_depth; separations_by_axis counts by the axes of the volume.
    QueryCounters counters{};
    CostReport costs{}; // sums over the poses
    SeparationShares separations{};
    std::uint64_t pairs = 0; // intersecting triangle pairs that the queries list, over all poses
    std::size_t hits = 0;    // poses at which the meshes intersect
    bool is_same_answer = false;
};

class HierarchyComparison {
  public:
    // `clock` counts milliseconds; if it is null, all times are 0.
    explicit HierarchyComparison(Comparison comparison, Clock clock);

    Status advance(); // runs the next configuration
    bool is_done() const { return rows_.size() == comparison_.configs.size(); }
    std::span<const ComparisonRow> rows() const { return rows_; }

  private:
    double now() const { return clock_ ? clock_() : 0.0; }
    void run_queries(const AnyHierarchy& a, const AnyHierarchy& b, ComparisonRow& io_row);
    bool is_within_tolerance(double distance, std::size_t pose) const;
    void find_min_distances(const AnyHierarchy& a, const AnyHierarchy& b);

    Comparison comparison_;
    Clock clock_;
    std::vector<ComparisonRow> rows_;
    std::uint64_t expected_ = 0;        // hash of the first row's answers
    std::vector<double> min_distances_; // per pose; only used with a tolerance
    CostMeter meter_;
};

// Returns `count` poses in which B rotates by a full turn about z and then by a full turn about x. The centers of the
// two meshes' boxes stay at a distance of 0.75 times the sum of the largest half extents of these boxes.
std::vector<std::pair<Pose, Pose>> tumble_poses(const MeshView& a, const MeshView& b, int count);

// A header line, then one comma-separated line per row.
std::string comparison_csv(std::span<const ComparisonRow> rows);

} // namespace boxwood

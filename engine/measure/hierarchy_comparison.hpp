// What: the same queries on the same two meshes with one hierarchy after another, side by side: what each costs to
//       build, to keep and to ask, and that all give the same answer.
// Frame: poses are world_from_a and world_from_b.
// Units: milliseconds to build both hierarchies, microseconds per query, bytes per triangle of both.
// Invariants: counters are the sums over all poses and do not depend on the machine. The first row's answers are what
//             the others are held against: pair by pair, or distance by distance. With a tolerance every row's distances,
//             the first one's included, are held against the least ones, found once more without it.
// Degenerate input: a configuration that cannot be built (a kind that does not take a volume) is an Error of advance().
// Cost: one advance() builds one configuration, asks all its queries once and, for each of `repeats`, twice more: see
//       cost_report.hpp.
// Oracle: tests/engine/measure/hierarchy_comparison_test.cpp, by asking the queries one by one.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "engine/measure/cost_report.hpp"
#include "engine/measure/exit_shares.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace boxwood {

// Every combination of kind, volume and builder that can be built; kinds with a construction of their own once per
// volume, under the first builder's name.
std::vector<HierarchyConfig> list_hierarchy_configs();

// "wide aabb binned-sah 2", without the leaf size if it is 1
std::string name_of(const HierarchyConfig& config);

struct Comparison {
    MeshView a, b; // owned by the caller
    std::vector<std::pair<Pose, Pose>> poses;
    QueryRequest request{};
    std::vector<HierarchyConfig> configs{};
    int repeats = 3; // the least time of so many counts
};

struct ComparisonRow {
    HierarchyConfig config{};
    double build_ms = 0.0;
    double query_us = 0.0; // mean over the poses
    double bytes_per_triangle = 0.0;
    std::uint32_t depth = 0;  // of the deeper hierarchy
    QueryCounters counters{}; // sums over the poses; axes of separations_by_axis are the volume's
    CostReport costs{};       // of all poses
    ExitShares exits{};
    std::uint64_t pairs = 0; // of intersecting triangles, over all poses
    std::size_t hits = 0;    // poses at which the meshes intersect
    bool is_same_answer = false;
};

class HierarchyComparison {
  public:
    // `clock` in milliseconds; may be null, then times are 0.
    explicit HierarchyComparison(Comparison comparison, Clock clock);

    Status advance(); // the next configuration
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
    std::vector<double> least_;  // distance at each pose, where a tolerance is allowed
    CostMeter meter_;
};

// B on a full turn about z, then about x, in `count` poses, at the distance from A where their boxes half overlap:
// about half of the poses intersect for compact meshes.
std::vector<std::pair<Pose, Pose>> tumble_poses(const MeshView& a, const MeshView& b, int count);

// A heading and a line per row, comma-separated.
std::string comparison_csv(std::span<const ComparisonRow> rows);

} // namespace boxwood

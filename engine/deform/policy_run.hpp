// What: one policy at work: a hierarchy of a deforming mesh, kept by the policy, asked every frame for its contacts with
//       a rigid mesh, and what each frame cost. Several runs on the same frames compare their policies.
// Frame: poses are world_from_mesh and world_from_obstacle.
// Units: milliseconds of the clock that is lent; counts.
// Invariants: frames are run in order from the first; its tree is fresh and is not counted as a rebuild. Pairs are those
//             of (deforming, rigid) triangles, sorted, the same under every policy.
// Degenerate input: make_policy_run says what cannot be built.
// Cost: besides update and query, quality is measured each frame, outside both times.
// Oracle: tests/engine/deform/policy_answers_test.cpp.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "engine/deform/tree_sums.hpp"
#include "engine/deform/update_policy.hpp"
#include "engine/sim/simulation.hpp"

#include <memory>
#include <span>
#include <vector>

namespace boxwood {

struct PolicyFrame {
    double update_ms = 0.0, query_ms = 0.0;
    std::uint64_t volume_tests = 0, triangle_tests = 0;
    std::uint64_t contacts = 0; // pairs of triangles
    UpdateOutcome update;
    double inflation = 1.0; // area of all nodes by the root's, times what it was at the last full build
    double total_ms() const { return update_ms + query_ms; }
};

class PolicyRun {
  public:
    // Between two rigid frames; owned by the caller.
    struct Obstacle {
        MeshView mesh;
        const AnyHierarchy* hierarchy = nullptr;
        Pose world_from_obstacle;
    };

    PolicyRun(PolicyConfig config, AnyHierarchy fresh, std::unique_ptr<UpdatePolicy> policy)
        : config_(std::move(config))
        , tree_(std::move(fresh))
        , policy_(std::move(policy))
        , built_area_(measure_sum(tree_, &TreeSums::area)) {}

    // `clock` may be null, then times are 0. The first frame keeps the fresh tree.
    void run_frame(const UpdateInput& input, const Pose& world_from_mesh, const Obstacle& obstacle,
                   Clock clock);

    const PolicyConfig& config() const { return config_; }
    const AnyHierarchy& tree() const { return tree_; }
    std::span<const PolicyFrame> frames() const { return frames_; }
    const std::vector<PrimitivePair>& pairs() const { return result_.pairs; } // of the last frame
    std::uint64_t last_rebuild() const { return last_rebuild_; }              // frame; 0: the first build

  private:
    PolicyConfig config_;
    AnyHierarchy tree_;
    std::unique_ptr<UpdatePolicy> policy_;
    double built_area_ = 0.0;
    std::uint64_t last_rebuild_ = 0;
    std::vector<PolicyFrame> frames_;
    QueryScratch scratch_;
    QueryResult result_;
};

// Builds the hierarchy over the mesh as it is now.
Result<PolicyRun> make_policy_run(const PolicyConfig& policy, const HierarchyConfig& hierarchy,
                                  const MeshView& mesh);

} // namespace boxwood

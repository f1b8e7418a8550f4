// What: one policy in use: a hierarchy of a deforming mesh that the policy updates, its contacts with a rigid mesh in
//       every frame, and the cost of each frame. Several runs on the same frames compare their policies.
// Frame: poses are world_from_mesh and world_from_obstacle.
// Units: milliseconds of the supplied clock; counts.
// Invariants: the meshes are solid as far as their shells say; then `nesting` tells what lies inside without a common point
//             of the surfaces. Frames are run in order from the first; the tree of the first is fresh and does not count as a rebuild.
//             Pairs are (deforming, rigid) triangles, sorted, the same under every policy.
// Degenerate input: make_policy_run returns an Error for a hierarchy that the policy does not support.
// Cost: in addition to update and query, quality is measured each frame, outside both times.
// Oracle: tests/engine/deform/policy_answers_test.cpp.
#pragma once

#include "collision/query/contacts/self_contacts.hpp"
#include "collision/query/mesh_query.hpp"
#include "collision/query/nesting.hpp"
#include "engine/deform/policies/update_policy.hpp"
#include "engine/deform/tree_sums.hpp"
#include "engine/sim/simulation.hpp"

#include <array>
#include <memory>
#include <span>
#include <vector>

namespace boxwood {

struct PolicyFrame {
    double update_ms = 0.0, query_ms = 0.0;
    std::uint64_t volume_tests = 0, triangle_tests = 0;
    std::uint64_t contacts = 0; // pairs of triangles, including self-contacts of the mesh
    UpdateOutcome update;
    bool has_all_self_contacts = true; // false: the search reached its limit (self_contacts.hpp)
    // Total area of all nodes relative to the root's, divided by its value at the last full build; 1 for a lazy
    // hierarchy, which has only some of its nodes.
    double inflation = 1.0;
    double total_ms() const { return update_ms + query_ms; }
};

// State of a run before a frame, sufficient to replay that frame and the following ones.
struct PolicyState {
    AnyHierarchy tree;
    std::unique_ptr<UpdatePolicy> policy;
    double built_area = 0.0;
    std::uint64_t last_rebuild = 0;
    std::size_t place = 0; // the next frame
};

class PolicyRun {
  public:
    // The rigid mesh of a frame; owned by the caller.
    struct Obstacle {
        MeshView mesh;
        const AnyHierarchy* hierarchy = nullptr;
        Pose world_from_obstacle;
        std::span<const std::uint32_t>
            self_places{}; // of the deforming mesh (self_contacts.hpp); empty: no self-contacts
        // Of the deforming mesh and of this one; null: surfaces.
        std::array<const MeshShells*, 2> shells{};
    };

    PolicyRun(PolicyConfig config, AnyHierarchy fresh, std::unique_ptr<UpdatePolicy> policy)
        : config_(std::move(config))
        , tree_(std::move(fresh))
        , policy_(std::move(policy))
        , built_area_(measure_sum(tree_, &TreeSums::area)) {}

    // `clock` may be null; times are then 0. The first frame uses the fresh tree. A replayed frame does not change its
    // record.
    void run_frame(const UpdateInput& input, const Pose& world_from_mesh, const Obstacle& obstacle,
                   Clock clock);

    PolicyState save() const;
    void restore(const PolicyState& state); // requires a state of this run
    // Requires place() == 0.
    void forget_frames() {
        frames_.clear();
        first_kept_ = 0;
    }
    // Keeps only the record of the last frame from now on, so that memory does not grow. Requires that all recorded
    // frames have been run; going back is no longer possible.
    void keep_last_frame_only() { keeps_all_ = false; }

    const PolicyConfig& config() const { return config_; }
    const AnyHierarchy& tree() const { return tree_; }
    // the recorded frames still stored
    std::span<const PolicyFrame> frames() const { return frames_; }
    // number of recorded frames
    std::size_t frame_count() const { return first_kept_ + frames_.size(); }
    // requires a stored frame
    const PolicyFrame& frame(std::size_t i) const { return frames_[i - first_kept_]; }
    std::size_t place() const { return place_; }                              // the next frame
    const std::vector<PrimitivePair>& pairs() const { return result_.pairs; } // of the frame before place()
    Nesting nesting() const { return result_.nesting; } // the same; a: the deforming mesh
    const std::vector<PrimitivePair>& self_pairs() const {
        return self_.pairs;
    }                                                             // the same, of the mesh with itself
    bool has_all_self_pairs() const { return self_.is_complete; } // false: self_pairs() are a subset
    std::uint64_t last_rebuild() const { return last_rebuild_; }  // frame; 0: the first build

  private:
    PolicyConfig config_;
    AnyHierarchy tree_;
    std::unique_ptr<UpdatePolicy> policy_;
    double built_area_ = 0.0;
    std::uint64_t last_rebuild_ = 0;
    std::vector<PolicyFrame> frames_;
    std::size_t first_kept_ = 0; // the frame of frames_[0]
    bool keeps_all_ = true;
    std::size_t place_ = 0;
    QueryScratch scratch_;
    NestingCache nesting_;
    QueryResult result_;
    SelfContacts self_;
};

// `fresh`: built over the mesh before the first frame.
Result<PolicyRun> make_policy_run(const PolicyConfig& policy, AnyHierarchy fresh);

} // namespace boxwood

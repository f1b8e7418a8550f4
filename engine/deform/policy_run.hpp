// What: one policy at work: a hierarchy of a deforming mesh, kept by the policy, asked every frame for its contacts with
//       a rigid mesh, and what each frame cost. Several runs on the same frames compare their policies.
// Frame: poses are world_from_mesh and world_from_obstacle.
// Units: milliseconds of the clock that is lent; counts.
// Invariants: frames are run in order from the first; its tree is fresh and is not counted as a rebuild. Pairs are those
//             of (deforming, rigid) triangles, sorted, the same under every policy.
// Degenerate input: make_policy_run says what a policy cannot work with.
// Cost: besides update and query, quality is measured each frame, outside both times.
// Oracle: tests/engine/deform/policy_answers_test.cpp.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "engine/deform/policies/update_policy.hpp"
#include "engine/deform/self_contacts.hpp"
#include "engine/deform/tree_sums.hpp"
#include "engine/sim/simulation.hpp"

#include <memory>
#include <span>
#include <vector>

namespace boxwood {

struct PolicyFrame {
    double update_ms = 0.0, query_ms = 0.0;
    std::uint64_t volume_tests = 0, triangle_tests = 0;
    std::uint64_t contacts = 0; // pairs of triangles, those of the mesh with itself among them
    UpdateOutcome update;
    bool has_all_self_contacts = true; // false: the search stopped at its limit (self_contacts.hpp)
    // Area of all nodes by the root's, times what it was at the last full build; 1 for a lazy hierarchy, which has only some of
    // its nodes.
    double inflation = 1.0;
    double total_ms() const { return update_ms + query_ms; }
};

// What a run is before a frame: enough to run that frame, and those after it, once more.
struct PolicyState {
    AnyHierarchy tree;
    std::unique_ptr<UpdatePolicy> policy;
    double built_area = 0.0;
    std::uint64_t last_rebuild = 0;
    std::size_t place = 0; // the frame that is next
};

class PolicyRun {
  public:
    // Between two rigid frames; owned by the caller.
    struct Obstacle {
        MeshView mesh;
        const AnyHierarchy* hierarchy = nullptr;
        Pose world_from_obstacle;
        std::span<const std::uint32_t>
            self_places{}; // of the deforming mesh (self_contacts.hpp); none: not asked
    };

    PolicyRun(PolicyConfig config, AnyHierarchy fresh, std::unique_ptr<UpdatePolicy> policy)
        : config_(std::move(config))
        , tree_(std::move(fresh))
        , policy_(std::move(policy))
        , built_area_(measure_sum(tree_, &TreeSums::area)) {}

    // `clock` may be null, then times are 0. The first frame keeps the fresh tree. A frame that was run before leaves
    // its record as it was.
    void run_frame(const UpdateInput& input, const Pose& world_from_mesh, const Obstacle& obstacle,
                   Clock clock);

    PolicyState save() const;
    void restore(const PolicyState& state); // one of its own
    // Requires place() == 0.
    void forget_frames() {
        frames_.clear();
        first_kept_ = 0;
    }
    // From now on the record of the last frame alone is kept, so that memory does not grow with frames. Requires that all
    // recorded frames have been run: there is no way back to any of them.
    void keep_last_frame_only() { keeps_all_ = false; }

    const PolicyConfig& config() const { return config_; }
    const AnyHierarchy& tree() const { return tree_; }
    std::span<const PolicyFrame> frames() const { return frames_; }                    // recorded, and kept
    std::size_t frame_count() const { return first_kept_ + frames_.size(); }           // recorded
    const PolicyFrame& frame(std::size_t i) const { return frames_[i - first_kept_]; } // of those kept
    std::size_t place() const { return place_; }                              // the frame that is next
    const std::vector<PrimitivePair>& pairs() const { return result_.pairs; } // of the frame before place()
    const std::vector<PrimitivePair>& self_pairs() const {
        return self_.pairs;
    }                                                             // the same, of the mesh with itself
    bool has_all_self_pairs() const { return self_.is_complete; } // false: self_pairs() are a part of them
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
    QueryResult result_;
    SelfContacts self_;
};

// `fresh`: built over the mesh as it is before the first frame.
Result<PolicyRun> make_policy_run(const PolicyConfig& policy, AnyHierarchy fresh);

} // namespace boxwood

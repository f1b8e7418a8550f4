// What: runs one policy: updates the hierarchy of a deforming mesh in every frame, finds its contacts with a rigid
//       mesh, and records the cost of each frame. To compare policies, run several of them on the same frames.
// Frame: poses are world_from_mesh and world_from_obstacle.
// Units: milliseconds of the supplied clock; counts.
// Invariants: a mesh is solid if MeshShells::of_solid() made its shells. nesting() reports whether one mesh lies inside
//             the other, a solid, without a common point of the surfaces. Frames are run in order. The tree of frame 0
//             is newly built, which does not count as a rebuild, and is refitted if the mesh of frame 0 has other
//             vertices than the mesh over which the tree was built.
//             Pairs of (deforming, rigid) triangles are sorted and are the same for every policy.
// Degenerate input: make_policy_run returns an Error for a hierarchy that the policy does not support.
// Cost: one update and one query per frame. The quality of the tree is also measured in each frame, but not timed.
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
    bool has_all_self_contacts = true; // false if the search reached its limit (self_contacts.hpp)
    // TreeSums::area divided by its value at the last complete build. 1 for a lazy hierarchy, because it has only some
    // of its nodes.
    double inflation = 1.0;
    double total_ms() const { return update_ms + query_ms; }
};

// State of a run before a frame, sufficient to replay that frame and the following ones.
struct PolicyState {
    AnyHierarchy tree;
    std::unique_ptr<UpdatePolicy> policy;
    double built_area = 0.0;
    std::uint64_t last_rebuild = 0;
    std::size_t next_frame = 0;
};

class PolicyRun {
  public:
    // The rigid mesh of a frame and the data of the query that depend on both meshes; owned by the caller.
    struct Obstacle {
        MeshView mesh;
        const AnyHierarchy* hierarchy = nullptr;
        Pose world_from_obstacle;
        // find_representatives() of the deforming mesh (self_contacts.hpp); empty: no search for self-contacts.
        std::span<const std::uint32_t> self_representatives{};
        // [0]: of the deforming mesh; [1]: of the rigid mesh; null: that mesh is a surface.
        std::array<const MeshShells*, 2> shells{};
    };

    PolicyRun(PolicyConfig config, AnyHierarchy fresh, std::unique_ptr<UpdatePolicy> policy)
        : config_(std::move(config))
        , tree_(std::move(fresh))
        , policy_(std::move(policy))
        , built_area_(measure_sum(tree_, &TreeSums::area)) {}

    // Times are 0 if `clock` is null. In the first frame, input.positions_before must be the vertices over which the
    // tree was built. If input.mesh has other vertices, the tree is refitted to them; the times exclude this refit.
    // Replaying a frame does not change the record of the frame.
    void run_frame(const UpdateInput& input, const Pose& world_from_mesh, const Obstacle& obstacle,
                   Clock clock);

    PolicyState save() const;
    void restore(const PolicyState& state); // requires a state of this run
    // Requires next_frame() == 0.
    void forget_frames() {
        frames_.clear();
        first_kept_ = 0;
    }
    // From now on, stores only the record of the last frame, so that memory does not grow. Going back is then
    // impossible. Requires that all recorded frames have been run.
    void keep_last_frame_only() { keeps_all_ = false; }

    const PolicyConfig& config() const { return config_; }
    const AnyHierarchy& tree() const { return tree_; }
    // The stored records of frames.
    std::span<const PolicyFrame> frames() const { return frames_; }
    // The number of recorded frames, including frames whose record is no longer stored.
    std::size_t frame_count() const { return first_kept_ + frames_.size(); }
    // Requires a frame whose record is stored.
    const PolicyFrame& frame(std::size_t i) const { return frames_[i - first_kept_]; }
    std::size_t next_frame() const { return next_frame_; } // index of the next frame
    // The pairs of the last frame that was run.
    const std::vector<PrimitivePair>& pairs() const { return result_.pairs; }
    // Nesting in the last frame that was run; a is the deforming mesh.
    Nesting nesting() const { return result_.nesting; }
    // Pairs of the deforming mesh with itself in the last frame that was run.
    const std::vector<PrimitivePair>& self_pairs() const { return self_.pairs; }
    bool has_all_self_pairs() const { return self_.is_complete; } // false if self_pairs() are a subset
    // The frame of the last rebuild; 0 stands for the first build.
    std::uint64_t last_rebuild() const { return last_rebuild_; }

  private:
    PolicyConfig config_;
    AnyHierarchy tree_;
    std::unique_ptr<UpdatePolicy> policy_;
    double built_area_ = 0.0;
    std::uint64_t last_rebuild_ = 0;
    std::vector<PolicyFrame> frames_;
    std::size_t first_kept_ = 0; // index of the frame whose record is frames_[0]
    bool keeps_all_ = true;
    std::size_t next_frame_ = 0;
    QueryScratch scratch_;
    NestingCache nesting_;
    QueryResult result_;
    SelfContacts self_;
};

// `fresh`: a hierarchy built over the mesh before the first frame.
Result<PolicyRun> make_policy_run(const PolicyConfig& policy, AnyHierarchy fresh);

} // namespace boxwood

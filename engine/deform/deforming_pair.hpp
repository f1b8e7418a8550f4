// What: a deforming mesh against a rigid one, under several policies at once: one clock, one motion, one answer; and the
//       way back through the frames that were run.
// Frame: world; the deforming mesh stands at the origin, unturned.
// Invariants: every policy sees the same vertices in the same frame. The mesh lies in the order of a hierarchy's leaves
//             (leaf_order.hpp), so triangles have other numbers than in the mesh that came in. A frame whose vertices are
//             refused changes nothing. A frame that is run again is what it was, bit for bit; its record stays.
// Degenerate input: what cannot be made or deformed is an Error; the pair stays as it was.
// Cost: one build per volume, whatever the number of policies. Going back copies a kept state and runs the frames since;
//       states are kept kKeyframeBytes at most, so that their distance grows with the mesh and with time.
#pragma once

#include "engine/deform/deforming_mesh.hpp"
#include "engine/deform/policy_run.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace boxwood {

inline constexpr std::size_t kKeyframeBytes = std::size_t{256} << 20;

struct DeformingPairConfig {
    Deformation motion;
    HierarchyConfig hierarchy{.kind = "bvh2", .builder = "midpoint", .leaf_size = 1};
    std::vector<PolicyConfig> policies;
    Mesh mesh, obstacle;
    Pose world_from_obstacle; // at the start
    ObstaclePath path;
    std::shared_ptr<Executor> executor; // lent to policies and deformers; none: one core
    bool meets_itself = false;          // contacts of the deforming mesh with itself are asked for too
};

class DeformingPair {
  public:
    static Result<DeformingPair> make(const DeformingPairConfig& config); // before frame 0

    // The next, with the deformation as it is at frame `at`: the recording of a run is the list of these. Requires that
    // all recorded frames have been run: place() == frames().
    Status run_frame_at(double at, Clock clock);
    Status run_frame(Clock clock) { return run_frame_at(static_cast<double>(frames()), clock); }
    std::size_t frames() const { return frame_count_; } // recorded
    std::span<const double> recording() const { return recording_; }
    // For runs in which nobody goes back or replays: of the frames so far and those to come only the last one is kept, and
    // memory does not grow with them. rewind() still begins again. Requires place() == frames().
    void keep_no_recording();

    // The frame that is next; the mesh, trees and pairs are those of the one before it.
    std::size_t place() const { return place_; }
    // Goes to the last kept state from which `frame` is still to be run, if it was run already: replay_frame() until
    // place() is frame + 1 shows it. Requires frame < frames().
    Status go_before(std::size_t frame);
    Status replay_frame(); // the next recorded one, once more; requires place() < frames()
    Status rewind();       // forgets all frames
    // Another motion of the same mesh: forgets all frames. Requires a deformer that tears as the one before does, and one
    // that plays a clip only where that is the one that was played before: it keeps its clip.
    Status rewind(const Deformation& motion);

    const DeformingMesh& mesh() const { return mesh_; }
    const Mesh& obstacle() const { return *obstacle_; }
    const Pose& world_from_obstacle() const { return world_from_obstacle_; }
    std::span<const PolicyRun> runs() const { return runs_; }
    const Deformation& motion() const { return motion_; }
    // On the last frame's pairs; of pairs of the mesh with itself, what a search that stopped has found is in all that
    // a complete one has found.
    bool policies_agree() const;
    bool has_all_self_pairs() const; // of every policy, in the last frame

  private:
    // All runs before a frame.
    struct Keyframe {
        std::size_t place = 0;
        std::vector<PolicyState> states;
    };

    explicit DeformingPair(DeformingMesh mesh)
        : mesh_(std::move(mesh)) {}
    Result<const AnyHierarchy*> obstacle_tree_for(const HierarchyConfig& config);
    Status take_clip(const std::vector<std::uint32_t>& vertex_before);
    Status run_policies(double at, Clock clock);
    Status restore(const Keyframe& keyframe);
    void keep_state();
    std::size_t state_bytes() const;

    Deformation motion_;
    DeformingMesh mesh_;
    std::shared_ptr<Executor> executor_;
    std::shared_ptr<const Mesh> obstacle_;
    std::vector<std::shared_ptr<const AnyHierarchy>> obstacle_trees_; // one per volume
    Pose start_of_obstacle_, world_from_obstacle_;
    ObstaclePath path_;
    std::vector<std::uint32_t> self_places_; // none: it is not asked whether the mesh meets itself
    std::vector<PolicyRun> runs_;
    std::vector<const AnyHierarchy*> met_by_; // each run's obstacle tree
    std::vector<double> recording_;
    std::size_t frame_count_ = 0;
    bool keeps_recording_ = true;
    std::size_t place_ = 0;
    std::vector<Keyframe> keyframes_; // the first: before frame 0
    std::size_t keyframe_distance_ = 8;
};

// Of the vertices, and for each policy of its last frame's pairs and of what finding them took.
std::uint64_t state_hash(const DeformingPair& pair);

} // namespace boxwood

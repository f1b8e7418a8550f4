// What: a deforming mesh against a rigid one, under several policies with the same clock, motion and answers; supports
//       going back through past frames.
// Frame: world; the deforming mesh has the identity pose.
// Invariants: a closed mesh is solid: what lies inside it is in contact with it. Every policy sees the same vertices in the same frame. The mesh is reordered by the leaves of a hierarchy
//             (leaf_order.hpp), so its triangle indices differ from those of the input. A frame with rejected vertices
//             changes nothing. A replayed frame is bit-equal to the original; its record is unchanged.
// Degenerate input: a failed construction or deformation is an Error; the pair remains unchanged.
// Cost: one build per volume, independent of the number of policies. Going back copies a keyframe and replays the
//       frames since; keyframes take at most kKeyframeBytes, so their distance grows with the mesh and with time.
#pragma once

#include "engine/deform/deforming_mesh.hpp"
#include "engine/deform/policies/policy_run.hpp"
#include "engine/deform/shells_if_closed.hpp"

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
    std::shared_ptr<Executor> executor; // used by policies and deformers; none: single-threaded
    bool meets_itself = false;          // also find self-contacts of the deforming mesh
};

class DeformingPair {
  public:
    static Result<DeformingPair> make(const DeformingPairConfig& config); // placed before frame 0

    // Runs the next frame with the deformation at frame `at`; the list of these values is the recording of a run.
    // Requires that all recorded frames have been run: place() == frames().
    Status run_frame_at(double at, Clock clock);
    Status run_frame(Clock clock) { return run_frame_at(static_cast<double>(frames()), clock); }
    std::size_t frames() const { return frame_count_; } // number of recorded frames
    std::span<const double> recording() const { return recording_; }
    // For runs without going back or replay: keeps only the last frame from now on, so that memory does not grow.
    // rewind() still restarts. Requires place() == frames().
    void keep_no_recording();

    // The next frame; mesh, trees and pairs are those of the frame before it.
    std::size_t place() const { return place_; }
    // Goes to the last keyframe at or before `frame`, unless the current place is between both; calling replay_frame()
    // until place() is frame + 1 then shows the frame. Requires frame < frames().
    Status go_before(std::size_t frame);
    Status replay_frame(); // runs the next recorded frame again; requires place() < frames()
    Status rewind();       // discards all frames
    // Another motion of the same mesh: discards all frames. Requires a deformer with the same value of `tears`, and one
    // that plays a clip only if the previous deformer played that clip, which is retained.
    Status rewind(const Deformation& motion);

    const DeformingMesh& mesh() const { return mesh_; }
    const Mesh& obstacle() const { return *obstacle_; }
    const Pose& world_from_obstacle() const { return world_from_obstacle_; }
    const ShellsIfClosed& mesh_shells() const { return *mesh_shells_; } // of the current vertices
    const ShellsIfClosed& obstacle_shells() const { return *obstacle_shells_; }
    std::span<const PolicyRun> runs() const { return runs_; }
    const Deformation& motion() const { return motion_; }
    // True if the last frame's pairs are equal, and what lies inside; a truncated self-contact search must give a subset of the pairs of a
    // complete one.
    bool policies_agree() const;
    bool has_all_self_pairs() const; // for every policy, in the last frame

  private:
    // State of all runs before a frame.
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
    std::optional<ShellsIfClosed> mesh_shells_, obstacle_shells_;     // never empty once made
    std::vector<std::shared_ptr<const AnyHierarchy>> obstacle_trees_; // one per volume
    Pose start_of_obstacle_, world_from_obstacle_;
    ObstaclePath path_;
    std::vector<std::uint32_t> self_places_; // none: no self-contacts
    std::vector<PolicyRun> runs_;
    std::vector<const AnyHierarchy*> met_by_; // each run's obstacle tree
    std::vector<double> recording_;
    std::size_t frame_count_ = 0;
    bool keeps_recording_ = true;
    std::size_t place_ = 0;
    std::vector<Keyframe> keyframes_; // the first is before frame 0
    std::size_t keyframe_distance_ = 8;
};

// Hash of the vertices, and for each policy of its last frame's pairs and query counters.
std::uint64_t state_hash(const DeformingPair& pair);

} // namespace boxwood

// What: finds the contacts of a deforming mesh with a rigid mesh under several update policies. All policies use the
//       same clock and motion, and must give the same answers. Past frames can be revisited.
// Frame: world; the deforming mesh has the identity pose.
// Invariants: a closed mesh is solid: an object inside it is in contact with it. In each frame, all policies use the
//             same vertices. The mesh is reordered by the leaves of a hierarchy (leaf_order.hpp), so its triangle
//             indices differ from those of the input mesh. A replayed frame is bitwise identical to the original, and
//             its record, with the measured times, stays unchanged.
// Degenerate input: make() returns an Error if the construction fails. run_frame_at() returns an Error if the deformed
//             vertices are invalid; the pair is then unchanged.
// Cost: one build per kind of hierarchy and type of volume, independent of the number of policies. Going back copies a
//       keyframe and replays the frames after it. All keyframes together take about kKeyframeBytes at most, or more if
//       volumes are larger than boxes or if one state is larger than this limit. The number of frames between two
//       keyframes therefore grows with the size of the mesh and with the number of frames.
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
    std::shared_ptr<Executor> executor; // for policies and deformers; null: single-threaded
    bool finds_self_pairs = false;      // also finds self-contacts of the deforming mesh
};

class DeformingPair {
  public:
    static Result<DeformingPair> make(const DeformingPairConfig& config); // the next frame is frame 0

    // Runs and records the next frame. `at`: the frame at which the deformation is evaluated, which can be fractional;
    // recording() is the list of these values. Requires that all recorded frames have been run: next_frame() ==
    // frame_count().
    Status run_frame_at(double at, Clock clock);
    Status run_frame(Clock clock) { return run_frame_at(static_cast<double>(frame_count()), clock); }
    // The number of frames that run_frame_at() has run since make() or rewind(), also after stop_recording().
    std::size_t frame_count() const { return frame_count_; }
    std::span<const double> recording() const { return recording_; }
    // For runs that never go back: empties recording(), and from this call on, each run stores only the record of its
    // last frame, so that memory does not grow. rewind() is still allowed. Requires next_frame() == frame_count().
    void stop_recording();

    // The index of the next frame. The mesh and the trees have the state after frame next_frame() - 1. The pairs of
    // runs() are those of the frame that was run last; directly after go_before() or rewind(), this can be another one.
    std::size_t next_frame() const { return next_frame_; }
    // Restores the last keyframe whose next_frame is <= `frame`. Does nothing if next_frame() already lies between that
    // value and `frame`. To reach the state after `frame`, then call replay_frame() until next_frame() is frame + 1.
    // Requires frame < frame_count(). go_before() and replay_frame() are not allowed after stop_recording().
    Status go_before(std::size_t frame);
    Status replay_frame(); // runs the next recorded frame again; requires next_frame() < frame_count()
    Status rewind();       // discards all frames
    // Discards all frames and sets another motion of the same mesh. Requires a deformer with the same value of `tears`.
    // The clip and the recorder of `motion` are ignored; the pair keeps its previous ones.
    Status rewind(const Deformation& motion);

    const DeformingMesh& mesh() const { return mesh_; }
    const Mesh& obstacle() const { return *obstacle_; }
    const Pose& world_from_obstacle() const { return world_from_obstacle_; }
    const ShellsIfClosed& mesh_shells() const { return *mesh_shells_; } // of the current vertices
    const ShellsIfClosed& obstacle_shells() const { return *obstacle_shells_; }
    std::span<const PolicyRun> runs() const { return runs_; }
    // The motion as the caller set it: the vertices of its clip have the order of the input mesh.
    const Deformation& motion() const { return motion_; }
    // True if all policies found the same pairs, the same nesting and the same self-contacts in the last frame. If a
    // policy's search for self-contacts was truncated, its pairs need only be a subset of those of a complete search.
    bool policies_agree() const;
    bool has_all_self_pairs() const; // for every policy, in the last frame

  private:
    // State of all runs before a frame.
    struct Keyframe {
        std::size_t next_frame = 0;
        std::vector<PolicyState> states;
    };

    explicit DeformingPair(DeformingMesh mesh)
        : mesh_(std::move(mesh)) {}
    Result<const AnyHierarchy*> obstacle_tree_for(const HierarchyConfig& config);
    Status set_up_motion(const std::vector<std::uint32_t>& vertex_before);
    Status move_mesh(double at);
    Status run_policies(double at, Clock clock);
    Status restore(const Keyframe& keyframe);
    void add_keyframe();
    std::size_t state_bytes() const;

    Deformation motion_;
    std::shared_ptr<const MotionClip> ordered_clip_; // the clip of motion_ with the vertices of mesh_
    DeformingMesh mesh_;
    std::shared_ptr<Executor> executor_;
    std::shared_ptr<const Mesh> obstacle_;
    std::optional<ShellsIfClosed> mesh_shells_, obstacle_shells_;     // never empty after make()
    std::vector<std::shared_ptr<const AnyHierarchy>> obstacle_trees_; // one per kind of hierarchy and volume
    Pose start_of_obstacle_, world_from_obstacle_;
    ObstaclePath path_;
    std::vector<std::uint32_t> self_representatives_; // empty: no search for self-contacts
    std::vector<PolicyRun> runs_;
    std::vector<const AnyHierarchy*> obstacle_tree_of_run_;
    std::vector<double> recording_;
    std::size_t frame_count_ = 0;
    bool keeps_recording_ = true;
    std::size_t next_frame_ = 0;
    std::vector<Keyframe> keyframes_; // the first one is the state before frame 0
    std::size_t keyframe_distance_ = 8;
};

// A hash of the vertices, the obstacle's pose, and of every policy: its pairs, self-contacts, nesting and query
// counters of the last frame, and the frame of its last rebuild.
std::uint64_t state_hash(const DeformingPair& pair);

} // namespace boxwood

// What: a deforming mesh against a rigid one, under several policies at once: one clock, one motion, one answer.
// Frame: world; the deforming mesh stands at the origin, unturned.
// Invariants: every policy sees the same vertices in the same frame. The mesh lies in the order of a hierarchy's leaves
//             (leaf_order.hpp), so triangles have other numbers than in the mesh that came in. A frame whose vertices are refused changes nothing.
// Degenerate input: what cannot be made or deformed is an Error; the pair stays as it was.
#pragma once

#include "engine/deform/deforming_mesh.hpp"
#include "engine/deform/policy_run.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace boxwood {

struct DeformingPairConfig {
    Deformation motion;
    HierarchyConfig hierarchy;
    std::vector<PolicyConfig> policies;
    Mesh mesh, obstacle;
    Pose world_from_obstacle;
    std::shared_ptr<Executor> executor; // lent to policies; none: one core
};

class DeformingPair {
  public:
    static Result<DeformingPair> make(DeformingPairConfig config); // before frame 0

    // The next, with the deformation as it is at frame `at`: the recording of a run is the list of these.
    Status run_frame_at(double at, Clock clock);
    Status run_frame(Clock clock) { return run_frame_at(static_cast<double>(frames()), clock); }
    std::size_t frames() const { return recording_.size(); } // run so far; the mesh is as in the last of them
    std::span<const double> recording() const { return recording_; }

    const DeformingMesh& mesh() const { return mesh_; }
    const Mesh& obstacle() const { return *obstacle_; }
    const AnyHierarchy& obstacle_tree() const { return *obstacle_tree_; }
    const Pose& world_from_obstacle() const { return world_from_obstacle_; }
    std::span<const PolicyRun> runs() const { return runs_; }
    const Deformation& motion() const { return motion_; }
    bool policies_agree() const; // on the last frame's pairs

  private:
    DeformingPair(DeformingMesh mesh)
        : mesh_(std::move(mesh)) {}

    Deformation motion_;
    DeformingMesh mesh_;
    std::shared_ptr<Executor> executor_;
    std::shared_ptr<const Mesh> obstacle_;
    std::shared_ptr<const AnyHierarchy> obstacle_tree_;
    Pose world_from_obstacle_;
    std::vector<PolicyRun> runs_;
    std::vector<double> recording_;
};

// Of the vertices, and for each policy of its last frame's pairs and of what finding them took.
std::uint64_t state_hash(const DeformingPair& pair);

} // namespace boxwood

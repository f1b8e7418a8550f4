// What: a mesh with moving vertices and fixed triangles, and the check of new vertex positions.
// Frame: the mesh's own.
// Invariants: the positions in view() are checked: finite, and within kExploded radii of the rest mesh's center.
// Degenerate input: accept() names the first invalid vertex or the changed count; the last valid state remains.
// Cost: one pass over the vertices.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/result.hpp"
#include "engine/deform/deformers/deformer.hpp"

#include <span>
#include <vector>

namespace boxwood {

// In radii of the rest mesh: far beyond any deformer with an amplitude in range, but not beyond an unstable simulation.
inline constexpr double kExploded = 1e6;

class DeformingMesh {
  public:
    explicit DeformingMesh(RestMesh rest)
        : rest_(std::move(rest))
        , now_(rest_.mesh.positions)
        , before_(now_)
        , next_(now_.size()) {}

    Status accept(std::span<const glm::vec3> positions, Executor* executor = nullptr);
    // Buffer for the next positions: accept() does not copy positions that were written here.
    std::span<glm::vec3> next() { return next_; }
    void reset() { // to the state before the first accept()
        now_ = before_ = rest_.mesh.positions;
    }

    const RestMesh& rest() const { return rest_; }
    MeshView view() const { return {now_, rest_.mesh.triangles}; }
    std::span<const glm::vec3> before() const { return before_; } // positions before the last accept()

  private:
    RestMesh rest_;
    std::vector<glm::vec3> now_, before_, next_;
};

// A deformation over frames: the deformer, its amplitude and its period. A frame gives the same mesh however it was
// reached.
struct Deformation {
    const Deformer* deformer = nullptr;
    double amplitude = 0.0;
    int period = 600; // frames
    std::uint64_t seed = 1;
    std::shared_ptr<const MotionClip> clip{};   // for a deformer that plays an imported clip
    std::shared_ptr<MotionRecorder> recorder{}; // for a deformer that plays a simulation
};

// Sets the mesh to the deformation at a frame, or between two. Results are bit-equal with and without an executor.
Status deform(const Deformation& deformation, double frame, DeformingMesh& io_mesh,
              Executor* executor = nullptr);

} // namespace boxwood

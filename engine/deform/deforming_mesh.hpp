// What: a mesh whose vertices move while its triangles stay, and the door through which the moved vertices come.
// Frame: the mesh's own.
// Invariants: what view() shows passed the door: finite, and within kExploded radii of the rest mesh's center.
// Degenerate input: accept() names the first bad vertex or the changed count; the last good state stays as it was.
// Cost: one pass over the vertices.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/result.hpp"
#include "engine/deform/deformers/deformer.hpp"

#include <span>
#include <vector>

namespace boxwood {

// Radii of the rest mesh: no deformer with an amplitude in its range gets near it; a simulation that blew up does.
inline constexpr double kExploded = 1e6;

class DeformingMesh {
  public:
    explicit DeformingMesh(RestMesh rest)
        : rest_(std::move(rest))
        , now_(rest_.mesh.positions)
        , before_(now_)
        , next_(now_.size()) {}

    Status accept(std::span<const glm::vec3> positions, Executor* executor = nullptr);
    // Room for the positions to be accepted next: what is written here and accepted is not copied.
    std::span<glm::vec3> next() { return next_; }
    void reset() { // as it was before the first accept()
        now_ = before_ = rest_.mesh.positions;
    }

    const RestMesh& rest() const { return rest_; }
    MeshView view() const { return {now_, rest_.mesh.triangles}; }
    std::span<const glm::vec3> before() const { return before_; } // of the last accept()

  private:
    RestMesh rest_;
    std::vector<glm::vec3> now_, before_, next_;
};

// A deformation over frames: what moves how far, how fast. The same frame is the same mesh, however it was reached.
struct Deformation {
    const Deformer* deformer = nullptr;
    double amplitude = 0.0;
    int period = 600; // frames
    std::uint64_t seed = 1;
    std::shared_ptr<const MotionClip> clip{};   // of a deformer that plays one that is brought
    std::shared_ptr<MotionRecorder> recorder{}; // of one that plays what is simulated
};

// Sets the mesh to the deformation at a frame, or between two. The same bits on an executor's threads.
Status deform(const Deformation& deformation, double frame, DeformingMesh& io_mesh,
              Executor* executor = nullptr);

} // namespace boxwood

// What: a mesh with moving vertices and constant triangle indices. It checks new vertex positions.
// Frame: the mesh's own.
// Invariants: the positions in view() are finite, within kMaxDistanceInRadii radii of the rest mesh's center, and
//             within kMaxCoordinate of the origin, so that the mesh meets the conditions of geometry/mesh_checks.hpp.
// Degenerate input: the Error of accept() names the first invalid vertex, or the wrong number of vertices; the last
//                   valid state remains.
// Cost: O(n) time in the vertices.
#pragma once

#include "collision/core/executor.hpp"
#include "collision/core/result.hpp"
#include "engine/deform/deformers/deformer.hpp"

#include <span>
#include <vector>

namespace boxwood {

// The largest allowed distance of a vertex from the center of the rest mesh, in radii of the rest mesh. No procedural
// deformer with an amplitude in range exceeds it, but an unstable simulation does, and imported frames can.
inline constexpr double kMaxDistanceInRadii = 1e6;

class DeformingMesh {
  public:
    explicit DeformingMesh(RestMesh rest)
        : rest_(std::move(rest))
        , now_(rest_.mesh.positions)
        , before_(now_)
        , next_(now_.size()) {}

    Status accept(std::span<const glm::vec3> positions, Executor* executor = nullptr);
    // A buffer for the next positions. accept() does not copy positions that are in this buffer.
    std::span<glm::vec3> next() { return next_; }
    void reset() { // restores the state before the first accept()
        now_ = before_ = rest_.mesh.positions;
    }

    const RestMesh& rest() const { return rest_; }
    MeshView view() const { return {now_, rest_.mesh.triangles}; }
    std::span<const glm::vec3> before() const { return before_; } // positions before the last accept()

  private:
    RestMesh rest_;
    std::vector<glm::vec3> now_, before_, next_;
};

// A deformation over frames. The deformed mesh depends only on the frame, not on the frames that were run earlier.
struct Deformation {
    const Deformer* deformer = nullptr;
    double amplitude = 0.0;
    int period = 600; // frames
    std::uint64_t seed = 1;
    std::shared_ptr<const MotionClip> clip{};   // for a deformer that plays an imported clip
    std::shared_ptr<MotionRecorder> recorder{}; // for a deformer that plays a simulation
};

// Deforms the mesh to its state at a frame, or between two frames. The result is bitwise identical with every executor.
Status deform(const Deformation& deformation, double frame, DeformingMesh& io_mesh,
              Executor* executor = nullptr);

} // namespace boxwood

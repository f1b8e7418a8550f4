// What: the motion of the vertices of a deforming body in a simulation.
// Frame: the body's own. Units: time in frames.
// Invariants: the vertices depend only on the time, not on previous calls.
// Degenerate input: if the world or the motion rejects vertices, the body keeps the vertices of the last step. The
//     Error states the reason.
#pragma once

#include "collision/core/result.hpp"

#include <glm/vec3.hpp>

#include <span>

namespace boxwood {

class SurfaceMotion {
  public:
    virtual ~SurfaceMotion() = default;
    // The positions of all vertices; valid until the next call.
    virtual Result<std::span<const glm::vec3>> at(double frame) = 0;
};

} // namespace boxwood

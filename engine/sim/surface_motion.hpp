// What: the motion of the vertices of a deforming body, as a simulation plays it.
// Frame: the body's own. Units: time in frames.
// Invariants: a time gives the same vertices however it was reached.
// Degenerate input: vertices that the world or the motion refuses leave those of the last step; the Error says why.
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

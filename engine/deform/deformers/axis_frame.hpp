// What: a vertex of the rest mesh relative to its center, as coordinates along, across and beside a chosen axis.
// Invariants: put(take(p)) is p up to rounding; right-handed.
#pragma once

#include "engine/deform/rest_mesh.hpp"

#include <glm/vec3.hpp>

namespace boxwood {

class AxisFrame {
  public:
    AxisFrame(const RestMesh& rest, int axis, int across)
        : center_(rest.center)
        , axes_(axis, across, 3 - axis - across) {}

    // x along the axis, y across, z the third.
    glm::dvec3 take(const glm::vec3& p) const {
        const glm::dvec3 d = glm::dvec3(p) - center_;
        return {d[axes_.x], d[axes_.y], d[axes_.z]};
    }
    glm::vec3 put(const glm::dvec3& q) const {
        glm::dvec3 d;
        d[axes_.x] = q.x;
        d[axes_.y] = q.y;
        d[axes_.z] = q.z;
        return glm::vec3(center_ + d);
    }

  private:
    glm::dvec3 center_;
    glm::ivec3 axes_;
};

inline AxisFrame long_frame(const RestMesh& rest) {
    return {rest, rest.long_axis, rest.short_axis};
}

} // namespace boxwood

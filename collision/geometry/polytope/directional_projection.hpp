// What: heights of vertices over one plane: one coordinate of pose * p, or its negative, bit for bit.
// Cost: nine operations each.
// Source: [Cohen 1995] section 4.1: only the needed row of the transform is evaluated.
#pragma once

#include "collision/core/pose.hpp"

#include <cmath>

namespace boxwood {

class DirectionalProjection {
  public:
    DirectionalProjection() = default; // uninitialized; assign before use
    DirectionalProjection(const Pose& pose, glm::length_t axis, double sign)
        : x_(sign * pose.linear[0][axis])
        , y_(sign * pose.linear[1][axis])
        , z_(sign * pose.linear[2][axis])
        , origin_(sign * pose.origin[axis]) {}

    double of(const glm::vec3& p) const { return at(p.x, p.y, p.z); }
    double at(float x, float y, float z) const {
        return ((x_ * static_cast<double>(x) + y_ * static_cast<double>(y)) + z_ * static_cast<double>(z)) +
               origin_;
    }

    double size_of_row() const { return std::fabs(x_) + std::fabs(y_) + std::fabs(z_); }
    double x() const { return x_; }
    double y() const { return y_; }
    double z() const { return z_; }
    double origin() const { return origin_; }

  private:
    double x_, y_, z_, origin_;
};

} // namespace boxwood

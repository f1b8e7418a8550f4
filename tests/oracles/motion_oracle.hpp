// Positions of moving polytopes in long double, and a separation test of two convex polytopes that tries all candidate
// planes.
#pragma once

#include "collision/core/rigid_motion.hpp"
#include "tests/oracles/convex_certificate.hpp"

#include <cmath>
#include <utility>
#include <vector>

namespace boxwood::test {

// The positions of a body's points at one time: the center moves on a straight line, and a quaternion rotates the
// vector from the center to the point.
class MotionOracle {
  public:
    MotionOracle(const RigidMotion& motion, Real time)
        : linear_(motion.start.linear)
        , center_(motion.center_body)
        , place_(Vec(motion.start.origin) + linear_ * center_ + time * Vec(motion.velocity_w)) {
        const Vec turn = time * Vec(motion.rotation_w);
        const Real angle = std::sqrt(glm::dot(turn, turn));
        w_ = std::cos(angle / 2);
        v_ = angle > 0 ? turn * (std::sin(angle / 2) / angle) : Vec(0);
    }
    Vec at(const Vec& point_body) const {
        const Vec arm = linear_ * (point_body - center_);
        const Vec twice = Real(2) * glm::cross(v_, arm);
        return place_ + (arm + w_ * twice + glm::cross(v_, twice));
    }

  private:
    glm::mat<3, 3, Real> linear_;
    Vec center_, place_, v_{0};
    Real w_ = 1;
};

inline std::vector<Vec> points_at(const Polytope& polytope, const RigidMotion& motion, Real time) {
    const MotionOracle at(motion, time);
    std::vector<Vec> points;
    for (const glm::vec3& p : polytope.positions()) points.push_back(at.at(Vec(p)));
    return points;
}

// The gap from set `a` to set `b` along a direction, times the length of the direction. Positive only if all of `b`
// lies beyond all of `a` in this direction.
inline Real gap_of(const std::vector<Vec>& a, const std::vector<Vec>& b, const Vec& direction) {
    Real most_a = -std::numeric_limits<Real>::infinity(), least_b = std::numeric_limits<Real>::infinity();
    for (const Vec& p : a) most_a = std::max(most_a, glm::dot(direction, p - a[0]));
    for (const Vec& p : b) least_b = std::min(least_b, glm::dot(direction, p - a[0]));
    return least_b - most_a;
}

// True if a plane separates the polytopes whose vertices are at these points.
inline bool are_apart(const Polytope& a, const std::vector<Vec>& points_a, const Polytope& b,
                      const std::vector<Vec>& points_b) {
    const auto is_separating = [&](const Vec& n) {
        return gap_of(points_a, points_b, n) > 0 || gap_of(points_a, points_b, -n) > 0;
    };
    const auto face_separates = [&](const Polytope& p, const std::vector<Vec>& points) {
        for (std::uint32_t f = 0; f < p.faces().size(); ++f) {
            const auto loop = p.face_vertices(f);
            if (is_separating(
                    glm::cross(points[loop[1]] - points[loop[0]], points[loop[2]] - points[loop[0]])))
                return true;
        }
        return false;
    };
    if (is_separating(points_b[0] - points_a[0]) || face_separates(a, points_a) ||
        face_separates(b, points_b))
        return true;
    for (const Polytope::Edge& p : a.edges())
        for (const Polytope::Edge& q : b.edges())
            if (is_separating(
                    glm::cross(points_a[p.head] - points_a[p.tail], points_b[q.head] - points_b[q.tail])))
                return true;
    return false;
}

inline bool are_apart_at(const Polytope& a, const RigidMotion& motion_a, const Polytope& b,
                         const RigidMotion& motion_b, Real time) {
    return are_apart(a, points_at(a, motion_a, time), b, points_at(b, motion_b, time));
}

} // namespace boxwood::test

#include "collision/narrow_phase/time_of_impact.hpp"

#include "collision/core/check.hpp"
#include "collision/narrow_phase/contacts/contact.hpp"
#include "collision/narrow_phase/walk/v_clip.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

// Largest distance of a vertex from `center`, the point of the body that moves along a line.
double reach_of(const Polytope& polytope, const glm::dvec3& center) {
    double largest = 0.0;
    for (const glm::vec3& p : polytope.positions()) {
        const glm::dvec3 offset = glm::dvec3(p) - center;
        largest = std::fmax(largest, glm::dot(offset, offset));
    }
    return std::sqrt(largest);
}

// An upper bound on the speed that rotation adds to a point of the body along a fixed unit direction n. For every
// position r relative to the center, (w x r) . n = (n x w) . r.
double rotation_speed(const RigidMotion& motion, double reach, const glm::dvec3& direction) {
    return glm::length(glm::cross(direction, motion.rotation_w)) * reach;
}

// An upper bound on the lengths that a motion adds to positions, and thus to their rounding.
double path_of(const RigidMotion& motion, double reach) {
    return glm::length(motion.velocity_w) + 2.0 * glm::length(motion.center_body) +
           glm::length(motion.rotation_w) * reach;
}

class Advancement {
  public:
    Advancement(const Polytope& a, const RigidMotion& motion_a, const Polytope& b,
                const RigidMotion& motion_b, const TimeOfImpactRequest& request)
        : a_(a)
        , b_(b)
        , motion_a_(motion_a)
        , motion_b_(motion_b)
        , max_iterations_(request.max_iterations)
        , reach_a_(reach_of(a, motion_a.center_body))
        , reach_b_(reach_of(b, motion_b.center_body)) {
        // Covers the rounding of positions in the world and of angles, and touching_distance() at every relative
        // position.
        const double path_a = path_of(motion_a, reach_a_), path_b = path_of(motion_b, reach_b_);
        const double farthest =
            glm::length(motion_a.start.origin) + path_a + glm::length(motion_b.start.origin) + path_b;
        const double scale = glm::distance(motion_a.start.origin, motion_b.start.origin) + path_a + path_b +
                             a.extent() + b.extent();
        constexpr double kRounding = 0x1p-48;
        rounding_ = kRounding * farthest + touching_distance(a, b, scale);
        constexpr double kMinTolerance = 8.0;
        const double requested = request.tolerance > 0.0
                                     ? request.tolerance
                                     : kImpactTolerance * std::fmin(a.radius(), b.radius());
        result_.tolerance_used = std::fmax(requested, kMinTolerance * rounding_);
    }

    TimeOfImpact run() {
        double time = 0.0;
        for (;;) {
            const Gap gap = measure(time);
            result_.time = time;
            if (gap.is_contact && time == 0.0) {
                result_.status = ImpactStatus::starts_in_contact;
                result_.distance = 0.0;
                result_.normal_w = glm::dvec3(0.0);
                return result_;
            }
            // If the gap is certainly positive and the polytopes do not approach each other along its direction, there
            // is no impact. A contact after time 0 is an impact: each step ends at a distance of at least half the
            // tolerance, so only rounding can reduce the distance to 0.
            const double speed = closing_speed(gap.direction_w);
            if (!gap.is_contact && gap.lower_bound > 0.0 && !(speed > 0.0)) return finish(ImpactStatus::none);
            if (gap.is_contact || result_.distance <= result_.tolerance_used)
                return finish(ImpactStatus::impact);
            if (result_.iterations >= max_iterations_) return finish(ImpactStatus::iteration_limit);
            if (!(speed > 0.0)) return finish(ImpactStatus::iteration_limit);
            const double next = time + (gap.lower_bound - 0.5 * result_.tolerance_used) / speed * kBelowOne;
            if (next >= 1.0) return finish(ImpactStatus::none);
            // If the lower bound on the gap exceeds half the tolerance, the step is positive: the tolerance exceeds the
            // distance that the bodies move in one ulp of the time.
            if (!(next > time)) return finish(ImpactStatus::iteration_limit);
            time = next;
        }
    }

  private:
    static constexpr double kBelowOne = 1.0 - 0x1p-40; // rounding of a step

    struct Gap {
        bool is_contact = false;
        double lower_bound = 0.0; // on the gap: the gap along the direction, minus rounding
        glm::dvec3 direction_w{0.0};
    };

    // The unit normal of the features with the closest points, from A to B in A's frame. It is 0 if the features have
    // no normal, for example two vertices.
    glm::dvec3 normal_of_features(const Pose& a_from_b, const glm::dvec3& from_a_to_b) const {
        const Feature &a = result_.features.a, &b = result_.features.b;
        glm::dvec3 normal(0.0);
        if (a.kind == FeatureKind::face)
            normal = a_.faces()[a.index].normal;
        else if (b.kind == FeatureKind::face)
            normal = a_from_b.linear * b_.faces()[b.index].normal;
        else if (a.kind == FeatureKind::edge && b.kind == FeatureKind::edge)
            normal =
                glm::cross(a_.edges()[a.index].direction, a_from_b.linear * b_.edges()[b.index].direction);
        const double length = glm::length(normal);
        if (!(length > 0.0)) return glm::dvec3(0.0);
        return normal * ((glm::dot(normal, from_a_to_b) < 0.0 ? -1.0 : 1.0) / length);
    }

    Gap measure(double time) {
        ++result_.iterations;
        const Pose pose_a = motion_a_.at(time), pose_b = motion_b_.at(time);
        const Pose a_from_b{glm::transpose(pose_a.linear) * pose_b.linear,
                            (pose_b.origin - pose_a.origin) * pose_a.linear};
        const ClosestFeatures found = v_clip(a_, b_, a_from_b, cache_);
        result_.features = found.features;
        result_.distance = found.distance;
        result_.point_on_a_w = pose_a * found.point_on_a_a;
        result_.point_on_b_w = pose_a * found.point_on_b_a;
        if (found.status != ContactStatus::disjoint || !(found.distance > 0.0))
            return {true, 0.0, result_.normal_w};
        const glm::dvec3 normal_a = (found.point_on_b_a - found.point_on_a_a) / found.distance;
        result_.normal_w = glm::normalize(pose_a.linear * normal_a);
        Gap gap{false, find_separation(a_, b_, a_from_b, normal_a) - rounding_, result_.normal_w};
        // The direction between close points is inexact, and distant vertices of a large polytope multiply its error.
        constexpr double kMinGap = 0.75; // fraction of the distance; below it, tries the features' normal too
        if (gap.lower_bound + rounding_ >= kMinGap * found.distance) return gap;
        const glm::dvec3 exact_a = normal_of_features(a_from_b, normal_a);
        if (exact_a == glm::dvec3(0.0)) return gap;
        const double other_bound = find_separation(a_, b_, a_from_b, exact_a) - rounding_;
        if (other_bound > gap.lower_bound)
            gap = {false, other_bound, glm::normalize(pose_a.linear * exact_a)};
        return gap;
    }

    double closing_speed(const glm::dvec3& normal) const {
        return glm::dot(motion_a_.velocity_w - motion_b_.velocity_w, normal) +
               rotation_speed(motion_a_, reach_a_, normal) + rotation_speed(motion_b_, reach_b_, normal);
    }

    TimeOfImpact finish(ImpactStatus status) {
        if (status != ImpactStatus::none) {
            result_.status = status;
            return result_;
        }
        TimeOfImpact none;
        none.tolerance_used = result_.tolerance_used;
        none.iterations = result_.iterations;
        return none;
    }

    const Polytope &a_, &b_;
    const RigidMotion &motion_a_, &motion_b_;
    std::uint32_t max_iterations_ = 0;
    double reach_a_ = 0.0, reach_b_ = 0.0;
    double rounding_ = 0.0;
    FeaturePair cache_;
    TimeOfImpact result_;
};

} // namespace

Result<TimeOfImpact> find_time_of_impact(const Polytope& a, const RigidMotion& motion_a, const Polytope& b,
                                         const RigidMotion& motion_b, const TimeOfImpactRequest& request) {
    BOXWOOD_REQUIRE(!a.positions().empty() && !b.positions().empty());
    if (Status status = check_motion(motion_a, "motion of a"); !status) return status.error();
    if (Status status = check_motion(motion_b, "motion of b"); !status) return status.error();
    constexpr double kRigid = 2e-10; // the relative pose must be rigid within 1e-9
    if (!is_rigid(motion_a.start, kRigid)) return Error{"motion of a: the pose of a polytope must be rigid"};
    if (!is_rigid(motion_b.start, kRigid)) return Error{"motion of b: the pose of a polytope must be rigid"};
    if (!(request.tolerance >= 0.0)) return Error{"request: tolerance must be a number of at least 0"};
    return Advancement(a, motion_a, b, motion_b, request).run();
}

} // namespace boxwood

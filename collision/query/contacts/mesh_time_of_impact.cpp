#include "collision/query/contacts/mesh_time_of_impact.hpp"

#include "collision/core/normalized.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/query/check_operand.hpp"
#include "collision/query/dispatch/mixed_tree.hpp"
#include "collision/volumes/relative_pose.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>
#include <string>
#include <tuple>
#include <vector>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// One mesh in motion.
class Mover {
  public:
    Mover(const MeshOperand& operand, const RigidMotion& motion)
        : mesh_(operand.mesh)
        , tree_(operand.hierarchy->tree())
        , motion_(motion) {
        const double angle = glm::length(motion.rotation_w);
        if (angle > 0.0) axis_w_ = motion.rotation_w / angle;
        const Aabb bounds = operand.hierarchy->bounds();
        radius_ = glm::length(abs_of(motion.start.linear) * glm::dvec3(bounds.half()));
        const glm::dvec3 corner = farthest_corner(bounds);
        const glm::dmat3 size = abs_of(motion.start.linear);
        const double extent = glm::length(size * corner),
                     arm = glm::length(size * abs_of(motion.center_body));
        farthest_ = glm::length(motion.start.origin) + glm::length(motion.velocity_w) + extent + 2.0 * arm +
                    angle * (extent + arm);
    }

    const MixedTree& tree() const { return tree_; }
    const RigidMotion& motion() const { return motion_; }
    Pose at(double time) const { return motion_.at(time); }
    double radius() const { return radius_; } // of the bounds
    // Upper bound on the terms that are added to compute a position at any time; bounds its rounding error.
    double farthest() const { return farthest_; }
    Triangle64 triangle_at(const Pose& pose, std::uint32_t index) const {
        return world_triangle(pose, mesh_, index);
    }

    // The distance between a point of the body and the axis of rotation through the center; constant over time.
    double arm_of(const glm::dvec3& point_body) const {
        const glm::dvec3 arm = motion_.start.linear * (point_body - motion_.center_body);
        return glm::length(arm - glm::dot(arm, axis_w_) * axis_w_);
    }
    double arm_of(std::uint32_t triangle) const {
        const Triangle t = triangle_of(mesh_, triangle);
        return std::fmax(arm_of(glm::dvec3(t[0])),
                         std::fmax(arm_of(glm::dvec3(t[1])), arm_of(glm::dvec3(t[2]))));
    }
    // An upper bound on the speed that rotation adds along a fixed unit direction n, for points within `arm` of the
    // axis: (w x r) . n = (n x w) . r, and n x w is perpendicular to the axis.
    double rotation_speed(const glm::dvec3& normal, double arm) const {
        return glm::length(glm::cross(normal, motion_.rotation_w)) * arm;
    }

  private:
    MeshView mesh_;
    MixedTree tree_;
    RigidMotion motion_;
    glm::dvec3 axis_w_{0.0};
    double radius_ = 0.0, farthest_ = 0.0;
};

// A node's box in motion.
struct MovingBox {
    MovingBox(const Mover& mover, const Aabb& box)
        : center_body(0.5 * (glm::dvec3(box.lower) + glm::dvec3(box.upper)))
        , half_body(0.5 * (glm::dvec3(box.upper) - glm::dvec3(box.lower))) {
        const glm::dmat3& m = mover.motion().start.linear;
        radius = glm::length(m[0]) * half_body.x + glm::length(m[1]) * half_body.y +
                 glm::length(m[2]) * half_body.z;
        arm = mover.arm_of(center_body) + radius;
    }
    void set_pose(const Pose& pose) {
        center_w = pose * center_body;
        for (glm::length_t k = 0; k < 3; ++k)
            sides_w[static_cast<std::size_t>(k)] = pose.linear[k] * half_body[k];
    }
    double reach_along(const glm::dvec3& n) const {
        return std::fabs(glm::dot(n, sides_w[0])) + std::fabs(glm::dot(n, sides_w[1])) +
               std::fabs(glm::dot(n, sides_w[2]));
    }
    // The normal of a face of the parallelepiped, of any length.
    glm::dvec3 face_normal(const Pose& pose, glm::length_t k) const {
        return glm::cross(pose.linear[(k + 1) % 3], pose.linear[(k + 2) % 3]);
    }

    glm::dvec3 center_body, half_body;
    double radius = 0.0, arm = 0.0;
    glm::dvec3 center_w{0.0};
    std::array<glm::dvec3, 3> sides_w{};
};

// A pair of nodes whose distance stays above the tolerance until `time`.
struct NodePair {
    double time = 0.0;
    MixedTree::Cursor a, b;

    // Reversed, because the top of a priority queue is the largest element and must be the earliest pair.
    friend bool operator<(const NodePair& x, const NodePair& y) {
        return std::tie(x.time, x.a.name, x.b.name) > std::tie(y.time, y.a.name, y.b.name);
    }
};

class Search {
  public:
    // A is the set of all points within `radius` of its triangles.
    Search(const Mover& a, const Mover& b, double radius, const TimeOfImpactRequest& request)
        : a_(a)
        , b_(b)
        , approach_w_(a.motion().velocity_w - b.motion().velocity_w)
        , radius_(radius)
        , max_iterations_(request.max_iterations) {
        constexpr double kRounding = 0x1p-46, kMinTolerance = 8.0;
        rounding_ = kRounding * (a.farthest() + b.farthest() + radius);
        double requested = request.tolerance;
        if (requested == 0.0) {
            const double size_a = a.radius() + radius, size_b = b.radius();
            const double size =
                size_a > 0.0 && size_b > 0.0 ? std::fmin(size_a, size_b) : std::fmax(size_a, size_b);
            if (size > 0.0) requested = kImpactTolerance * std::exp2(std::ceil(std::log2(size)));
        }
        tolerance_ = std::fmax(requested, kMinTolerance * rounding_);
    }

    MeshTimeOfImpact run() {
        push(a_.tree().root(), b_.tree().root(), 0.0);
        while (!queue_.empty() && queue_.top().time <= best_.time) {
            const NodePair pair = queue_.top();
            queue_.pop();
            if (best_.status == ImpactStatus::starts_in_contact) break; // no pair is earlier
            if (queue_.size() >= kMaxQueue) { // no remaining pair stops the motion before pair.time
                MeshTimeOfImpact limit;
                limit.status = ImpactStatus::iteration_limit;
                limit.time = pair.time;
                limit.node_pairs = best_.node_pairs;
                limit.triangle_pairs = best_.triangle_pairs;
                limit.iterations = best_.iterations;
                best_ = limit;
                break;
            }
            open(pair);
        }
        best_.tolerance_used = tolerance_;
        return best_;
    }

  private:
    void push(const MixedTree::Cursor& a, const MixedTree::Cursor& b, double time) {
        ++best_.node_pairs;
        const double separated_until = advance_boxes(MovingBox(a_, a.box), MovingBox(b_, b.box), time);
        if (separated_until <= best_.time) queue_.push({separated_until, a, b});
    }

    void open(const NodePair& pair) {
        const bool is_leaf_a = a_.tree().is_leaf(pair.a), is_leaf_b = b_.tree().is_leaf(pair.b);
        if (is_leaf_a && is_leaf_b) {
            for (const std::uint32_t i : a_.tree().primitives_of(pair.a))
                for (const std::uint32_t j : b_.tree().primitives_of(pair.b)) advance_triangles({i, j});
        } else if (is_leaf_b ||
                   (!is_leaf_a && MovingBox(a_, pair.a.box).radius > MovingBox(b_, pair.b.box).radius)) {
            push(a_.tree().child(pair.a, 0), pair.b, pair.time);
            push(a_.tree().child(pair.a, 1), pair.b, pair.time);
        } else {
            push(pair.a, b_.tree().child(pair.b, 0), pair.time);
            push(pair.a, b_.tree().child(pair.b, 1), pair.time);
        }
    }

    // An upper bound on the closing speed of the gap along a fixed direction, at any time.
    double closing_speed(const glm::dvec3& normal, double arm_a, double arm_b) const {
        return glm::dot(approach_w_, normal) +
               (a_.rotation_speed(normal, arm_a) + b_.rotation_speed(normal, arm_b));
    }

    // Returns a time before which the distance of the boxes is always above the tolerance; kNever if it is above the
    // tolerance up to time 1.
    double advance_boxes(MovingBox a, MovingBox b, double time) {
        constexpr int kMaxSteps = 32;
        constexpr double kNear = 0.25; // times the larger radius; advancing ends when the gap is smaller
        for (int step = 0; step < kMaxSteps; ++step) {
            const Pose pose_a = a_.at(time), pose_b = b_.at(time);
            a.set_pose(pose_a);
            b.set_pose(pose_b);
            const glm::dvec3 between = b.center_w - a.center_w;
            double longest = 0.0, widest = 0.0;
            const auto try_direction = [&](glm::dvec3 direction) {
                const double length = glm::length(direction);
                if (!(length > 0.0)) return;
                const double along = glm::dot(direction, between);
                direction *= (along < 0.0 ? -1.0 : 1.0) / length;
                const double gap = std::fabs(along) / length -
                                   (a.reach_along(direction) + b.reach_along(direction)) - radius_ -
                                   rounding_ - tolerance_;
                if (!(gap > 0.0)) return;
                const double speed = closing_speed(direction, a.arm, b.arm);
                longest = std::fmax(longest, speed > 0.0 ? gap / speed : kNever);
                widest = std::fmax(widest, gap);
            };
            try_direction(between);
            for (glm::length_t k = 0; k < 3; ++k) try_direction(a.face_normal(pose_a, k));
            for (glm::length_t k = 0; k < 3; ++k) try_direction(b.face_normal(pose_b, k));
            if (!(longest > 0.0)) return time;
            time += longest * kBelowOne;
            if (time > 1.0) return kNever;
            if (widest < kNear * std::fmax(a.radius, b.radius)) return time;
        }
        return time;
    }

    // Advances a pair of triangles. Starts at time 0, so that the result depends only on this pair.
    void advance_triangles(PrimitivePair pair) {
        ++best_.triangle_pairs;
        const double arm_a = a_.arm_of(pair.a), arm_b = b_.arm_of(pair.b);
        double time = 0.0;
        for (std::uint32_t iteration = 0;; ++iteration) {
            ++best_.iterations;
            const Triangle64 a = a_.triangle_at(a_.at(time), pair.a), b = b_.triangle_at(b_.at(time), pair.b);
            const TriangleDistance found = find_closest_points(a, b);
            const glm::dvec3 normal = direction_between(found, a, b);
            if (found.distance <= radius_)
                return stop(pair, time, time == 0.0 ? ImpactStatus::starts_in_contact : ImpactStatus::impact,
                            found, normal);
            const double distance = found.distance - radius_, gap = gap_along(normal, a, b) - radius_;
            const bool is_closing = closing_speed(normal, arm_a, arm_b) > 0.0;
            if (!is_closing && gap > rounding_) return; // the gap along this direction never closes
            if (distance <= tolerance_) return stop(pair, time, ImpactStatus::impact, found, normal);
            if (iteration >= max_iterations_)
                return stop(pair, time, ImpactStatus::iteration_limit, found, normal);
            double step = step_along(normal, a, b, arm_a, arm_b);
            // The direction between close points is inexact, and the error grows with the size of the triangles.
            constexpr double kMinGap = 0.75; // times the distance; a smaller gap needs more directions
            if (gap < kMinGap * distance)
                for_each_normal(a, b, normal, [&](const glm::dvec3& n) {
                    step = std::fmax(step, step_along(n, a, b, arm_a, arm_b));
                });
            const double next = time + step * kBelowOne;
            if (next > 1.0 || next > best_.time) return;
            if (!(next > time)) return stop(pair, time, ImpactStatus::iteration_limit, found, normal);
            time = next;
        }
    }

    // Returns a duration during which the gap between the triangles along the unit normal is more than half the
    // tolerance.
    double step_along(const glm::dvec3& normal, const Triangle64& a, const Triangle64& b, double arm_a,
                      double arm_b) const {
        const double gap = gap_along(normal, a, b) - radius_ - rounding_ - 0.5 * tolerance_;
        if (!(gap > 0.0)) return 0.0;
        const double speed = closing_speed(normal, arm_a, arm_b);
        return speed > 0.0 ? gap / speed : kNever;
    }

    // Calls visit(n) for the normals of both triangles and the cross products of their edges, each within 90 degrees of
    // `direction`.
    template <class Visit>
    static void for_each_normal(const Triangle64& a, const Triangle64& b, const glm::dvec3& direction,
                                const Visit& visit) {
        const auto add_cross_product = [&](const glm::dvec3& x, const glm::dvec3& y) {
            const glm::dvec3 n = normalized_cross(x, y);
            if (n != glm::dvec3(0.0)) visit(glm::dot(n, direction) < 0.0 ? -n : n);
        };
        add_cross_product(a[1] - a[0], a[2] - a[0]);
        add_cross_product(b[1] - b[0], b[2] - b[0]);
        for (std::size_t i = 0; i < 3; ++i)
            for (std::size_t k = 0; k < 3; ++k)
                add_cross_product(a[(i + 1) % 3] - a[i], b[(k + 1) % 3] - b[k]);
    }

    static double gap_along(const glm::dvec3& normal, const Triangle64& a, const Triangle64& b) {
        // Projections are relative to one vertex, which avoids cancellation far from the origin.
        double upper_a = 0.0, lower_b = kNever;
        for (std::size_t k = 0; k < 3; ++k) {
            upper_a = std::fmax(upper_a, glm::dot(normal, a[k] - a[0]));
            lower_b = std::fmin(lower_b, glm::dot(normal, b[k] - a[0]));
        }
        return lower_b - upper_a;
    }

    // The unit vector from the closest point of a to that of b. If rounding makes both points equal: the normal of a
    // triangle towards the center of the other one, or (0, 0, 1) if neither triangle has an area.
    static glm::dvec3 direction_between(const TriangleDistance& found, const Triangle64& a,
                                        const Triangle64& b) {
        const glm::dvec3 between = found.point_on_b - found.point_on_a;
        if (between != glm::dvec3(0.0)) return normalized(between);
        for (const Triangle64* triangle : {&a, &b}) {
            const Triangle64& t = *triangle;
            const glm::dvec3 normal = normalized_cross(t[1] - t[0], t[2] - t[0]);
            if (normal == glm::dvec3(0.0)) continue;
            double towards_b = 0.0; // sums relative to a vertex avoid cancellation far from the origin
            for (std::size_t k = 0; k < 3; ++k)
                towards_b += glm::dot(normal, b[k] - a[0]) - glm::dot(normal, a[k] - a[0]);
            return towards_b < 0.0 ? -normal : normal;
        }
        return {0.0, 0.0, 1.0};
    }

    // `normal`: direction_between() of the triangles.
    void stop(PrimitivePair pair, double time, ImpactStatus status, const TriangleDistance& found,
              const glm::dvec3& normal) {
        const auto rank = [](ImpactStatus of) { return of == ImpactStatus::starts_in_contact ? 0 : 1; };
        if (best_.status != ImpactStatus::none &&
            std::tuple(best_.time, rank(best_.status), best_.triangles) <=
                std::tuple(time, rank(status), pair))
            return;
        best_.status = status;
        best_.time = time;
        best_.distance = std::fmax(found.distance - radius_, 0.0);
        best_.normal_w = glm::dvec3(0.0);
        best_.point_on_a_w = found.point_on_a;
        if (status != ImpactStatus::starts_in_contact && found.distance > 0.0) {
            best_.normal_w = normal;
            best_.point_on_a_w += radius_ * best_.normal_w;
        }
        best_.point_on_b_w = found.point_on_b;
        best_.triangles = pair;
    }

    static constexpr double kBelowOne = 1.0 - 0x1p-40;             // covers the rounding of a step
    static constexpr std::size_t kMaxQueue = std::size_t{1} << 20; // 272 MiB

    const Mover &a_, &b_;
    glm::dvec3 approach_w_;
    double radius_ = 0.0;
    std::uint32_t max_iterations_ = 0;
    double rounding_ = 0.0, tolerance_ = 0.0;
    std::priority_queue<NodePair> queue_;
    MeshTimeOfImpact best_;
};

bool is_within_limits(const glm::dvec3& v) {
    return std::fabs(v.x) <= kMaxPoseEntry && std::fabs(v.y) <= kMaxPoseEntry &&
           std::fabs(v.z) <= kMaxPoseEntry;
}

Status check(const MeshOperand& operand, const RigidMotion& motion, const char* operand_name,
             const char* motion_name) {
    if (Status status = check_motion(motion, motion_name); !status) return status;
    MeshOperand at_start = operand;
    at_start.world_from_mesh = &motion.start;
    return check_operand_fast(at_start, operand_name);
}

} // namespace

Result<MeshTimeOfImpact> find_time_of_impact(const MeshOperand& a, const RigidMotion& motion_a,
                                             const MeshOperand& b, const RigidMotion& motion_b,
                                             const TimeOfImpactRequest& request) {
    return find_time_of_impact(a, motion_a, 0.0, b, motion_b, request);
}

Result<MeshTimeOfImpact> find_time_of_impact(const MeshOperand& a, const RigidMotion& motion_a, double radius,
                                             const MeshOperand& b, const RigidMotion& motion_b,
                                             const TimeOfImpactRequest& request) {
    if (!(radius >= 0.0 && radius <= kMaxPoseEntry))
        return Error{"the radius must be a number from 0 to 1e18"};
    if (Status status = check(a, motion_a, "operand a", "motion of a"); !status) return status.error();
    if (Status status = check(b, motion_b, "operand b", "motion of b"); !status) return status.error();
    if (!(request.tolerance >= 0.0)) return Error{"request: tolerance must be a number of at least 0"};
    const Mover mover_a(a, motion_a), mover_b(b, motion_b);
    return Search(mover_a, mover_b, radius, request).run();
}

Result<MeshTimeOfImpact> sweep_capsule(const MeshOperand& mesh, const glm::dvec3& tail_w,
                                       const glm::dvec3& head_w, double radius, const glm::dvec3& velocity_w,
                                       const TimeOfImpactRequest& request) {
    if (!(radius >= 0.0 && radius <= kMaxPoseEntry))
        return Error{"the radius must be a number from 0 to 1e18"};
    if (!is_within_limits(tail_w) || !is_within_limits(head_w))
        return Error{"a point is not finite or is beyond 1e18"};
    if (!(request.tolerance >= 0.0)) return Error{"request: tolerance must be a number of at least 0"};
    if (Status status = check_operand_fast(mesh, "operand"); !status) return status.error();
    // The axis is a triangle without area. The pose maps the unit vector along x to the axis, in double.
    const glm::dvec3 along = head_w - tail_w;
    const bool is_point = along == glm::dvec3(0.0);
    const std::array<glm::vec3, 2> positions{glm::vec3(0.0f), glm::vec3(is_point ? 0.0f : 1.0f, 0.0f, 0.0f)};
    const std::array<TriangleIndices, 1> triangles{TriangleIndices{0, 1, 1}};
    RigidMotion motion{{glm::dmat3(1.0), tail_w}, glm::dvec3(0.0), velocity_w, glm::dvec3(0.0)};
    if (!is_point) {
        const glm::dvec3 size = abs_of(along);
        const glm::length_t longest =
            size.x >= size.y ? (size.x >= size.z ? 0 : 2) : (size.y >= size.z ? 1 : 2);
        const double length = size[longest];
        motion.start.linear = glm::dmat3(0.0); // the other two columns only make the matrix regular
        motion.start.linear[0] = along;
        motion.start.linear[1][(longest + 1) % 3] = motion.start.linear[2][(longest + 2) % 3] = length;
    }
    if (Status status = check_motion(motion, "the sweep"); !status) return status.error();
    const MeshView axis{positions, triangles};
    const Result<AnyHierarchy> hierarchy = build_any_hierarchy({.kind = "bvh2"}, axis);
    if (!hierarchy) return hierarchy.error();
    const RigidMotion rest = RigidMotion::at_rest(*mesh.world_from_mesh);
    const Mover mover_a({axis, &*hierarchy, nullptr}, motion), mover_b(mesh, rest);
    return Search(mover_a, mover_b, radius, request).run();
}

} // namespace boxwood

#include "collision/query/closest_point.hpp"

#include "collision/core/normalized.hpp"
#include "collision/geometry/triangle/triangle_distance.hpp"
#include "collision/query/check_operand.hpp"
#include "collision/query/dispatch/mixed_tree.hpp"
#include "collision/query/traversal/mesh_frame.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace boxwood {
namespace {

struct Item {
    MixedTree::Cursor at;
    double squared_bound = 0.0;
};

} // namespace

struct ClosestScratch::Content {
    std::vector<Item> stack;
};

ClosestScratch::ClosestScratch() = default;
ClosestScratch::~ClosestScratch() = default;
ClosestScratch::ClosestScratch(ClosestScratch&&) noexcept = default;
ClosestScratch& ClosestScratch::operator=(ClosestScratch&&) noexcept = default;
ClosestScratch::ClosestScratch(const ClosestScratch&) {}
ClosestScratch::Content& ClosestScratch::content() {
    if (content_ == nullptr) content_ = std::make_unique<Content>();
    return *content_;
}

namespace {

bool is_usable(const glm::dvec3& p) {
    return std::fabs(p.x) <= kMaxPoseEntry && std::fabs(p.y) <= kMaxPoseEntry &&
           std::fabs(p.z) <= kMaxPoseEntry;
}

// A segment in the world, possibly a point.
struct Axis {
    glm::dvec3 tail_w{0.0}, head_w{0.0};
};

// Lower bounds on distances between the axis and boxes in a mesh's frame.
class AxisGap {
  public:
    AxisGap(const MeshOperand& mesh, const Axis& axis) {
        const detail::MeshFrame frame(*mesh.world_from_mesh, mesh.hierarchy->bounds());
        const glm::dvec3 farthest = glm::max(abs_of(axis.tail_w), abs_of(axis.head_w)) + frame.farthest_w();
        const glm::dvec3 tail = frame.map(axis.tail_w), head = frame.map(axis.head_w),
                         error = frame.error_at(farthest);
        lower_ = glm::min(tail, head) - error;
        upper_ = glm::max(tail, head) + error;
        const auto weights = bound_squared_norm(world_from(mesh));
        weights_ = glm::dvec3(weights[0], weights[1], weights[2]);
        slack_w_ = 32.0 * 0x1p-53 * (farthest.x + farthest.y + farthest.z);
        const glm::dvec3 sum = lower_ + upper_ + weights_;
        is_usable_ = frame.is_usable() && std::isfinite((sum.x + sum.y) + sum.z);
    }

    // Of all distances between the axis and triangles in the box, less rounding.
    double squared(const Aabb& box) const {
        if (!is_usable_) return 0.0;
        const glm::dvec3 gap = glm::max(
            glm::max(glm::dvec3(box.lower) - upper_, lower_ - glm::dvec3(box.upper)), glm::dvec3(0.0));
        constexpr double kBelowOne = 1.0 - 0x1p-40;
        return glm::dot(weights_, gap * gap) * kBelowOne;
    }
    // A node whose squared bound exceeds this holds nothing at that distance.
    double squared_limit(double distance) const { return (distance + slack_w_) * (distance + slack_w_); }

  private:
    static const glm::dmat3& world_from(const MeshOperand& mesh) { return mesh.world_from_mesh->linear; }

    glm::dvec3 lower_{0.0}, upper_{0.0}, weights_{0.0};
    double slack_w_ = 0.0; // of distances as triangles compute them
    bool is_usable_ = false;
};

// Calls visit(triangle, distance) for the triangles within a limit, which visit returns.
template <class Visit>
void visit_near(const MeshOperand& mesh, const Axis& axis, double radius, ClosestScratch& io_scratch,
                Visit&& visit) {
    const MixedTree tree(mesh.hierarchy->tree());
    const AxisGap gap(mesh, axis);
    const Triangle64 flat{axis.tail_w, axis.head_w, axis.head_w};
    double limit = gap.squared_limit(radius);
    auto& stack = io_scratch.content().stack;
    stack.clear();
    const auto push = [&](const MixedTree::Cursor& at) {
        if (const double bound = gap.squared(at.box); bound <= limit) stack.push_back({at, bound});
    };
    push(tree.root());
    while (!stack.empty()) {
        const Item item = stack.back();
        stack.pop_back();
        if (item.squared_bound > limit) continue;
        if (!tree.is_leaf(item.at)) {
            const std::size_t first = stack.size();
            push(tree.child(item.at, 0));
            push(tree.child(item.at, 1));
            if (stack.size() == first + 2 && stack[first].squared_bound < stack[first + 1].squared_bound)
                std::swap(stack[first], stack[first + 1]);
            continue;
        }
        for (const std::uint32_t triangle : tree.primitives_of(item.at))
            limit = gap.squared_limit(
                visit(triangle,
                      find_closest_points(world_triangle(*mesh.world_from_mesh, mesh.mesh, triangle), flat)));
    }
}

Status check(const MeshOperand& mesh, const Axis& axis, double radius) {
    if (Status status = check_operand_fast(mesh, "operand"); !status) return status;
    if (!is_usable(axis.tail_w) || !is_usable(axis.head_w))
        return Error{"a point is not finite or beyond 1e18"};
    if (!(radius >= 0.0)) return Error{"the radius must be a number of at least 0"};
    return ok();
}

Status find_closest(const MeshOperand& mesh, const Axis& axis, double radius, ClosestScratch& io_scratch,
                    ClosestPoint& out_closest) {
    out_closest = {};
    if (Status status = check(mesh, axis, radius); !status) return status;
    visit_near(mesh, axis, radius, io_scratch, [&](std::uint32_t triangle, const TriangleDistance& found) {
        const bool is_better = found.distance < out_closest.distance ||
                               (found.distance == out_closest.distance && triangle < out_closest.triangle);
        if (is_better && found.distance <= radius)
            out_closest = {triangle, found.distance, found.point_on_a, found.point_on_b};
        return std::fmin(radius, out_closest.distance);
    });
    return ok();
}

// From the triangle towards the axis; its own normal where both meet.
glm::dvec3 find_normal(const MeshOperand& mesh, std::uint32_t triangle, const TriangleDistance& found) {
    const glm::dvec3 between = found.point_on_b - found.point_on_a;
    if (found.distance > 0.0 && between != glm::dvec3(0.0)) return normalized(between);
    const Triangle64 t = world_triangle(*mesh.world_from_mesh, mesh.mesh, triangle);
    const glm::dvec3 along = t[1] - t[0], other = t[2] - t[0];
    if (along == glm::dvec3(0.0) || other == glm::dvec3(0.0)) return {0.0, 0.0, 1.0};
    const glm::dvec3 normal = glm::cross(normalized(along), normalized(other));
    return normal == glm::dvec3(0.0) ? glm::dvec3(0.0, 0.0, 1.0) : normalized(normal);
}

Status find_contacts(const MeshOperand& mesh, const Axis& axis, double radius, ClosestScratch& io_scratch,
                     std::vector<RoundContact>& out_contacts) {
    out_contacts.clear();
    if (Status status = check(mesh, axis, radius); !status) return status;
    visit_near(mesh, axis, radius, io_scratch, [&](std::uint32_t triangle, const TriangleDistance& found) {
        if (found.distance <= radius)
            out_contacts.push_back({triangle, radius - found.distance, find_normal(mesh, triangle, found),
                                    found.point_on_a, found.point_on_b});
        return radius;
    });
    std::sort(out_contacts.begin(), out_contacts.end(),
              [](const RoundContact& x, const RoundContact& y) { return x.triangle < y.triangle; });
    return ok();
}

} // namespace

Status find_closest_point(const MeshOperand& mesh, const glm::dvec3& point_w, double radius,
                          ClosestScratch& io_scratch, ClosestPoint& out_closest) {
    return find_closest(mesh, {point_w, point_w}, radius, io_scratch, out_closest);
}

Status find_closest_point(const MeshOperand& mesh, const glm::dvec3& tail_w, const glm::dvec3& head_w,
                          double radius, ClosestScratch& io_scratch, ClosestPoint& out_closest) {
    return find_closest(mesh, {tail_w, head_w}, radius, io_scratch, out_closest);
}

Status find_sphere_contacts(const MeshOperand& mesh, const glm::dvec3& center_w, double radius,
                            ClosestScratch& io_scratch, std::vector<RoundContact>& out_contacts) {
    return find_contacts(mesh, {center_w, center_w}, radius, io_scratch, out_contacts);
}

Status find_capsule_contacts(const MeshOperand& mesh, const glm::dvec3& tail_w, const glm::dvec3& head_w,
                             double radius, ClosestScratch& io_scratch,
                             std::vector<RoundContact>& out_contacts) {
    return find_contacts(mesh, {tail_w, head_w}, radius, io_scratch, out_contacts);
}

} // namespace boxwood

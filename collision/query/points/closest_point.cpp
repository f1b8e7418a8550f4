#include "collision/query/points/closest_point.hpp"

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

template <class Cursor>
struct Item {
    Cursor at;
    double squared_bound = 0.0;
};
struct WideCursor {
    std::uint32_t node = 0, lane = 0;
};

} // namespace

struct ClosestScratch::Content {
    std::vector<Item<WideCursor>> wide;
    std::vector<Item<MixedTree::Cursor>> mixed;
};

ClosestScratch::ClosestScratch() = default;
ClosestScratch::~ClosestScratch() = default;
ClosestScratch::ClosestScratch(ClosestScratch&&) noexcept = default;
ClosestScratch& ClosestScratch::operator=(ClosestScratch&&) noexcept = default;
ClosestScratch::ClosestScratch(const ClosestScratch&) {}
std::size_t ClosestScratch::bytes() const {
    if (content_ == nullptr) return 0;
    return content_->wide.capacity() * sizeof(content_->wide[0]) +
           content_->mixed.capacity() * sizeof(content_->mixed[0]);
}
ClosestScratch::Content& ClosestScratch::content() {
    if (content_ == nullptr) content_ = std::make_unique<Content>();
    return *content_;
}

namespace {

// The limit of the coordinates of query points. If a pose only scales along the axes and translates, every vertex of a
// mesh is nearer to the origin: at a distance of about sqrt(3) * kMaxCoordinate * kMaxPoseEntry or less.
constexpr double kMaxPoint = 2e30;

bool is_usable(const glm::dvec3& p) {
    return std::fabs(p.x) <= kMaxPoint && std::fabs(p.y) <= kMaxPoint && std::fabs(p.z) <= kMaxPoint;
}

// A segment in the world, possibly a point.
struct Axis {
    glm::dvec3 tail_w{0.0}, head_w{0.0};
};

// Lower bounds on the world distances between the axis and boxes, which are given in the frame of the mesh.
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

    // A lower bound on the squared distance between the axis and any triangle in the box. Allows for rounding errors.
    double squared(const Aabb& box) const {
        if (!is_usable_) return 0.0;
        const glm::dvec3 gap = glm::max(
            glm::max(glm::dvec3(box.lower) - upper_, lower_ - glm::dvec3(box.upper)), glm::dvec3(0.0));
        return glm::dot(weights_, gap * gap) * kBelowOne;
    }
    // Computes the same lower bound for the box of each lane of a wide node.
    void squared(const WideNode& node, std::array<double, WideBoxes::kLanes>& out_squared) const {
        out_squared.fill(0.0);
        if (!is_usable_) return;
        const WideBoxes& boxes = node.boxes;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<glm::length_t>(axis);
            const double lower = lower_[k], upper = upper_[k], weight = weights_[k];
            const float origin = boxes.origin[axis], step = boxes.step[axis];
            for (std::size_t lane = 0; lane < WideBoxes::kLanes; ++lane) {
                const double below =
                    static_cast<double>(origin + static_cast<float>(boxes.lower[axis][lane]) * step) - upper;
                const double above =
                    lower - static_cast<double>(origin + static_cast<float>(boxes.upper[axis][lane]) * step);
                const double larger = below < above ? above : below, gap = larger < 0.0 ? 0.0 : larger;
                out_squared[lane] += weight * (gap * gap);
            }
        }
        for (double& bound : out_squared) bound *= kBelowOne;
    }
    // A node whose squared bound exceeds this limit contains no triangle within `distance`.
    double squared_limit(double distance) const { return (distance + slack_w_) * (distance + slack_w_); }

  private:
    static constexpr double kBelowOne = 1.0 - 0x1p-40;

    static const glm::dmat3& world_from(const MeshOperand& mesh) { return mesh.world_from_mesh->linear; }

    glm::dvec3 lower_{0.0}, upper_{0.0}, weights_{0.0};
    double slack_w_ = 0.0; // rounding error of the distances computed for triangles
    bool is_usable_ = false;
};

// Calls visit(triangle, closest points) for all triangles within the current radius, and possibly for others. visit
// returns the new radius.
template <class Visit>
class NearTriangles {
  public:
    NearTriangles(const MeshOperand& mesh, const Axis& axis, double radius, ClosestScratch& io_scratch,
                  Visit& visit)
        : mesh_(mesh)
        , gap_(mesh, axis)
        , axis_triangle_{axis.tail_w, axis.head_w, axis.head_w}
        , limit_(gap_.squared_limit(radius))
        , scratch_(io_scratch.content())
        , visit_(visit) {}

    void run() {
        const HierarchyVariant& tree = mesh_.hierarchy->tree();
        if (const Bvh8* wide = as_bvh8(tree))
            walk_wide(*wide);
        else
            walk_boxes(MixedTree(tree));
    }

  private:
    void walk_wide(const Bvh8& tree) {
        auto& stack = scratch_.wide;
        stack.clear();
        open(tree, 0);
        while (!stack.empty()) {
            const Item<WideCursor> item = stack.back();
            stack.pop_back();
            if (item.squared_bound > limit_) continue;
            const WideNode& node = tree.nodes[item.at.node];
            if (node.is_leaf(item.at.lane))
                measure(tree.primitives_of(item.at.node, item.at.lane));
            else
                open(tree, node.child(item.at.lane));
        }
    }

    // Pushes the lanes within the limit, the nearest one on top.
    void open(const Bvh8& tree, std::uint32_t index) {
        auto& stack = scratch_.wide;
        const WideNode& node = tree.nodes[index];
        std::array<double, WideBoxes::kLanes> bounds;
        gap_.squared(node, bounds);
        const std::size_t first = stack.size();
        for (std::uint32_t lane = 0; lane < node.lane_count; ++lane) {
            if (bounds[lane] > limit_) continue;
            stack.push_back({{index, lane}, bounds[lane]});
            for (std::size_t k = stack.size() - 1;
                 k > first && stack[k - 1].squared_bound < stack[k].squared_bound; --k)
                std::swap(stack[k - 1], stack[k]);
        }
    }

    void walk_boxes(const MixedTree& tree) {
        auto& stack = scratch_.mixed;
        stack.clear();
        push(tree.root());
        while (!stack.empty()) {
            const Item<MixedTree::Cursor> item = stack.back();
            stack.pop_back();
            if (item.squared_bound > limit_) continue;
            if (tree.is_leaf(item.at)) {
                measure(tree.primitives_of(item.at));
                continue;
            }
            const std::size_t first = stack.size();
            push(tree.child(item.at, 0));
            push(tree.child(item.at, 1));
            if (stack.size() == first + 2 && stack[first].squared_bound < stack[first + 1].squared_bound)
                std::swap(stack[first], stack[first + 1]);
        }
    }
    void push(const MixedTree::Cursor& at) {
        if (const double bound = gap_.squared(at.box); bound <= limit_) scratch_.mixed.push_back({at, bound});
    }

    void measure(std::span<const std::uint32_t> triangles) {
        for (const std::uint32_t triangle : triangles)
            limit_ = gap_.squared_limit(visit_(
                triangle, find_closest_points(world_triangle(*mesh_.world_from_mesh, mesh_.mesh, triangle),
                                              axis_triangle_)));
    }

    const MeshOperand& mesh_;
    AxisGap gap_;
    Triangle64 axis_triangle_; // without area
    double limit_ = 0.0;       // limit of squared bounds
    ClosestScratch::Content& scratch_;
    Visit& visit_;
};

template <class Visit>
void visit_near(const MeshOperand& mesh, const Axis& axis, double radius, ClosestScratch& io_scratch,
                Visit visit) {
    NearTriangles<Visit>(mesh, axis, radius, io_scratch, visit).run();
}

Status check(const MeshOperand& mesh, const Axis& axis, double radius) {
    if (Status status = check_operand_fast(mesh, "operand"); !status) return status;
    if (!is_usable(axis.tail_w) || !is_usable(axis.head_w))
        return Error{"a point is not finite or is beyond 2e30"};
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

// The direction from the triangle to the axis. If they meet, the normal of the triangle, or (0, 0, 1) if the triangle
// has no area.
glm::dvec3 contact_normal(const MeshOperand& mesh, std::uint32_t triangle, const TriangleDistance& found) {
    const glm::dvec3 between = found.point_on_b - found.point_on_a;
    if (found.distance > 0.0 && between != glm::dvec3(0.0)) return normalized(between);
    const Triangle64 t = world_triangle(*mesh.world_from_mesh, mesh.mesh, triangle);
    const glm::dvec3 normal = normalized_cross(t[1] - t[0], t[2] - t[0]);
    return normal == glm::dvec3(0.0) ? glm::dvec3(0.0, 0.0, 1.0) : normal;
}

Status find_contacts(const MeshOperand& mesh, const Axis& axis, double radius, ClosestScratch& io_scratch,
                     std::vector<RoundContact>& out_contacts) {
    out_contacts.clear();
    if (Status status = check(mesh, axis, radius); !status) return status;
    visit_near(mesh, axis, radius, io_scratch, [&](std::uint32_t triangle, const TriangleDistance& found) {
        if (found.distance <= radius)
            out_contacts.push_back({triangle, radius - found.distance, contact_normal(mesh, triangle, found),
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

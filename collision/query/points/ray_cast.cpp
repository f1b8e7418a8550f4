#include "collision/query/points/ray_cast.hpp"

#include "collision/core/executor.hpp"
#include "collision/core/normalized.hpp"
#include "collision/geometry/triangle/ray_triangle.hpp"
#include "collision/query/check_operand.hpp"
#include "collision/query/dispatch/mixed_tree.hpp"
#include "collision/query/traversal/mesh_frame.hpp"
#include "collision/volumes/simd/ray_boxes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>

namespace boxwood {
namespace {

template <class Cursor>
struct Item {
    Cursor at;
    double near = 0.0; // lower bound on t where the ray enters the node's box
};
// A lane of a wide node.
struct WideItem {
    std::uint32_t node = 0, lane = 0;
    double near = 0.0;
};

} // namespace

struct RayScratch::Content {
    std::vector<WideItem> wide;
    std::vector<Item<MixedTree::Cursor>> mixed;
};

RayScratch::RayScratch() = default;
RayScratch::~RayScratch() = default;
RayScratch::RayScratch(RayScratch&&) noexcept = default;
RayScratch& RayScratch::operator=(RayScratch&&) noexcept = default;
RayScratch::RayScratch(const RayScratch&) {}
std::size_t RayScratch::bytes() const {
    if (content_ == nullptr) return 0;
    return content_->wide.capacity() * sizeof(content_->wide[0]) +
           content_->mixed.capacity() * sizeof(content_->mixed[0]);
}
RayScratch::Content& RayScratch::content() {
    if (content_ == nullptr) content_ = std::make_unique<Content>();
    return *content_;
}

namespace {

enum class Search { closest, any, all };

bool is_finite(const glm::dvec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

// Null if the ray can be cast.
const char* find_defect(const Ray& ray) {
    const glm::dvec3 &o = ray.origin_w, &d = ray.direction_w;
    if (!is_finite(o)) return "the origin is not finite";
    if (largest_of(abs_of(o)) > kMaxPoseEntry) return "the origin is beyond 1e18";
    if (!is_finite(d)) return "the direction is not finite";
    if (d == glm::dvec3(0.0)) return "the direction is zero";
    if (!(ray.max_t >= 0.0)) return "max_t must be a number of at least 0";
    return nullptr;
}

// Clips a ray to boxes in a mesh's frame. Despite rounding, a box with a triangle that the ray hits is never rejected.
class BoxClip {
  public:
    BoxClip(const detail::MeshFrame& frame, const glm::dvec3& origin_w, const glm::dvec3& direction_w)
        : origin_(frame.map(origin_w))
        , direction_(frame.map_direction(direction_w))
        // A point where the ray hits a triangle has coordinates of at most farthest_w.
        , error_(frame.error_at(abs_of(origin_w) + frame.farthest_w())) {
        const glm::dvec3 &origin = origin_, &direction = direction_, &error = error_;
        is_usable_ = frame.is_usable() && is_finite(error) && is_finite(origin) && is_finite(direction);
        for (glm::length_t k = 0; k < 3; ++k) {
            // A direction component of at least kMinComponent has a finite inverse, so no product is NaN. If the
            // component is smaller, the error bound covers the motion along this axis.
            constexpr double kMinComponent = 0x1p-400;
            const double d = std::fabs(direction[k]) < kMinComponent
                                 ? std::copysign(kMinComponent, direction[k])
                                 : direction[k];
            const auto axis = static_cast<std::size_t>(k);
            inverse_[axis] = 1.0 / d;
            before_[axis] = origin[k] + error[k];
            after_[axis] = origin[k] - error[k];
        }
    }

    bool is_usable() const { return is_usable_; }

    // The part of the ray after `near`, for the boxes of wide nodes within `bounds`.
    BoxRayTerms terms_from(double near, const Aabb& bounds) const {
        const glm::dvec3 start = origin_ + near * direction_;
        constexpr double kRounding = 0x1p-50; // relative rounding error of `start`
        const double reach = largest_of(
            abs_of(start) + glm::max(abs_of(glm::dvec3(bounds.lower)), abs_of(glm::dvec3(bounds.upper))));
        return {start, direction_,
                error_ + kRounding * (abs_of(origin_) + abs_of(start)) +
                    4.0 * BoxRayTerms::kMinRelativeComponent * reach};
    }

    // Sets out_near to a lower bound on t where the ray enters the box. Returns false if it does not enter before
    // `limit`.
    bool clip(const Aabb& box, double limit, double& out_near) const {
        if (!is_usable_) {
            out_near = 0.0;
            return true;
        }
        double near = 0.0, far = limit;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const auto k = static_cast<glm::length_t>(axis);
            const double x = (static_cast<double>(box.lower[k]) - before_[axis]) * inverse_[axis];
            const double y = (static_cast<double>(box.upper[k]) - after_[axis]) * inverse_[axis];
            near = std::fmax(near, std::fmin(x, y));
            far = std::fmin(far, std::fmax(x, y));
        }
        out_near = near * kShrink;
        return out_near <= far * kGrow;
    }

    // Clips the ray to the boxes of a wide node. Returns the mask of the boxes that the ray passes through.
    std::uint32_t clip(const WideNode& node, double limit,
                       std::array<double, WideBoxes::kLanes>& out_near) const {
        const WideBoxes& boxes = node.boxes;
        constexpr std::size_t kLanes = WideBoxes::kLanes;
        if (!is_usable_) {
            out_near.fill(0.0);
            return node.lanes();
        }
        std::array<double, kLanes> far;
        out_near.fill(0.0);
        far.fill(limit);
        for (std::size_t axis = 0; axis < 3; ++axis) {
            const float origin = boxes.origin[axis], step = boxes.step[axis];
            const double inverse = inverse_[axis], before = before_[axis], after = after_[axis];
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                const float lower = origin + static_cast<float>(boxes.lower[axis][lane]) * step;
                const float upper = origin + static_cast<float>(boxes.upper[axis][lane]) * step;
                const double x = (static_cast<double>(lower) - before) * inverse;
                const double y = (static_cast<double>(upper) - after) * inverse;
                const double entry_t = x < y ? x : y, exit_t = x < y ? y : x;
                out_near[lane] = out_near[lane] < entry_t ? entry_t : out_near[lane];
                far[lane] = exit_t < far[lane] ? exit_t : far[lane];
            }
        }
        std::uint32_t passed = 0;
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            out_near[lane] *= kShrink;
            passed |= static_cast<std::uint32_t>(out_near[lane] <= far[lane] * kGrow) << lane;
        }
        return passed & node.lanes();
    }

  private:
    // Factors that cover the rounding of the interval's ends and of t; ray_triangle.hpp computes t differently.
    static constexpr double kShrink = 1.0 - 0x1p-36, kGrow = 1.0 + 0x1p-36;

    glm::dvec3 origin_, direction_, error_;
    std::array<double, 3> inverse_{}, before_{}, after_{};
    bool is_usable_ = false;
};

class Caster {
  public:
    Caster(const MeshOperand& mesh, const detail::MeshFrame& frame, const Ray& ray, Search search,
           RayScratch& io_scratch, std::vector<RayHit>* out_all)
        : mesh_(mesh)
        , ray_(ray)
        , search_(search)
        , exponent_(std::ilogb(largest_of(abs_of(ray.direction_w))))
        , direction_(std::ldexp(ray.direction_w.x, -exponent_), std::ldexp(ray.direction_w.y, -exponent_),
                     std::ldexp(ray.direction_w.z, -exponent_))
        , clip_(frame, ray.origin_w, direction_)
        , t_error_(kWeightError * ((frame.sides_w().x + frame.sides_w().y) + frame.sides_w().z))
        , limit_(std::ldexp(ray.max_t, exponent_) + t_error_)
        , scratch_(io_scratch)
        , all_(out_all) {}

    // Returns the closest hit or, for Search::any, any hit. For Search::all, appends all hits to `out_all` and returns
    // no hit.
    RayHit run() {
        const HierarchyVariant& tree = mesh_.hierarchy->tree();
        if (const Bvh8* wide = as_bvh8(tree))
            walk_wide(*wide);
        else
            walk_boxes(MixedTree(tree));
        if (search_ != Search::all && best_) best_ = make_hit(best_.triangle, best_.t, best_triangle_);
        return best_;
    }

  private:
    void walk_wide(const Bvh8& tree) {
        const Aabb bounds = mesh_.hierarchy->bounds();
        if (!clip_.clip(bounds, limit_, first_)) return;
        if (clip_.is_usable()) terms_ = clip_.terms_from(first_, bounds);
        near_limit_ = near_limit();
        auto& stack = scratch_.content().wide;
        stack.clear();
        open(tree, 0, stack);
        while (!stack.empty() && !is_ended_) {
            const WideItem item = stack.back();
            stack.pop_back();
            if (item.near > near_limit_) continue;
            const WideNode& node = tree.nodes[item.node];
            if (node.is_leaf(item.lane))
                test(tree.primitives_of(item.node, item.lane));
            else
                open(tree, node.child(item.lane), stack);
        }
    }

    // The limit of WideItem::near; representable as a float if the terms are usable.
    double near_limit() const {
        // Covers the rounding of t, because ray_triangle.hpp computes t differently.
        constexpr double kGrow = 1.0 + 0x1p-36;
        return terms_.is_usable() ? static_cast<double>(limit_of_ray(limit_ * kGrow - first_)) : limit_;
    }

    // Pushes the lanes with boxes that the ray passes through. The nearest lane is pushed last.
    void open(const Bvh8& tree, std::uint32_t index, std::vector<WideItem>& io_stack) {
        const WideNode& node = tree.nodes[index];
        scratch_.counters.box_tests += node.lane_count;
        const std::size_t first = io_stack.size();
        if (terms_.is_usable()) {
            clip_wide_(node.boxes, terms_, static_cast<float>(near_limit_), lanes_);
            for (std::uint32_t rest = lanes_.passed & node.lanes(); rest != 0; rest &= rest - 1) {
                const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
                push_sorted({index, lane, static_cast<double>(lanes_.near[lane])}, first, io_stack);
            }
            return;
        }
        std::array<double, WideBoxes::kLanes> near;
        for (std::uint32_t rest = clip_.clip(node, limit_, near); rest != 0; rest &= rest - 1) {
            const auto lane = static_cast<std::uint32_t>(std::countr_zero(rest));
            push_sorted({index, lane, near[lane]}, first, io_stack);
        }
    }
    // Inserts the item into the sorted items from index `first` on, which are the lanes of one node.
    static void push_sorted(const WideItem& item, std::size_t first, std::vector<WideItem>& io_stack) {
        io_stack.push_back(item);
        for (std::size_t k = io_stack.size() - 1; k > first && io_stack[k - 1].near < io_stack[k].near; --k)
            std::swap(io_stack[k - 1], io_stack[k]);
    }

    void walk_boxes(const MixedTree& tree) {
        auto& stack = scratch_.content().mixed;
        stack.clear();
        push(tree, tree.root(), stack);
        while (!stack.empty() && !is_ended_) {
            const Item<MixedTree::Cursor> item = stack.back();
            stack.pop_back();
            if (item.near > limit_) continue;
            if (tree.is_leaf(item.at)) {
                test(tree.primitives_of(item.at));
                continue;
            }
            const std::size_t first = stack.size();
            push(tree, tree.child(item.at, 0), stack);
            push(tree, tree.child(item.at, 1), stack);
            if (stack.size() == first + 2 && stack[first].near < stack[first + 1].near)
                std::swap(stack[first], stack[first + 1]);
        }
    }

    void push(const MixedTree&, const MixedTree::Cursor& at, std::vector<Item<MixedTree::Cursor>>& io_stack) {
        double near = 0.0;
        ++scratch_.counters.box_tests;
        if (clip_.clip(at.box, limit_, near)) io_stack.push_back({at, near});
    }

    void test(std::span<const std::uint32_t> triangles) {
        for (const std::uint32_t index : triangles) {
            if (is_ended_) return;
            const Triangle64 triangle = world_triangle(*mesh_.world_from_mesh, mesh_.mesh, index);
            RayTriangle found;
            ++scratch_.counters.triangle_tests;
            if (!intersect_ray(ray_.origin_w, direction_, triangle, found, scratch_.counters.exact_tests))
                continue;
            const double t = std::ldexp(found.t, -exponent_);
            if (!(t <= ray_.max_t)) continue;
            if (search_ == Search::closest && (t > best_.t || (t == best_.t && index > best_.triangle)))
                continue;
            if (search_ == Search::all) {
                all_->push_back(make_hit(index, t, found));
                continue;
            }
            best_.triangle = index;
            best_.t = t;
            best_triangle_ = found;
            if (search_ == Search::closest) {
                limit_ = found.t + t_error_;
                near_limit_ = near_limit();
            }
            if (search_ == Search::any) is_ended_ = true;
        }
    }

    RayHit make_hit(std::uint32_t index, double t, const RayTriangle& found) const {
        const Triangle64 triangle = world_triangle(*mesh_.world_from_mesh, mesh_.mesh, index);
        RayHit hit;
        hit.triangle = index;
        hit.t = t;
        hit.weights = found.weights;
        hit.is_front = found.is_front;
        hit.point_w = triangle[0] + (found.weights[1] * (triangle[1] - triangle[0]) +
                                     found.weights[2] * (triangle[2] - triangle[0]));
        const glm::dvec3 along = normalized(triangle[1] - triangle[0]),
                         other = normalized(triangle[2] - triangle[0]);
        const glm::dvec3 normal = glm::cross(along, other);
        if (normal != glm::dvec3(0.0)) hit.normal_w = normalized(normal);
        return hit;
    }

    const MeshOperand& mesh_;
    const Ray& ray_;
    Search search_;
    int exponent_ = 0; // the direction is 2^exponent_ * direction_, whose largest component is in [1, 2)
    glm::dvec3 direction_;
    BoxClip clip_;
    // The weights of ray_triangle.hpp have errors, so the error of t grows with the size of the triangle. For triangles
    // much larger than t, it is larger than the relative margins of the clip.
    static constexpr double kWeightError = 0x1p-30;
    double t_error_ = 0.0;
    // Limit of t along direction_, plus t_error_. If the ray enters a node at a larger t, all hits in the node are
    // beyond max_t or, for Search::closest, farther than the best hit.
    double limit_ = 0.0;
    RayScratch& scratch_;
    std::vector<RayHit>* all_ = nullptr;
    RayHit best_;
    RayTriangle best_triangle_;
    bool is_ended_ = false;
    // For wide nodes.
    double first_ = 0.0; // offset of WideItem::near if terms_ is usable
    BoxRayTerms terms_;
    double near_limit_ = 0.0;
    decltype(RayBoxKernel::clip) clip_wide_ = list_ray_box_kernels().front().clip;
    RayBoxes lanes_;
};

Status cast(const MeshOperand& mesh, const Ray& ray, Search search, RayScratch& io_scratch, RayHit& out_hit,
            std::vector<RayHit>* out_all = nullptr) {
    out_hit = {};
    if (Status status = check_operand_fast(mesh, "operand"); !status) return status;
    if (Status status = check_ray_numbers(ray); !status) return status;
    const detail::MeshFrame frame(*mesh.world_from_mesh, mesh.hierarchy->bounds());
    out_hit = Caster(mesh, frame, ray, search, io_scratch, out_all).run();
    return ok();
}

Status check_rays(const MeshOperand& mesh, std::span<const Ray> rays, std::span<RayHit> out_hits) {
    if (rays.size() != out_hits.size())
        return Error{"rays: " + std::to_string(rays.size()) + " rays, but the output span has " +
                     std::to_string(out_hits.size()) + " hits; the numbers must be equal"};
    if (Status status = check_operand_fast(mesh, "operand"); !status) return status;
    for (std::size_t i = 0; i < rays.size(); ++i)
        if (const char* defect = find_defect(rays[i]))
            return Error{"ray " + std::to_string(i) + ": " + defect};
    return ok();
}

} // namespace

Status check_ray_numbers(const Ray& ray) {
    if (const char* defect = find_defect(ray)) return Error{std::string("ray: ") + defect};
    return ok();
}

Status cast_ray_closest(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch, RayHit& out_hit) {
    return cast(mesh, ray, Search::closest, io_scratch, out_hit);
}

Status cast_ray_any(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch, RayHit& out_hit) {
    return cast(mesh, ray, Search::any, io_scratch, out_hit);
}

Status cast_ray_all(const MeshOperand& mesh, const Ray& ray, RayScratch& io_scratch,
                    std::vector<RayHit>& out_hits) {
    out_hits.clear();
    RayHit last;
    if (Status status = cast(mesh, ray, Search::all, io_scratch, last, &out_hits); !status) return status;
    std::sort(out_hits.begin(), out_hits.end(), [](const RayHit& x, const RayHit& y) {
        return x.t != y.t ? x.t < y.t : x.triangle < y.triangle;
    });
    return ok();
}

Status cast_rays(const MeshOperand& mesh, std::span<const Ray> rays, Executor& executor,
                 std::span<RayHit> out_hits) {
    if (Status status = check_rays(mesh, rays, out_hits); !status) return status;
    const detail::MeshFrame frame(*mesh.world_from_mesh, mesh.hierarchy->bounds());
    constexpr std::size_t kChunk = 256;
    executor.parallel_for(rays.size(), kChunk, [&](std::size_t begin, std::size_t end) {
        RayScratch scratch;
        for (std::size_t i = begin; i < end; ++i)
            out_hits[i] = Caster(mesh, frame, rays[i], Search::closest, scratch, nullptr).run();
    });
    return ok();
}

Status cast_rays(const MeshOperand& mesh, std::span<const Ray> rays, std::span<RayHit> out_hits) {
    SerialExecutor serial;
    return cast_rays(mesh, rays, serial, out_hits);
}

} // namespace boxwood

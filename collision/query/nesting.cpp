#include "collision/query/nesting.hpp"

#include "collision/geometry/mesh_shells.hpp"
#include "collision/query/points/point_location.hpp"
#include "collision/volumes/body_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <glm/common.hpp>
#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood::detail {
namespace {

double norm_of(const glm::dmat3& m) {
    return std::sqrt(glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]));
}

// World points in the frame of a solid, with a bound on the error of each.
class SolidFrame {
  public:
    explicit SolidFrame(const MeshOperand& solid)
        : world_from_solid_(*solid.world_from_mesh)
        , solid_from_world_(inverse(*solid.world_from_mesh))
        , box_(solid.hierarchy->bounds())
        , norm_(norm_of(world_from_solid_.linear))
        , inverse_norm_(norm_of(solid_from_world_.linear))
        , terms_(norm_ * extent_of(box_) + glm::length(world_from_solid_.origin)) {}

    struct Point {
        glm::dvec3 at;
        // The exact image of the world point is within this distance of `at`. Likewise, the exact image of each world
        // vertex of the solid is within this distance of the vertex in the solid's frame. Infinite or NaN if there is
        // no bound.
        double error = 0.0;
    };

    // The residual of `at` includes the error of the computed inverse. Computing `pose * p` rounds each term fewer than
    // 8 times. If the condition number is at most kMaxCondition, the relative error of the computed norm of the inverse
    // is below 0.1; the factor 2 covers it.
    Point image_of(const glm::dvec3& point_w) const {
        constexpr double kRounding = 32 * 0x1p-53, kMaxCondition = 1e7;
        const glm::dvec3 at = solid_from_world_ * point_w;
        if (!(norm_ * inverse_norm_ <= kMaxCondition)) return {at, std::numeric_limits<double>::infinity()};
        const double residual = glm::length(world_from_solid_ * at - point_w);
        const double terms = norm_ * glm::length(at) + terms_ + glm::length(point_w);
        return {at, 2.0 * inverse_norm_ * (residual + kRounding * terms)};
    }

    bool is_outside_box(const Point& point) const {
        const glm::dvec3 gap = glm::max(glm::dvec3(box_.lower) - point.at, point.at - glm::dvec3(box_.upper));
        return std::max({gap.x, gap.y, gap.z}) > 2.0 * point.error;
    }

  private:
    static double extent_of(const Aabb& box) {
        return glm::length(glm::max(glm::abs(glm::dvec3(box.lower)), glm::abs(glm::dvec3(box.upper))));
    }

    const Pose& world_from_solid_;
    Pose solid_from_world_;
    Aabb box_;
    double norm_, inverse_norm_, terms_; // terms_: bound on the terms of the sum that gives a world vertex
};

class InsideTest {
  public:
    InsideTest(const MeshOperand& inner, const MeshOperand& solid, NestingCache::Side* io_cache,
               std::uint64_t& io_point_tests)
        : inner_(inner)
        , solid_(solid)
        , frame_(solid)
        , cache_(io_cache)
        , point_tests_(io_point_tests) {
        const std::uint64_t revision = solid.hierarchy->revision();
        if (cache_ == nullptr || cache_->revision == revision) return;
        cache_->revision = revision;
        cache_->balls.clear();
    }

    // Returns a vertex of the first shell that lies inside the solid; nullopt if no shell lies inside it.
    std::optional<glm::dvec3> find() {
        const std::span<const MeshShells::Shell> shells = inner_.shells->shells();
        for (std::size_t i = 0; i < shells.size(); ++i)
            if (is_in_box(shells[i]) && is_inside(i, vertex_w(shells[i].extremes[0])))
                return vertex_w(shells[i].extremes[0]);
        return std::nullopt;
    }

  private:
    glm::dvec3 vertex_w(std::uint32_t vertex) const {
        return *inner_.world_from_mesh * inner_.mesh.positions[vertex];
    }

    // Avoids a ray cast for most pairs with overlapping boxes.
    bool is_in_box(const MeshShells::Shell& shell) const {
        return std::none_of(shell.extremes.begin(), shell.extremes.end(), [this](std::uint32_t vertex) {
            return frame_.is_outside_box(frame_.image_of(vertex_w(vertex)));
        });
    }

    bool is_inside(std::size_t shell, const glm::dvec3& point_w) {
        const SolidFrame::Point point = frame_.image_of(point_w);
        NestingCache::Ball* ball = ball_of(shell);
        if (ball != nullptr && glm::distance(point.at, ball->center) + 2.0 * point.error < ball->radius)
            return ball->is_inside;
        ++point_tests_;
        const bool is_inside = locate(solid_, point_w) != PointLocation::outside;
        if (ball != nullptr)
            *ball = {point.at, clearance_of(solid_, point.at) - 2.0 * point.error, is_inside};
        return is_inside;
    }

    NestingCache::Ball* ball_of(std::size_t shell) {
        if (cache_ == nullptr || shell >= NestingCache::kMaxBalls) return nullptr;
        if (shell >= cache_->balls.size()) cache_->balls.resize(shell + 1);
        return &cache_->balls[shell];
    }

    const MeshOperand &inner_, &solid_;
    SolidFrame frame_;
    NestingCache::Side* cache_;
    std::uint64_t& point_tests_;
};

bool is_solid(const MeshOperand& operand) {
    return operand.shells != nullptr && operand.shells->is_solid();
}

bool have_disjoint_boxes(const MeshOperand& a, const MeshOperand& b) {
    const CoordinateBounds x = world_bounds(a.hierarchy->bounds(), *a.world_from_mesh),
                           y = world_bounds(b.hierarchy->bounds(), *b.world_from_mesh);
    const glm::dvec3 gap = glm::max(x.lower - y.upper, y.lower - x.upper);
    return std::max({gap.x, gap.y, gap.z}) > 0.0;
}

} // namespace

NestingAnswer find_nesting(const MeshOperand& a, const MeshOperand& b, NestingCache* cache,
                           std::uint64_t& io_point_tests) {
    if (have_disjoint_boxes(a, b)) return {};
    std::optional<glm::dvec3> in_b, in_a;
    if (is_solid(b)) in_b = InsideTest(a, b, cache ? &cache->sides[0] : nullptr, io_point_tests).find();
    if (is_solid(a)) in_a = InsideTest(b, a, cache ? &cache->sides[1] : nullptr, io_point_tests).find();
    if (in_b && in_a) return {Nesting::both, *in_b};
    if (in_b) return {Nesting::a_in_b, *in_b};
    if (in_a) return {Nesting::b_in_a, *in_a};
    return {};
}

} // namespace boxwood::detail

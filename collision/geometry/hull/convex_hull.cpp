#include "collision/geometry/hull/convex_hull.hpp"

#include "collision/core/check.hpp"
#include "collision/geometry/lexicographic.hpp"
#include "collision/geometry/predicates.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <glm/common.hpp>
#include <glm/geometric.hpp>

namespace boxwood {
namespace {

bool is_finite(const glm::vec3& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

// Three points lie on a line if and only if their projections onto the three coordinate planes do.
bool are_collinear(const glm::dvec3& a, const glm::dvec3& b, const glm::dvec3& c) {
    for (glm::length_t axis = 0; axis < 3; ++axis) {
        const auto flat = [axis](const glm::dvec3& p) {
            return glm::dvec2(p[(axis + 1) % 3], p[(axis + 2) % 3]);
        };
        if (orient2d(flat(a), flat(b), flat(c)) != 0) return false;
    }
    return true;
}

// The height that is stored for a point that is above a facet although its rounded height is not positive.
constexpr double kMinHeight = std::numeric_limits<double>::min();

} // namespace

void ConvexHull::find(std::span<const glm::vec3> points) {
    BOXWOOD_REQUIRE(points.size() < kNone);
    points_.clear();
    finite_.clear();
    for (auto* list : {&vertices_, &free_, &open_}) list->clear();
    triangles_.clear();
    edges_.clear();
    facets_.clear();
    dimension_ = -1;
    apex_ = kNone;
    round_ = 0;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        points_.emplace_back(points[i]);
        if (is_finite(points[i])) finite_.push_back(i);
    }
    if (finite_.empty()) return;

    std::array<std::uint32_t, 4> corners{};
    if (!find_simplex(corners)) { // a segment or a point
        vertices_.assign({std::min(corners[0], corners[1]), std::max(corners[0], corners[1])});
        if (dimension_ == 0) vertices_.pop_back();
        if (dimension_ == 1) edges_.emplace_back(vertices_[0], vertices_[1]);
        return;
    }
    next_above_.assign(points_.size(), kNone);
    facet_at_.assign(points_.size(), kNone);
    glm::dvec3 lower = points_[finite_[0]], upper = lower;
    for (const std::uint32_t i : finite_) {
        lower = glm::min(lower, points_[i]);
        upper = glm::max(upper, points_[i]);
    }
    if (apex_ != kNone) {
        lower = glm::min(lower, points_[apex_]);
        upper = glm::max(upper, points_[apex_]);
    }
    error_bound_ = orient3d_error_bound(upper - lower);

    auto [a, b, c, d] = corners;
    if (orient3d(points_[a], points_[b], points_[c], points_[d]) > 0) std::swap(b, c); // d below a, b, c
    const std::array<std::uint32_t, 4> first{add_facet(a, b, c), add_facet(b, a, d), add_facet(c, b, d),
                                             add_facet(a, c, d)};
    facets_[first[0]].neighbor = {first[1], first[2], first[3]};
    facets_[first[1]].neighbor = {first[0], first[3], first[2]};
    facets_[first[2]].neighbor = {first[0], first[1], first[3]};
    facets_[first[3]].neighbor = {first[0], first[2], first[1]};
    for (const std::uint32_t i : finite_) add_to_list(i, first);
    open_.assign(first.rbegin(), first.rend());
    while (!open_.empty()) {
        const std::uint32_t facet = open_.back();
        open_.pop_back();
        if (facets_[facet].is_alive && facets_[facet].first_above != kNone) add_vertex(facet);
    }
    collect();
}

// Finds four points that are not in one plane, and prefers points that are far from each other. The last point can be
// an added apex. If all points lie on a line, returns false and the ends of their segment.
bool ConvexHull::find_simplex(std::array<std::uint32_t, 4>& out_corners) {
    std::uint32_t a = finite_[0], b = finite_[0];
    for (const std::uint32_t i : finite_) {
        if (is_before(points_[i], points_[a])) a = i;
        if (is_before(points_[b], points_[i])) b = i;
    }
    out_corners = {a, b, kNone, kNone};
    dimension_ = points_[a] == points_[b] ? 0 : 1;
    if (dimension_ == 0) return false;

    // Returns the point with the largest size. If exact arithmetic rejects this point, returns the first point that it
    // accepts.
    const auto choose = [this](const auto& size, const auto& accepts) {
        std::uint32_t best = finite_[0];
        double largest = -1.0;
        for (const std::uint32_t i : finite_)
            if (const double current = size(points_[i]); current > largest) {
                largest = current;
                best = i;
            }
        if (accepts(points_[best])) return best;
        for (const std::uint32_t i : finite_)
            if (accepts(points_[i])) return i;
        return kNone;
    };
    const glm::dvec3 along = points_[b] - points_[a];
    const auto area = [&](const glm::dvec3& p) { return glm::length(glm::cross(along, p - points_[a])); };
    const std::uint32_t c =
        choose(area, [&](const glm::dvec3& p) { return !are_collinear(points_[a], points_[b], p); });
    if (c == kNone) return false;
    const auto volume = [&](const glm::dvec3& p) {
        return std::fabs(estimate_orient3d(points_[a], points_[b], points_[c], p));
    };
    std::uint32_t d = choose(
        volume, [&](const glm::dvec3& p) { return orient3d(points_[a], points_[b], points_[c], p) != 0; });
    dimension_ = d == kNone ? 2 : 3;
    if (d == kNone) d = add_apex(a, b, c);
    out_corners = {a, b, c, d};
    return true;
}

// Adds a point outside the plane of a, b, c, along the axis that is closest to the normal of the plane.
std::uint32_t ConvexHull::add_apex(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    const glm::dvec3 ab = points_[b] - points_[a], ac = points_[c] - points_[a];
    const glm::dvec3 normal = glm::cross(ab, ac);
    const double size = glm::length(ab) + glm::length(ac);
    std::array<glm::length_t, 3> axes{0, 1, 2};
    std::sort(axes.begin(), axes.end(),
              [&](glm::length_t x, glm::length_t y) { return std::fabs(normal[x]) > std::fabs(normal[y]); });
    apex_ = static_cast<std::uint32_t>(points_.size());
    points_.push_back(points_[a]);
    for (const glm::length_t axis : axes) { // at least one axis is not parallel to the plane
        points_[apex_] = points_[a];
        points_[apex_][axis] += size;
        if (orient3d(points_[a], points_[b], points_[c], points_[apex_]) != 0) break;
    }
    BOXWOOD_REQUIRE(orient3d(points_[a], points_[b], points_[c], points_[apex_]) != 0);
    return apex_;
}

std::uint32_t ConvexHull::add_facet(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    std::uint32_t index = static_cast<std::uint32_t>(facets_.size());
    if (free_.empty()) {
        facets_.emplace_back();
    } else {
        index = free_.back();
        free_.pop_back();
        facets_[index] = {};
    }
    facets_[index].vertex = {a, b, c};
    facets_[index].normal = glm::cross(points_[b] - points_[a], points_[c] - points_[a]);
    return index;
}

double ConvexHull::height_above(const Facet& facet, std::uint32_t point) const {
    const glm::dvec3& a = points_[facet.vertex[0]];
    const double height = glm::dot(points_[point] - a, facet.normal); // as in estimate_orient3d()
    if (height > error_bound_) return height;
    if (height < -error_bound_) return 0.0;
    const int side = orient3d(a, points_[facet.vertex[1]], points_[facet.vertex[2]], points_[point]);
    return side > 0 ? std::fmax(height, kMinHeight) : 0.0;
}

// Adds the point to the list of the first facet that it is above.
void ConvexHull::add_to_list(std::uint32_t point, std::span<const std::uint32_t> facets) {
    for (const std::uint32_t index : facets) {
        Facet& facet = facets_[index];
        const double height = height_above(facet, point);
        if (height == 0.0) continue;
        next_above_[point] = facet.first_above;
        facet.first_above = point;
        if (height > facet.height) {
            facet.height = height;
            facet.farthest = point;
        }
        return;
    }
}

// A facet is visible if the vertex is strictly above it. The visible facets are connected, and their border is one
// closed path, even if the vertex lies in the planes of other facets: the same facets are visible from a point slightly
// closer to the hull that lies in the plane of no facet.
void ConvexHull::find_ridges(std::uint32_t facet, std::uint32_t vertex) {
    ++round_;
    ridges_.clear();
    visible_.assign(1, facet);
    facets_[facet].round = round_;
    facets_[facet].is_visible = true;
    for (std::size_t next = 0; next < visible_.size(); ++next) {
        const std::uint32_t here = visible_[next];
        for (std::uint32_t k = 0; k < 3; ++k) {
            const std::uint32_t there = facets_[here].neighbor[k];
            Facet& other = facets_[there];
            if (other.round != round_) {
                other.round = round_;
                other.is_visible = height_above(other, vertex) > 0.0;
                if (other.is_visible) visible_.push_back(there);
            }
            if (other.is_visible) continue;
            const std::uint32_t tail = facets_[here].vertex[k], head = facets_[here].vertex[(k + 1) % 3];
            const auto side =
                std::find(other.vertex.begin(), other.vertex.end(), head) - other.vertex.begin();
            ridges_.push_back({tail, head, there, static_cast<std::uint32_t>(side)});
        }
    }
}

void ConvexHull::add_vertex(std::uint32_t facet) {
    const std::uint32_t vertex = facets_[facet].farthest;
    find_ridges(facet, vertex);
    orphans_.clear();
    for (const std::uint32_t removed : visible_) {
        for (std::uint32_t p = facets_[removed].first_above; p != kNone; p = next_above_[p])
            if (p != vertex) orphans_.push_back(p);
        facets_[removed].is_alive = false;
    }
    new_facets_.clear();
    for (const Ridge& ridge : ridges_) {
        const std::uint32_t added = add_facet(ridge.tail, ridge.head, vertex);
        facets_[added].neighbor[0] = ridge.hidden;
        facets_[ridge.hidden].neighbor[ridge.side] = added;
        facet_at_[ridge.tail] = added;
        new_facets_.push_back(added);
    }
    for (const std::uint32_t added : new_facets_) {
        const std::uint32_t next = facet_at_[facets_[added].vertex[1]];
        facets_[added].neighbor[1] = next;
        facets_[next].neighbor[2] = added;
    }
    for (const std::uint32_t point : orphans_) add_to_list(point, new_facets_);
    open_.insert(open_.end(), new_facets_.rbegin(), new_facets_.rend());
    // Later calls of add_facet() reuse the indices of the visible facets.
    free_.insert(free_.end(), visible_.begin(), visible_.end());
}

void ConvexHull::collect() {
    for (const Facet& facet : facets_) {
        if (!facet.is_alive) continue;
        bool has_apex = false;
        for (std::size_t k = 0; k < 3; ++k) {
            const std::uint32_t tail = facet.vertex[k], head = facet.vertex[(k + 1) % 3];
            has_apex |= tail == apex_;
            if (tail < head && head != apex_) edges_.emplace_back(tail, head);
            if (tail != apex_) vertices_.push_back(tail);
        }
        if (!has_apex) triangles_.push_back(facet.vertex);
    }
    std::sort(edges_.begin(), edges_.end());
    std::sort(vertices_.begin(), vertices_.end());
    vertices_.erase(std::unique(vertices_.begin(), vertices_.end()), vertices_.end());
}

} // namespace boxwood

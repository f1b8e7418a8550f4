#include "collision/volumes/box/obb.hpp"

#include "collision/core/numbers/noting_scalar.hpp"
#include "collision/volumes/box/obb_axes.hpp"

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

bool is_smaller(const Obb& a, const Obb& b) {
    if (a.volume() != b.volume()) return a.volume() < b.volume();
    return a.half_area() < b.half_area();
}

// Returns the box with this extent along the axes, with its center rounded to float. The half extents are enlarged by
// this rounding and by the rounding errors of projecting points of this magnitude.
Obb box_around(const Extent& extent, const Axes& axes, const glm::dmat3& columns, double magnitude) {
    Obb box;
    box.axes = axes;
    box.center = nearest_floats(columns * extent.center());
    const glm::dvec3 center = rotate_into(columns, glm::dvec3(box.center));
    const glm::dvec3 half = glm::max(glm::dvec3(0.0), glm::max(extent.upper - center, center - extent.lower));
    for (int axis = 0; axis < 3; ++axis) box.half[axis] = round_up(padded(half[axis], magnitude));
    return box;
}

double magnitude_of(const Extent& extent) {
    return largest_of(glm::max(glm::abs(extent.lower), glm::abs(extent.upper)));
}

// Returns the box around two boxes, along the columns. A reach is the half extent of a box along each column.
Obb merge_along(const Axes& axes, const glm::dmat3& columns, const Obb& a, const glm::dvec3& reach_of_a,
                const Obb& b, const glm::dvec3& reach_of_b) {
    const glm::dvec3 center_a = rotate_into(columns, glm::dvec3(a.center)),
                     center_b = rotate_into(columns, glm::dvec3(b.center));
    const Extent extent{glm::min(center_a - reach_of_a, center_b - reach_of_b),
                        glm::max(center_a + reach_of_a, center_b + reach_of_b)};
    return box_around(extent, axes, columns, magnitude_of(extent));
}

bool is_smaller(const glm::dvec3& size_a, const glm::dvec3& size_b) {
    const auto volume = [](const glm::dvec3& s) { return s.x * s.y * s.z; };
    const auto area = [](const glm::dvec3& s) { return s.x * s.y + s.y * s.z + s.z * s.x; };
    if (volume(size_a) != volume(size_b)) return volume(size_a) < volume(size_b);
    return area(size_a) < area(size_b);
}

// Returns the box along the given axes if it is smaller than the box along the axes of the mesh's frame. Otherwise
// returns the latter.
Obb fit_smaller(std::span<const glm::vec3> points, const Aabb& bounds, const Axes& axes) {
    const glm::dmat3 columns = axes.matrix();
    const Extent rotated = project(points, columns);
    const Extent aligned{glm::dvec3(bounds.lower), glm::dvec3(bounds.upper)};
    if (is_smaller(rotated.upper - rotated.lower, aligned.upper - aligned.lower))
        return box_around(rotated, axes, columns, magnitude_of(rotated));
    return box_around(aligned, Axes{}, glm::dmat3(1.0), 0.0);
}

AffineRelationOf<NotingScalar> noting_copy(const AffineRelation& r) {
    AffineRelationOf<NotingScalar> copy;
    for (int column = 0; column < 3; ++column)
        for (int row = 0; row < 3; ++row) copy.m[column][row] = r.m[column][row];
    for (int row = 0; row < 3; ++row) copy.t[row] = r.t[row];
    copy.error_bound = r.error_bound;
    copy.stretch = r.stretch;
    copy.scale = r.scale;
    copy.is_similar = r.is_similar;
    copy.squared_world_scale = r.squared_world_scale;
    copy.test = r.test;
    return copy;
}

} // namespace

Obb Obb::fit_along(std::span<const glm::vec3> points, const Axes& axes) {
    if (points.empty()) return {};
    const glm::dmat3 columns = axes.matrix();
    const Extent extent = project(points, columns);
    return box_around(extent, axes, columns, magnitude_of(extent));
}

Obb Obb::fit(std::span<const glm::vec3> points, Covariance spread) {
    if (points.empty()) return {};
    return fit_smaller(points, Aabb::fit(points), Axes::from(find_principal_axes(points, spread)));
}

Obb Obb::fit_surface(std::span<const glm::vec3> corners, const Aabb& bounds,
                     const SurfaceCovariance& spread) {
    if (corners.empty()) return {};
    return fit_smaller(corners, bounds, Axes::from(find_principal_axes(corners, spread)));
}

glm::dvec3 Obb::corner(unsigned index) const {
    const glm::dvec3 h(half);
    return glm::dvec3(center) + axes.matrix() * glm::dvec3(index & 1u ? h.x : -h.x, index & 2u ? h.y : -h.y,
                                                           index & 4u ? h.z : -h.z);
}

Aabb Obb::bounds() const {
    if (is_empty()) return {};
    const glm::dvec3 reach = abs_of(axes.matrix()) * glm::dvec3(half);
    const double magnitude = glm::length(glm::dvec3(center)) + glm::length(glm::dvec3(half));
    Aabb box;
    for (int axis = 0; axis < 3; ++axis) {
        const auto c = static_cast<double>(center[axis]);
        const double r = padded(reach[axis], magnitude);
        box.lower[axis] = round_down(c - r);
        box.upper[axis] = round_up(c + r);
    }
    return box;
}

Obb merge(const Obb& a, const Obb& b) {
    if (a.is_empty()) return b;
    if (b.is_empty()) return a;
    const glm::dmat3 columns_a = a.axes.matrix(), columns_b = b.axes.matrix();
    const glm::dmat3 a_from_b = abs_of(glm::transpose(columns_a) * columns_b);
    const glm::dvec3 half_a(a.half), half_b(b.half);
    const Obb along_a = merge_along(a.axes, columns_a, a, half_a, b, a_from_b * half_b);
    const Obb along_b = merge_along(b.axes, columns_b, a, half_a * a_from_b, b, half_b);
    return is_smaller(along_b, along_a) ? along_b : along_a;
}

int find_separating_axis(const Obb& a, const Obb& b, const AffineRelation& relation) {
    return detail::find_first_axis(detail::relate(a, b, relation), relation);
}

std::vector<AxisTest> list_axis_tests(const Obb& a, const Obb& b, const AffineRelation& relation) {
    const AffineRelationOf<NotingScalar> noting = noting_copy(relation);
    const std::vector<NotedComparison> noted =
        note_comparisons([&] { (void)detail::find_first_axis(detail::relate(a, b, noting), noting); });
    const detail::RelativeObbs<double> p = detail::relate(a, b, relation);
    const glm::dmat3 axes_a = a.axes.matrix(), unit(1.0);
    std::vector<AxisTest> all;
    for (std::size_t i = 0; i < noted.size(); ++i) {
        const auto k = static_cast<int>(i);
        const glm::dvec3 axis = k < 3   ? unit[k]
                                : k < 6 ? p.cofactors[k - 3]
                                        : glm::cross(unit[(k - 6) / 3], p.edges[(k - 6) % 3]);
        all.push_back({noted[i].left, noted[i].right, axes_a * axis});
    }
    return all;
}

double squared_distance_lower_bound(const Obb& a, const Obb& b, const AffineRelation& relation) {
    const detail::RelativeObbs<double> p = detail::relate(a, b, relation);
    const glm::dvec3 gap_a = glm::max(glm::abs(p.t) - (p.a + abs_of(p.edges) * p.b), glm::dvec3(0.0));
    double squared = glm::dot(gap_a, gap_a);
    double largest_on_b = 0.0, sum_on_b = 0.0;
    for (int j = 0; j < 3; ++j) {
        const glm::dvec3& n = p.cofactors[j];
        // If the edges are far from orthogonal, or differ much in length, n is not exactly orthogonal to the other two
        // edges.
        const double reach_of_b = relation.is_similar ? p.b[j] : glm::dot(p.b, abs_of(n * p.edges));
        const double gap = std::fabs(glm::dot(p.t, n)) - (glm::dot(p.a, glm::abs(n)) + reach_of_b);
        if (!(gap > 0.0)) continue;
        const double along = gap * gap / glm::dot(n, n);
        largest_on_b = std::max(largest_on_b, along);
        sum_on_b += along;
    }
    squared = std::max(squared, relation.is_similar ? sum_on_b : largest_on_b);
    constexpr double kRoundedDown = 1.0 - 0x1p-40;
    return relation.squared_world_scale * kRoundedDown * squared;
}

} // namespace boxwood

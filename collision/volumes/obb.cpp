#include "collision/volumes/obb.hpp"

#include "collision/volumes/obb_axes.hpp"

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

bool is_smaller(const Obb& a, const Obb& b) {
    if (a.volume() != b.volume()) return a.volume() < b.volume();
    return a.half_area() < b.half_area();
}

struct Span {
    glm::dmat3 columns;
    Extent extent;
};

// The box around a span, with its center where floats have it. half_of: half extents about that center.
template <class HalfOf>
Obb box_around(const Span& span, const Axes& axes, HalfOf&& half_of) {
    Obb box;
    box.axes = axes;
    box.center = glm::vec3(span.columns * span.extent.center());
    const glm::dvec3 half = half_of(glm::dvec3(box.center));
    box.half = {round_up(half.x), round_up(half.y), round_up(half.z)};
    return box;
}

Obb merge_along(const Obb& a, const Obb& b, const Axes& axes) {
    const glm::dmat3 columns = axes.matrix();
    const auto for_corners = [&](auto&& visit) {
        for (const Obb* box : {&a, &b})
            for (unsigned i = 0; i < 8; ++i) visit(box->corner(i));
    };
    Span span{columns, {}};
    for_corners([&](const glm::dvec3& p) { span.extent.add(turn_into(columns, p)); });
    return box_around(span, axes, [&](const glm::dvec3& center) {
        glm::dvec3 half(0.0);
        for_corners(
            [&](const glm::dvec3& p) { half = glm::max(half, glm::abs(turn_into(columns, p - center))); });
        const double magnitude = largest_of(glm::abs(center)) + largest_of(half);
        return glm::dvec3(padded(half.x, magnitude), padded(half.y, magnitude), padded(half.z, magnitude));
    });
}

} // namespace

Obb Obb::fit_along(std::span<const glm::vec3> points, const Axes& axes) {
    if (points.empty()) return {};
    const glm::dmat3 columns = axes.matrix();
    return box_around({columns, project(points, columns)}, axes, [&](const glm::dvec3& center) {
        glm::dvec3 half(0.0);
        for (const glm::vec3& p : points)
            half = glm::max(half, glm::abs(turn_into(columns, glm::dvec3(p) - center)));
        return half;
    });
}

Obb Obb::fit(std::span<const glm::vec3> points, Spread spread) {
    if (points.empty()) return {};
    const Obb turned = fit_along(points, Axes::from(find_principal_axes(points, spread)));
    const Obb straight = fit_along(points, Axes{});
    return is_smaller(turned, straight) ? turned : straight;
}

glm::dvec3 Obb::corner(unsigned index) const {
    const glm::dvec3 h(half);
    return glm::dvec3(center) + axes.matrix() * glm::dvec3(index & 1u ? h.x : -h.x, index & 2u ? h.y : -h.y,
                                                           index & 4u ? h.z : -h.z);
}

Aabb Obb::bounds() const {
    if (is_empty()) return {};
    const glm::dvec3 reach = abs_of(axes.matrix()) * glm::dvec3(half);
    Aabb box;
    for (int axis = 0; axis < 3; ++axis) {
        const auto c = static_cast<double>(center[axis]);
        const double r = padded(reach[axis], std::fabs(c));
        box.lower[axis] = round_down(c - r);
        box.upper[axis] = round_up(c + r);
    }
    return box;
}

Obb merge(const Obb& a, const Obb& b) {
    if (a.is_empty()) return b;
    if (b.is_empty()) return a;
    const Obb along_a = merge_along(a, b, a.axes), along_b = merge_along(a, b, b.axes);
    return is_smaller(along_b, along_a) ? along_b : along_a;
}

int find_separating_axis(const Obb& a, const Obb& b, const AffineRelation& relation) {
    return detail::find_first_axis(detail::relate(a, b, relation), relation);
}

double find_squared_gap(const Obb& a, const Obb& b, const AffineRelation& relation) {
    const detail::RelativeObbs<double> p = detail::relate(a, b, relation);
    const glm::dvec3 gap_a = glm::max(glm::abs(p.t) - (p.a + abs_of(p.edges) * p.b), glm::dvec3(0.0));
    double squared = glm::dot(gap_a, gap_a);
    double largest_on_b = 0.0, sum_on_b = 0.0;
    for (int j = 0; j < 3; ++j) {
        const glm::dvec3& n = p.cofactors[j];
        const double gap =
            std::fabs(glm::dot(p.t, n)) - (glm::dot(p.a, glm::abs(n)) + p.b[j] * p.volume_scale);
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

#include "engine/explain/explanations/volume_test_explanation.hpp"

#include "collision/core/check.hpp"
#include "collision/query/dispatch/hierarchy_types.hpp"
#include "engine/explain/hierarchy/node_cursor.hpp"

#include <algorithm>
#include <concepts>
#include <limits>
#include <span>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

// The corners of the volume's outline, in world space.
template <Volume V>
std::vector<glm::dvec3> outline_points(const V& volume, const Pose& world_from_mesh) {
    std::vector<glm::dvec3> points;
    volume.outline([&](const glm::vec3& from, const glm::vec3& to) {
        points.push_back(world_from_mesh * from);
        points.push_back(world_from_mesh * to);
    });
    return points;
}

Span span_along(std::span<const glm::dvec3> points_w, const glm::dvec3& direction_w) {
    Span span{std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
    for (const glm::dvec3& p : points_w) {
        const double at = glm::dot(direction_w, p);
        span = {std::min(span.low, at), std::max(span.high, at)};
    }
    return span;
}

// The spans of A and B along the direction, or along its opposite if the center of B would otherwise be below that of
// A. The center of A is at 0.
std::array<Span, 2> project_both(const std::array<std::vector<glm::dvec3>, 2>& points_w,
                                 const glm::dvec3& direction_w) {
    std::array<Span, 2> spans{span_along(points_w[0], direction_w), span_along(points_w[1], direction_w)};
    const double middle = 0.5 * (spans[0].low + spans[0].high);
    const bool is_below = spans[1].low + spans[1].high < 2.0 * middle;
    for (Span& span : spans)
        span = is_below ? Span{middle - span.high, middle - span.low}
                        : Span{span.low - middle, span.high - middle};
    return spans;
}

// A plane n . x = c in the mesh's frame has the normal L^-T n in the world, where L is the linear part of the pose.
glm::dvec3 normal_in_world(const Pose& world_from_mesh, const glm::dvec3& normal) {
    return glm::transpose(glm::inverse(world_from_mesh.linear)) * normal;
}

template <Volume V>
VolumeTestExplanation explain(const V& a, const V& b, const typename V::Relation& relation,
                              const Pose& world_from_a, const Pose& world_from_b) {
    const std::vector<AxisTest> tests = list_axis_tests(a, b, relation);
    BOXWOOD_ASSERT(!tests.empty() && tests.size() <= V::kAxisNames.size());
    const std::array<std::vector<glm::dvec3>, 2> points_w{outline_points(a, world_from_a),
                                                          outline_points(b, world_from_b)};
    VolumeTestExplanation explanation;
    for (std::size_t i = 0; i < tests.size(); ++i) {
        const AxisTest& test = tests[i];
        AxisRow row{.axis = static_cast<int>(i),
                    .name = V::kAxisNames[i],
                    .distance = test.distance,
                    .radii = test.radii};
        if (test.cores) {
            row.centers = test.cores->distance;
            row.reach = test.cores->radius_a + test.cores->radius_b;
            row.gap = row.centers - row.reach;
            explanation.spans.push_back(
                {Span{0.0, test.cores->radius_a},
                 Span{test.cores->distance - test.cores->radius_b, test.cores->distance}});
        } else {
            const glm::dvec3 normal_w =
                normal_in_world(test.is_normal_of_b ? world_from_b : world_from_a, test.normal);
            const double length = glm::length(normal_w);
            row.is_axis = length > 0.0;
            row.centers = row.is_axis ? test.distance / length : 0.0;
            row.reach = row.is_axis ? test.radii / length : 0.0;
            row.gap = row.is_axis ? (test.distance - test.radii) / length : 0.0;
            row.direction_w = row.is_axis ? normal_w / length : glm::dvec3(0.0);
            explanation.spans.push_back(project_both(points_w, row.direction_w));
        }
        explanation.rows.push_back(row);
    }
    return explanation;
}

} // namespace

std::size_t VolumeTestExplanation::first_separating() const {
    return static_cast<std::size_t>(std::ranges::find_if(rows, &AxisRow::separates) - rows.begin());
}

std::size_t VolumeTestExplanation::widest() const {
    const auto gap_of = [](const AxisRow& row) {
        return row.is_axis ? row.gap : -std::numeric_limits<double>::infinity();
    };
    return static_cast<std::size_t>(std::ranges::max_element(rows, {}, gap_of) - rows.begin());
}

VolumeTestExplanation explain_volumes(const QueriedPair& pair, const NodePair& nodes) {
    return std::visit(
        [&](const auto& tree_a) {
            using H = std::remove_cvref_t<decltype(tree_a)>;
            using V = typename H::VolumeType;
            const H& tree_b = std::get<H>(pair.b.tree());
            auto relation =
                V::make_relation(pair.world_from_a, pair.world_from_b, tree_a.volume(tree_a.root()),
                                 tree_b.volume(tree_b.root()), pair.test);
            if constexpr (WideAabbHierarchy<H>) relation.test = find_needed_test(relation); // as a query does
            const auto cursor_a = detail::find_cursor(tree_a, pair.table_a, nodes.a);
            const auto cursor_b = detail::find_cursor(tree_b, pair.table_b, nodes.b);
            return explain<V>(tree_a.volume(cursor_a), tree_b.volume(cursor_b), relation, pair.world_from_a,
                              pair.world_from_b);
        },
        pair.a.tree());
}

} // namespace boxwood

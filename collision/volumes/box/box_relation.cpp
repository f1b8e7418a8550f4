#include "collision/volumes/box/box_relation.hpp"

#include "collision/volumes/simd/relation_kernels.hpp"

#include <bit>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

glm::dmat3 matrix_of(const std::array<Float4, 3>& columns) {
    glm::dmat3 m;
    for (std::size_t column = 0; column < 3; ++column) {
        std::array<float, 4> floats;
        store4(columns[column], floats.data());
        m[static_cast<int>(column)] = {floats[0], floats[1], floats[2]};
    }
    return m;
}

// Returns the weights of squared gaps along the rows of N. All are 0 if the scales differ so much that N's error,
// applied to world vectors, exceeds the rounding of the gap.
std::array<double, 3> weigh_normals_of_b(const glm::dmat3& linear_a, const glm::dmat3& n) {
    constexpr double kRounding = 5 * 0x1p-53, kMaxError = 1e-7;
    const glm::dmat3 inverse = glm::inverse(n), abs_inverse_a = abs_of(glm::inverse(linear_a));
    const glm::dmat3 residual =
        abs_of(inverse * n - glm::dmat3(1.0)) + kRounding * (abs_of(inverse) * abs_of(n) + glm::dmat3(1.0));
    const double largest_error =
        largest_of(abs_of(linear_a) * (residual * (abs_inverse_a * glm::dvec3(1.0))));
    if (!(largest_error <= kMaxError)) return {};
    return bound_squared_norm(linear_a * inverse);
}

} // namespace

BoxRelation make_box_relation(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                              const Aabb& root_b, OverlapTest test) {
    BoxRelation relation = make_relation_of_overlaps(world_from_a, world_from_b, root_a, root_b, test);
    relation.weight_a = bound_squared_norm(world_from_a.linear);
    relation.weight_b = weigh_normals_of_b(world_from_a.linear, matrix_of(relation.n_column));
    return relation;
}

BoxRelation make_relation_of_overlaps(const Pose& world_from_a, const Pose& world_from_b, const Aabb& root_a,
                                      const Aabb& root_b, OverlapTest test) {
    return list_relation_kernels().front().relate_boxes(world_from_a, world_from_b, root_a, root_b, test);
}

BoxRelation make_box_relation(const RelativePose& pose, const glm::dvec3& farthest_a,
                              const glm::dvec3& farthest_b, OverlapTest test) {
    return list_relation_kernels().front().relate_boxes_from_pose(pose, farthest_a, farthest_b, test);
}

OverlapTest find_needed_test(const BoxRelation& relation) {
    // Entry j: a bit mask of the axes of A that are not orthogonal to axis j of B. A comparison with 0 is enough: the
    // relation stores negligible entries as exactly 0.
    std::array<unsigned, 3> axes_a;
    for (std::size_t j = 0; j < 3; ++j) axes_a[j] = find_greater(relation.abs_m_column[j], Float4{}) & 7u;
    int parallel = 0;
    for (std::size_t j = 0; j < 3; ++j)
        parallel +=
            std::has_single_bit(axes_a[j]) && (axes_a[j] & (axes_a[(j + 1) % 3] | axes_a[(j + 2) % 3])) == 0;
    if (parallel == 3) return OverlapTest::aabb_of_obb;
    return parallel > 0 && relation.test == OverlapTest::sat ? OverlapTest::sat_lite : relation.test;
}

std::vector<AxisTest> list_axis_tests(const Aabb& a, const Aabb& b, const BoxRelation& r) {
    using namespace detail;
    const RelativeBoxes<Float4> boxes = relate(a, b, r);
    const glm::dmat3 axes_a(1.0), edges_b = matrix_of(r.m_column),
                                  normals_of_b = glm::transpose(matrix_of(r.n_column));
    std::vector<AxisTest> all;
    const auto add = [&](const Sat15Axis<Float4>& triple, const auto& axis_of) {
        std::array<float, 4> distance, radii;
        store4(triple.distance, distance.data());
        store4(triple.radii, radii.data());
        constexpr double kDoubled = 2.0; // all lengths of the test are doubled
        for (int k = 0; k < 3; ++k) {
            const auto lane = static_cast<std::size_t>(k);
            all.push_back({static_cast<double>(distance[lane]), static_cast<double>(radii[lane]),
                           kDoubled * axis_of(k)});
        }
    };
    add(project_on_a<Float4>(boxes, r), [&](int k) { return axes_a[k]; });
    if (r.test == OverlapTest::aabb_of_obb) return all;
    add(project_on_b<Float4>(boxes, r), [&](int k) { return normals_of_b[k]; });
    if (r.test == OverlapTest::sat_lite) return all;
    add(project_on_cross<0, Float4>(boxes, r), [&](int k) { return glm::cross(axes_a[0], edges_b[k]); });
    add(project_on_cross<1, Float4>(boxes, r), [&](int k) { return glm::cross(axes_a[1], edges_b[k]); });
    add(project_on_cross<2, Float4>(boxes, r), [&](int k) { return glm::cross(axes_a[2], edges_b[k]); });
    return all;
}

} // namespace boxwood

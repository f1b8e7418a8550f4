#include "collision/volumes/simd/relation_kernels.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstring>

namespace boxwood::relation_kernels_test {
namespace {

using oracle::draw;
using oracle::Random;

struct Case {
    Pose a, b;
    Aabb root_a, root_b;
};

Aabb draw_box(Random& random) {
    const glm::dvec3 center = oracle::draw_point(random, 2.0);
    const glm::dvec3 half(draw(random, 0.0, 1.0), draw(random, 0.0, 1.0), draw(random, 0.0, 1.0));
    return {glm::vec3(center - half), glm::vec3(center + half)};
}

Pose draw_pose(Random& random, double decades, double reach) {
    return make_pose({oracle::draw_rotation(random), {}, oracle::draw_scale(random, decades)}) *
           make_pose({oracle::draw_rotation(random), oracle::draw_point(random, reach),
                      oracle::draw_scale(random, decades)});
}

// Poses are rigid, scaled, sheared, parallel, nearly or exactly singular, or beyond the range of float.
Case draw_case(Random& random, int i) {
    const double reach = std::pow(10.0, draw(random, -1.0, i % 3 == 0 ? 12.0 : 1.0));
    Case drawn{draw_pose(random, i % 2 == 0 ? 0.0 : 1.5, reach),
               draw_pose(random, i % 4 < 2 ? 0.0 : 1.5, reach), draw_box(random), draw_box(random)};
    if (i % 7 == 0) drawn.b.linear = drawn.a.linear;
    if (i % 11 == 0) drawn.a = Pose{};
    if (i % 13 == 0) drawn.b.linear[1] = 1.5 * drawn.b.linear[0] + 1e-12 * drawn.b.linear[2];
    if (i % 17 == 0) drawn.a.linear[2] = glm::dvec3(0.0);
    if (i % 19 == 0) drawn.b.linear *= 1e30;
    return drawn;
}

// True if the bits are equal or both numbers are NaN.
template <class Real>
bool are_same(const Real& x, const Real& y) {
    return std::memcmp(&x, &y, sizeof x) == 0 || (x != x && y != y);
}
template <class Real, std::size_t kCount>
void expect_same(const std::array<Real, kCount>& x, const std::array<Real, kCount>& y) {
    for (std::size_t i = 0; i < kCount; ++i)
        ASSERT_TRUE(are_same(x[i], y[i])) << i << ": " << x[i] << " " << y[i];
}
auto numbers_of(const RelativePose& pose) {
    std::array<double, 15> numbers;
    static_assert(sizeof numbers == sizeof pose);
    std::memcpy(numbers.data(), &pose, sizeof pose);
    return numbers;
}
auto numbers_of(const BoxRelation& relation) {
    std::array<float, offsetof(ObbAxes<Float4>, test) / sizeof(float)> numbers;
    std::memcpy(numbers.data(), static_cast<const void*>(&relation), sizeof numbers);
    return numbers;
}

TEST(RelationKernelsTest, AllKernelsGiveTheSameBits) {
    Random random(1);
    const RelationKernel& plain = list_relation_kernels().back();
    const auto rounds = static_cast<int>(test::choose_effort(4000, 400000));
    for (int i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const Case drawn = draw_case(random, i);
        const OverlapTest test = i % 5 == 0 ? OverlapTest::sat_lite : OverlapTest::sat;
        const glm::dvec3 farthest_a = farthest_corner(drawn.root_a),
                         farthest_b = farthest_corner(drawn.root_b);
        const RelativePose pose = plain.relate_poses(drawn.a, drawn.b, farthest_a, farthest_b);
        const BoxRelation boxes = plain.relate_boxes(drawn.a, drawn.b, drawn.root_a, drawn.root_b, test);
        for (const RelationKernel& kernel : list_relation_kernels()) {
            SCOPED_TRACE(kernel.name);
            expect_same(numbers_of(pose),
                        numbers_of(kernel.relate_poses(drawn.a, drawn.b, farthest_a, farthest_b)));
            for (const BoxRelation& other :
                 {kernel.relate_boxes(drawn.a, drawn.b, drawn.root_a, drawn.root_b, test),
                  kernel.relate_boxes_from_pose(pose, farthest_a, farthest_b, test)}) {
                expect_same(numbers_of(boxes), numbers_of(other));
                ASSERT_EQ(boxes.test, other.test);
            }
        }
    }
}

// The error bound includes the rounding of the relative pose to float, in addition to 15 roundings in the terms of a
// test.
TEST(RelationKernelsTest, error_bound_covers_rounding_to_float) {
    Random random(2);
    const double u = 0x1p-24;
    for (const RelationKernel& kernel : list_relation_kernels())
        for (int i = 0; i < 2000; ++i) {
            const Case drawn{oracle::draw_pose(random, 5.0), oracle::draw_pose(random, 5.0), draw_box(random),
                             draw_box(random)};
            const glm::dvec3 farthest_a = farthest_corner(drawn.root_a),
                             farthest_b = farthest_corner(drawn.root_b);
            const RelativePose pose = kernel.relate_poses(drawn.a, drawn.b, farthest_a, farthest_b);
            const BoxRelation boxes =
                kernel.relate_boxes_from_pose(pose, farthest_a, farthest_b, OverlapTest::sat);
            const std::array<float, 48> numbers = [&] {
                std::array<float, 48> first;
                std::memcpy(first.data(), static_cast<const void*>(&boxes), sizeof first);
                return first;
            }();
            for (int axis = 0; axis < 3; ++axis) {
                const auto k = static_cast<std::size_t>(axis);
                double moved = std::fabs(2.0 * pose.t[axis] - static_cast<double>(numbers[k]));
                double tau = 2.0 * farthest_a[axis] + std::fabs(static_cast<double>(numbers[k]));
                for (int j = 0; j < 3; ++j) {
                    const auto m = static_cast<double>(numbers[8 + 4 * static_cast<std::size_t>(j) + k]);
                    moved += 2.0 * std::fabs(pose.m[j][axis] - m) * farthest_b[j];
                    tau += 2.0 * std::fabs(m) * farthest_b[j];
                }
                const double needed = moved + 2.0 * pose.displacement[axis] + 15.0 * u * tau;
                ASSERT_GE(static_cast<double>(numbers[4 + k]), needed * (1.0 - 1e-12)) << kernel.name;
            }
        }
}

} // namespace
} // namespace boxwood::relation_kernels_test

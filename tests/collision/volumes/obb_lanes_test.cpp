#include "collision/volumes/simd/obb_lanes.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;
using Triangles = std::array<Triangle, ObbLanes::kLanes>;

// Triangles in general position, axis-aligned triangles, slivers, and triangles without area.
Triangles draw_triangles(Random& random, double size) {
    Triangles triangles;
    for (Triangle& triangle : triangles) {
        for (glm::vec3& corner : triangle) corner = oracle::draw_point(random, size);
        const auto kind = random() % 8;
        if (kind < 2) triangle[2].z = triangle[1].z = triangle[0].z;
        if (kind < 1) triangle[1].y = triangle[0].y, triangle[2].x = triangle[0].x;
        if (kind == 2) triangle[2] = triangle[0] + 1e-5f * (triangle[2] - triangle[0]);
        if (kind == 3) triangle[2] = 0.5f * (triangle[0] + triangle[1]);
        if (kind == 4 && random() % 4 == 0) triangle[1] = triangle[2] = triangle[0];
    }
    return triangles;
}

std::array<Obb, ObbLanes::kLanes> fit_all(const Triangles& triangles, const ObbKernel& kernel,
                                          std::size_t& io_regular) {
    TriangleLanes lanes;
    for (std::size_t lane = 0; lane < triangles.size(); ++lane)
        for (std::size_t vertex = 0; vertex < 3; ++vertex)
            for (int axis = 0; axis < 3; ++axis)
                lanes.at[0][vertex][static_cast<std::size_t>(axis)][lane] = triangles[lane][vertex][axis];
    ObbLanes found;
    const std::uint32_t irregular = kernel.fit(lanes.at[0], found);
    std::array<Obb, ObbLanes::kLanes> boxes;
    for (std::size_t lane = 0; lane < boxes.size(); ++lane) {
        const bool is_regular = (irregular >> lane & 1u) == 0;
        io_regular += is_regular;
        boxes[lane] = is_regular ? found.box(lane) : Obb::fit_triangles(triangles[lane]);
    }
    return boxes;
}

TEST(ObbLanesTest, every_kernel_gives_the_boxes_of_single_fits_and_merges) {
    Random random(1);
    ASSERT_EQ(list_obb_kernels().back().name, "plain");
    std::size_t regular = 0, all = 0;
    const std::size_t count = test::choose_effort(2000, 200000);
    for (std::size_t i = 0; i < count && !HasFatalFailure(); ++i) {
        const double size = std::pow(10.0, draw(random, -3.0, 3.0));
        const Triangles of_a = draw_triangles(random, size), of_b = draw_triangles(random, size);
        for (const ObbKernel& kernel : list_obb_kernels()) {
            const auto a = fit_all(of_a, kernel, regular), b = fit_all(of_b, kernel, regular);
            all += 2 * ObbLanes::kLanes;
            ObbLanes lanes_a, lanes_b, merged;
            for (std::size_t lane = 0; lane < ObbLanes::kLanes; ++lane) {
                ASSERT_EQ(a[lane], Obb::fit_triangles(of_a[lane])) << kernel.name;
                lanes_a.set(lane, a[lane]);
                // merges some boxes with themselves
                lanes_b.set(lane, i % 16 == 0 ? a[lane] : b[lane]);
            }
            kernel.merge(lanes_a, lanes_b, merged);
            for (std::size_t lane = 0; lane < ObbLanes::kLanes; ++lane)
                ASSERT_EQ(merged.box(lane), merge(lanes_a.box(lane), lanes_b.box(lane))) << kernel.name;
        }
    }
    EXPECT_GT(4 * regular, 3 * all);
    EXPECT_LT(regular, all);
}

} // namespace
} // namespace boxwood

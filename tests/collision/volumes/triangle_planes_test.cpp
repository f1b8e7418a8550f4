#include "collision/volumes/simd/triangle_planes.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/grazing_triangles.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace boxwood::triangle_planes_test {
namespace {

using oracle::draw;
using oracle::Random;
using oracle::SampleMesh;

constexpr std::uint32_t kTriangles = 12;

using Scene = oracle::TrianglePairs;

// Compares each of the four pairs of a 2 x 2 test with the test of a single pair. Returns the number of separated
// pairs.
std::size_t compare_with_pairs(const Scene& scene, Random& io_random) {
    const TriangleRelation relation(make_box_relation(scene.world_from_a, scene.world_from_b,
                                                      Aabb::fit(scene.a.positions),
                                                      Aabb::fit(scene.b.positions), OverlapTest::sat));
    const MeshView a = scene.a.view(), b = scene.b.view();
    const auto draw_two = [&io_random] {
        return std::array{static_cast<std::uint32_t>(io_random() % kTriangles),
                          static_cast<std::uint32_t>(io_random() % kTriangles)}; // sometimes equal
    };
    std::vector<TrianglePairs2x2> all(30 + io_random() % 2);
    std::vector<std::uint32_t> expected(all.size(), 0);
    std::size_t separated = 0;
    for (std::size_t k = 0; k < all.size(); ++k) {
        all[k] = {draw_two(), draw_two()};
        for (std::uint32_t i = 0; i < 2; ++i)
            for (std::uint32_t j = 0; j < 2; ++j)
                if (relation.are_separated(a, all[k].a[i], b, all[k].b[j])) {
                    expected[k] |= 1u << (2 * i + j);
                    ++separated;
                }
    }
    for (const TrianglePlanesKernel& kernel : list_triangle_planes_kernels()) {
        std::vector<std::uint32_t> found(all.size());
        kernel.find_all_separated(relation, a, b, all, found.data());
        EXPECT_EQ(found, expected) << kernel.name;
        for (std::size_t k = 0; k < all.size(); ++k)
            EXPECT_EQ(kernel.find_separated(relation, a, b, all[k]), expected[k])
                << kernel.name << ": " << all[k].a[0] << " " << all[k].a[1] << " against " << all[k].b[0]
                << " " << all[k].b[1];
    }
    return separated;
}

TEST(TrianglePlanesTest, every_kernel_agrees_with_tests_of_single_pairs) {
    Random random(1);
    std::size_t separated = 0, scenes = 0;
    for (; scenes < test::choose_effort(160, 40000) && !HasFailure(); ++scenes) {
        const double size = std::pow(10.0, draw(random, -4.0, 4.0));
        Scene scene{oracle::make_soup(random, kTriangles, size),
                    oracle::make_soup(random, kTriangles, size),
                    oracle::draw_pose(random, 3.0 * size),
                    {}};
        scene.world_from_b = oracle::draw_pose(random, 3.0 * size);
        scene.world_from_b.origin = scene.world_from_a.origin + 0.3 * oracle::draw_point(random, size);
        if (scenes % 4 == 0) scene.world_from_b.linear[0] *= draw(random, 0.2, 5.0);
        separated += compare_with_pairs(scene, random);
    }
    EXPECT_GT(separated, 40 * scenes); // 40 of 122 on average
    EXPECT_LT(separated, 115 * scenes);
}

// Corners lie on a lattice in one frame, so that triangles touch, are coplanar, or have no area. Shifted by thirds,
// they touch up to rounding.
TEST(TrianglePlanesTest, touching_and_flat_triangles_agree_with_tests_of_single_pairs) {
    Random random(2);
    const auto draw_lattice = [&random] {
        SampleMesh mesh;
        for (std::uint32_t i = 0; i < kTriangles; ++i) {
            for (int k = 0; k < 3; ++k) mesh.positions.emplace_back(random() % 3, random() % 3, random() % 3);
            mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
        return mesh;
    };
    for (std::size_t i = 0; i < test::choose_effort(160, 40000) && !HasFailure(); ++i) {
        const Pose pose = oracle::draw_pose(random, 2.0);
        Pose shifted = pose;
        shifted.origin += pose.linear * glm::dvec3(1.0 / 3.0, 1.0 / 3.0, -2.0 / 3.0);
        compare_with_pairs({draw_lattice(), draw_lattice(), pose, i % 2 == 0 ? pose : shifted}, random);
    }
}

// Products exceed or fall below the range of float, by much or by little. Infinities and NaN must compare as in the
// test of a single pair.
TEST(TrianglePlanesTest, products_out_of_range_agree_with_tests_of_single_pairs) {
    Random random(3);
    for (const double size : {1e-36, 1e-24, 1e-14, 1e11, 1e12, 1.5e12, 2e12, 3e12, 1e13, 1e18})
        for (int scene = 0; scene < 20; ++scene)
            compare_with_pairs({oracle::make_soup(random, kTriangles, size),
                                oracle::make_soup(random, kTriangles, size), Pose{},
                                make_pose({oracle::draw_rotation(random), oracle::draw_point(random, size),
                                           glm::dvec3(1.0)})},
                               random);
}

// Corners touch the other triangle up to rounding. Heights of a needle's corners above its own plane may be NaN.
TEST(TrianglePlanesTest, grazing_triangles_and_needles_agree_with_tests_of_single_pairs) {
    Random random(5);
    for (std::size_t i = 0; i < test::choose_effort(400, 40000) && !HasFailure(); ++i) {
        compare_with_pairs(oracle::make_touching(random, kTriangles, 0.5), random);
        compare_with_pairs(oracle::make_needles(random, kTriangles), random);
    }
}

// The last corner of a mesh is at the end of its memory, so that the address sanitizer reports a read beyond it.
TEST(TrianglePlanesTest, nothing_beyond_the_last_corner_is_read) {
    Random random(4);
    Scene scene{
        oracle::make_soup(random, kTriangles, 1.0), oracle::make_soup(random, kTriangles, 1.0), {}, {}};
    scene.a.positions.shrink_to_fit();
    scene.b.positions.shrink_to_fit();
    EXPECT_GT(compare_with_pairs(scene, random), 0u);
}

} // namespace
} // namespace boxwood::triangle_planes_test

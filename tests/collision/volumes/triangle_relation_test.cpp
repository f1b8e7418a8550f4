#include "collision/volumes/triangle/triangle_relation.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/grazing_triangles.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood::triangle_relation_test {
namespace {

using oracle::draw;
using oracle::Random;
using oracle::SampleMesh;

struct Scene {
    SampleMesh a, b;
    Pose world_from_a, world_from_b;

    TriangleRelation relate() const {
        return TriangleRelation(make_box_relation(world_from_a, world_from_b, Aabb::fit(a.positions),
                                                  Aabb::fit(b.positions), OverlapTest::sat));
    }
    bool do_intersect(std::uint32_t i, std::uint32_t j) const {
        return triangles_intersect(world_triangle(world_from_a, a.view(), i),
                                   world_triangle(world_from_b, b.view(), j));
    }
};

struct Count {
    std::size_t separated = 0, intersecting = 0, disjoint = 0;
};

Count compare(const Scene& scene) {
    const TriangleRelation relation = scene.relate();
    Count count;
    for (std::uint32_t i = 0; i < scene.a.triangles.size(); ++i)
        for (std::uint32_t j = 0; j < scene.b.triangles.size(); ++j) {
            const bool are_separated = relation.are_separated(scene.a.view(), i, scene.b.view(), j);
            const bool do_intersect = scene.do_intersect(i, j);
            EXPECT_FALSE(are_separated && do_intersect) << "triangles " << i << " and " << j;
            count.separated += are_separated;
            count.intersecting += do_intersect;
            count.disjoint += !do_intersect;
        }
    return count;
}

// Triangles that the filter separates are disjoint, and the filter separates more than half of the disjoint pairs.
TEST(TriangleRelationTest, separated_triangles_do_not_intersect) {
    Random random(1);
    Count total;
    for (std::size_t i = 0; i < test::choose_effort(160, 40000) && !HasFailure(); ++i) {
        const double size = std::pow(10.0, draw(random, -4.0, 4.0));
        Scene scene{oracle::make_soup(random, 12, size),
                    oracle::make_soup(random, 12, size),
                    oracle::draw_pose(random, 3.0 * size),
                    {}};
        scene.world_from_b = oracle::draw_pose(random, 3.0 * size);
        scene.world_from_b.origin = scene.world_from_a.origin + 0.3 * oracle::draw_point(random, size);
        if (i % 4 == 0) scene.world_from_b.linear[0] *= draw(random, 0.2, 5.0);
        const Count count = compare(scene);
        total.separated += count.separated;
        total.intersecting += count.intersecting;
        total.disjoint += count.disjoint;
    }
    EXPECT_GT(total.intersecting, total.disjoint / 200);
    EXPECT_GT(total.separated, total.disjoint / 2);
}

// The corners lie on a lattice in one frame, so that triangles touch in many ways. The filter must not separate
// touching triangles.
TEST(TriangleRelationTest, touching_triangles_are_not_separated) {
    Random random(2);
    const auto draw_lattice = [&random] {
        SampleMesh mesh;
        for (std::uint32_t i = 0; i < 12; ++i) {
            for (int k = 0; k < 3; ++k) mesh.positions.emplace_back(random() % 3, random() % 3, random() % 3);
            mesh.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
        }
        return mesh;
    };
    Count total;
    for (std::size_t i = 0; i < test::choose_effort(160, 40000) && !HasFailure(); ++i) {
        const Pose pose = oracle::draw_pose(random, 2.0);
        const Count count = compare({draw_lattice(), draw_lattice(), pose, pose});
        total.separated += count.separated;
        total.intersecting += count.intersecting;
    }
    EXPECT_GT(total.intersecting, 0u);
    EXPECT_GT(total.separated, 0u);
}

// Products that overflow or underflow the range of float must not separate intersecting triangles.
TEST(TriangleRelationTest, products_out_of_range_separate_no_intersecting_triangles) {
    Random random(3);
    for (const double size : {1e-36, 1e-24, 1e-14, 1e11, 1e12, 1e13}) {
        const Scene scene{oracle::make_soup(random, 12, size), oracle::make_soup(random, 12, size), Pose{},
                          make_pose({oracle::draw_rotation(random), {}, glm::dvec3(1.0)})};
        compare(scene);
    }
}

// Tests triangle i of A against triangle i of B. Returns how many pairs intersect.
std::size_t expect_none_apart_that_intersects(const oracle::TrianglePairs& pairs) {
    const Scene scene{pairs.a, pairs.b, pairs.world_from_a, pairs.world_from_b};
    const TriangleRelation relation = scene.relate();
    std::size_t intersecting = 0;
    for (std::uint32_t i = 0; i < scene.a.triangles.size(); ++i)
        if (scene.do_intersect(i, i)) {
            ++intersecting;
            EXPECT_FALSE(relation.are_separated(scene.a.view(), i, scene.b.view(), i)) << "pair " << i;
        }
    return intersecting;
}

// A corner of each triangle of A lies on a triangle of B up to rounding. In half of the scenes, the meshes are also
// scaled.
TEST(TriangleRelationTest, intersecting_triangles_that_touch_up_to_rounding_are_not_separated) {
    Random random(4);
    std::size_t intersecting = 0, all = 0;
    for (std::size_t i = 0; i < test::choose_effort(200, 40000) && !HasFailure(); ++i, all += 16)
        intersecting +=
            expect_none_apart_that_intersects(oracle::make_touching(random, 16, i % 2 == 0 ? 0.0 : 0.5));
    EXPECT_GT(intersecting, all / 4);
}

// Heights of a needle's corners above its own plane may be NaN, which must not count as zero.
TEST(TriangleRelationTest, needles_beyond_the_range_are_not_separated_from_triangles_on_them) {
    Random random(5);
    std::size_t intersecting = 0, all = 0;
    for (std::size_t i = 0; i < test::choose_effort(2000, 40000) && !HasFailure(); ++i, all += 12)
        intersecting += expect_none_apart_that_intersects(oracle::make_needles(random, 12));
    EXPECT_GT(intersecting, all / 50);
}

} // namespace
} // namespace boxwood::triangle_relation_test

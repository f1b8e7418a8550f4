#include "collision/volumes/box/box_packet.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <set>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;

Aabb draw_box(Random& random) {
    const glm::vec3 center = oracle::draw_point(random, 1.0);
    glm::vec3 half(draw(random, 0.05, 0.6), draw(random, 0.05, 0.6), draw(random, 0.05, 0.6));
    if (random() % 8 == 0) half[static_cast<int>(random() % 3)] = 0.0f;
    return {center - half, center + half};
}

// Four tests at once return the same axes as four single tests, so that a traversal can use either.
TEST(BoxPacketTest, four_pairs_at_once_give_the_axes_of_single_tests) {
    Random random(1);
    const Aabb root{glm::vec3(-2.0f), glm::vec3(2.0f)};
    std::set<int> axes;
    const std::size_t count = test::choose_effort(40000, 1000000);
    for (std::size_t i = 0; i < count; ++i) {
        const OverlapTest test = i % 4 == 0   ? OverlapTest::sat_lite
                                 : i % 4 == 1 ? OverlapTest::aabb_of_obb
                                              : OverlapTest::sat;
        const BoxRelation relation = make_box_relation(oracle::draw_pose(random, 0.5),
                                                       oracle::draw_pose(random, 0.5), root, root, test);
        std::array<Aabb, 4> a, b;
        BoxPacketRelation::Boxes boxes_a, boxes_b;
        for (std::size_t k = 0; k < 4; ++k) {
            a[k] = draw_box(random);
            b[k] = draw_box(random);
            boxes_a[k] = &a[k];
            boxes_b[k] = &b[k];
        }
        const std::array<int, 4> found = BoxPacketRelation(relation).find_separating_axes(boxes_a, boxes_b);
        for (std::size_t k = 0; k < 4; ++k) {
            ASSERT_EQ(found[k], find_separating_axis(a[k], b[k], relation));
            axes.insert(found[k]);
        }
    }
    EXPECT_EQ(axes.size(), 16u); // each axis separates some pairs, and some pairs overlap
}

TEST(BoxPacketTest, an_infinite_error_bound_separates_nothing) {
    const Aabb root{glm::vec3(-1.0f), glm::vec3(1.0f)};
    BoxRelation relation = make_box_relation(Pose{}, Pose{}, root, root, OverlapTest::sat);
    const float infinity = std::numeric_limits<float>::infinity();
    relation.error_bound_a = make_float4(infinity, infinity, infinity);
    const Aabb far{glm::vec3(5.0f), glm::vec3(6.0f)};
    const BoxPacketRelation::Boxes a{&root, &root, &far, &far}, b{&far, &root, &root, &far};
    for (const int axis : BoxPacketRelation(relation).find_separating_axes(a, b)) EXPECT_EQ(axis, -1);
}

} // namespace
} // namespace boxwood

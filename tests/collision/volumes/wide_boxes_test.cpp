#include "collision/volumes/box/wide_boxes.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;

std::vector<Aabb> draw_boxes(Random& random) {
    const double size = std::pow(10.0, draw(random, -30.0, 30.0)),
                 offset = std::pow(10.0, draw(random, -3.0, 6.0));
    const glm::dvec3 place = offset * size * oracle::draw_point(random, 1.0);
    std::vector<Aabb> boxes(1 + random() % WideBoxes::kLanes);
    for (Aabb& box : boxes) {
        const std::array corners{glm::vec3(place + oracle::draw_point(random, size)),
                                 glm::vec3(place + oracle::draw_point(random, size))};
        box = Aabb::fit(corners);
        if (random() % 6 == 0) box.upper.y = box.lower.y;
    }
    return boxes;
}

// For sizes from 1e-30 to 1e30 and up to 1e6 sizes from the origin: each box contains the box that it was made from,
// and exceeds it on each side by at most one grid step and a few roundings.
TEST(WideBoxesTest, boxes_contain_their_originals_and_exceed_them_by_about_one_grid_step) {
    Random random(1);
    const std::size_t count = test::choose_effort(20000, 500000);
    for (std::size_t i = 0; i < count; ++i) {
        const std::vector<Aabb> boxes = draw_boxes(random);
        const WideBoxes wide = WideBoxes::make(boxes);
        Aabb all;
        for (const Aabb& box : boxes) all = merge(all, box);
        for (std::size_t lane = 0; lane < boxes.size(); ++lane) {
            const Aabb box = wide.box(lane);
            ASSERT_TRUE(box.contains(boxes[lane])) << i;
            for (int axis = 0; axis < 3; ++axis) {
                const double range =
                    static_cast<double>(all.upper[axis]) - static_cast<double>(all.lower[axis]);
                const double largest = std::max(std::fabs(static_cast<double>(all.lower[axis])),
                                                std::fabs(static_cast<double>(all.upper[axis])));
                const double most = range / 254.0 + 8 * 0x1p-24 * largest + 0x1p-140;
                ASSERT_LE(static_cast<double>(boxes[lane].lower[axis]) - static_cast<double>(box.lower[axis]),
                          most);
                ASSERT_LE(static_cast<double>(box.upper[axis]) - static_cast<double>(boxes[lane].upper[axis]),
                          most);
            }
        }
    }
}

TEST(WideBoxesTest, points_stay_points_and_the_box_of_all_floats_is_contained) {
    const Aabb point{glm::vec3(0.1f, -3.0f, 1e-40f), glm::vec3(0.1f, -3.0f, 1e-40f)};
    EXPECT_EQ(WideBoxes::make(std::span(&point, 1)).box(0), point);
    const float largest = std::numeric_limits<float>::max();
    const Aabb everything{glm::vec3(-largest), glm::vec3(largest)};
    EXPECT_TRUE(WideBoxes::make(std::span(&everything, 1)).box(0).contains(everything));
}

} // namespace
} // namespace boxwood

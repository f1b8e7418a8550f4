#include "engine/ui/labels.hpp"

#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace boxwood::ui {
namespace {

TEST(LabelsTest, labels_keep_apart_and_inside_the_view) {
    std::mt19937 random(1);
    std::uniform_real_distribution<float> x(-50.0f, 850.0f), y(-50.0f, 650.0f), width(20.0f, 120.0f);
    const Rect view{{0.0f, 0.0f}, {800.0f, 600.0f}};
    std::size_t placed_count = 0;
    for (int round = 0; round < 50; ++round) {
        std::vector<LabelBox> boxes;
        for (int i = 0; i < 40; ++i) boxes.push_back({{x(random), y(random)}, {width(random), 18.0f}});
        const auto placed = place_labels(boxes, view, 10.0f);
        for (std::size_t i = 0; i < placed.size(); ++i) {
            if (placed[i].is_empty()) continue;
            ++placed_count;
            EXPECT_TRUE(view.contains(boxes[i].anchor));
            EXPECT_GE(placed[i].min.x, 0.0f);
            EXPECT_LE(placed[i].max.y, 600.0f);
            EXPECT_NEAR(placed[i].width(), boxes[i].size.x, 0.01f);
            for (std::size_t j = 0; j < i; ++j) {
                const bool apart = placed[j].is_empty() || placed[i].min.x >= placed[j].max.x ||
                                   placed[j].min.x >= placed[i].max.x || placed[i].min.y >= placed[j].max.y ||
                                   placed[j].min.y >= placed[i].max.y;
                EXPECT_TRUE(apart);
            }
        }
    }
    EXPECT_GT(placed_count, 1200u) << "most of them find a place";
}

bool are_clear(const Rect& one, const Rect& other, float gap) {
    return one.min.x >= other.max.x + gap || other.min.x >= one.max.x + gap ||
           one.min.y >= other.max.y + gap || other.min.y >= one.max.y + gap;
}

TEST(LabelsTest, labels_of_spots_close_together_leave_air_and_hide_no_spot) {
    const Rect view{{0.0f, 0.0f}, {800.0f, 600.0f}};
    std::vector<LabelBox> boxes;
    for (int i = 0; i < 5; ++i)
        boxes.push_back({{400.0f + 7.0f * static_cast<float>(i), 300.0f + 5.0f * static_cast<float>(i % 2)},
                         {130.0f, 18.0f}});
    const auto placed = place_labels(boxes, view, 10.0f);
    for (std::size_t i = 0; i < placed.size(); ++i) {
        ASSERT_FALSE(placed[i].is_empty()) << i;
        for (std::size_t j = 0; j < placed.size(); ++j) {
            if (i == j) continue;
            EXPECT_TRUE(are_clear(placed[i], placed[j], 4.0f)) << i << " and " << j;
            EXPECT_FALSE(placed[i].contains(boxes[j].anchor)) << i << " hides the spot of " << j;
        }
    }
}

} // namespace
} // namespace boxwood::ui

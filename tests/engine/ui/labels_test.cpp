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

} // namespace
} // namespace boxwood::ui

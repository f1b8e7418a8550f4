#include "engine/ui/text/labels.hpp"

#include <glm/common.hpp>
#include <gtest/gtest.h>
#include <random>
#include <vector>

namespace boxwood::ui {
namespace {

TEST(LabelsTest, labels_do_not_overlap_and_stay_inside_the_view) {
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
                const bool is_separate = placed[j].is_empty() || placed[i].min.x >= placed[j].max.x ||
                                         placed[j].min.x >= placed[i].max.x ||
                                         placed[i].min.y >= placed[j].max.y ||
                                         placed[j].min.y >= placed[i].max.y;
                EXPECT_TRUE(is_separate);
            }
        }
    }
    EXPECT_GT(placed_count, 1200u) << "most labels must be placed";
}

bool are_separate(const Rect& one, const Rect& other, float gap) {
    return one.min.x >= other.max.x + gap || other.min.x >= one.max.x + gap ||
           one.min.y >= other.max.y + gap || other.min.y >= one.max.y + gap;
}

TEST(LabelsTest, labels_of_close_anchors_keep_a_gap_and_hide_no_other_anchor) {
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
            EXPECT_TRUE(are_separate(placed[i], placed[j], 4.0f)) << i << " and " << j;
            EXPECT_FALSE(placed[i].contains(boxes[j].anchor)) << i << " hides the anchor of " << j;
        }
    }
}

TEST(LabelsTest, labels_do_not_overlap_occupied_rectangles) {
    const Rect view{{0.0f, 0.0f}, {400.0f, 300.0f}}, chip{{100.0f, 80.0f}, {300.0f, 120.0f}};
    const auto placed = place_labels(std::vector<LabelBox>{{{200.0f, 130.0f}, {60.0f, 18.0f}}}, view, 10.0f,
                                     std::vector<Rect>{chip});
    ASSERT_EQ(placed.size(), 1u);
    ASSERT_FALSE(placed[0].is_empty());
    EXPECT_TRUE(are_separate(placed[0], chip, 0.0f));
}

// Five anchors near each other, anywhere in the view. The lower right corner of the view is occupied.
TEST(LabelsTest, labels_aside_are_in_one_column_in_the_order_of_their_anchors) {
    std::mt19937 random(2);
    std::uniform_real_distribution<float> x(20.0f, 780.0f), y(20.0f, 580.0f), near(-30.0f, 30.0f);
    const Rect view{{0.0f, 0.0f}, {800.0f, 600.0f}}, chip{{500.0f, 400.0f}, {800.0f, 600.0f}};
    std::size_t columns = 0;
    for (int round = 0; round < 200; ++round) {
        const glm::vec2 middle(x(random), y(random));
        std::vector<LabelBox> boxes;
        for (int i = 0; i < 5; ++i) {
            const glm::vec2 at = middle + glm::vec2(near(random), near(random));
            boxes.push_back({glm::clamp(at, glm::vec2(0.0f), glm::vec2(799.0f, 599.0f)), {90.0f, 18.0f}});
        }
        const auto placed = place_labels_aside(boxes, view, 10.0f, std::vector<Rect>{chip});
        ASSERT_EQ(placed.size(), boxes.size());
        if (placed[0].is_empty()) continue;
        ++columns;
        for (std::size_t i = 0; i < placed.size(); ++i) {
            EXPECT_FLOAT_EQ(placed[i].min.x, placed[0].min.x);
            EXPECT_TRUE(are_separate(placed[i], chip, 0.0f));
            EXPECT_GE(std::min(placed[i].min.x, placed[i].min.y), 0.0f);
            EXPECT_LE(placed[i].max.x, 800.0f);
            EXPECT_LE(placed[i].max.y, 600.0f);
            for (std::size_t j = 0; j < placed.size(); ++j) {
                EXPECT_TRUE(i == j || are_separate(placed[i], placed[j], 0.0f));
                EXPECT_TRUE(boxes[i].anchor.y >= boxes[j].anchor.y || placed[i].min.y < placed[j].min.y);
                EXPECT_GT(std::max(placed[i].min.x - boxes[j].anchor.x, boxes[j].anchor.x - placed[i].max.x),
                          0.0f)
                    << "all anchors must be on one side of the column";
            }
        }
    }
    EXPECT_GT(columns, 180u);
}

TEST(LabelsTest, a_column_without_room_is_omitted) {
    const Rect view{{0.0f, 0.0f}, {200.0f, 100.0f}};
    const std::vector<LabelBox> boxes{{{100.0f, 50.0f}, {90.0f, 18.0f}}, {{500.0f, 50.0f}, {90.0f, 18.0f}}};
    for (const Rect& rect : place_labels_aside(boxes, view, 10.0f)) EXPECT_TRUE(rect.is_empty());
    EXPECT_TRUE(place_labels_aside({}, view, 10.0f).empty());
}

} // namespace
} // namespace boxwood::ui

#include "engine/ui/controls/view_grid.hpp"

#include <glm/common.hpp>
#include <gtest/gtest.h>

namespace boxwood::ui::view_grid_test {
namespace {

bool overlap(const Rect& a, const Rect& b) {
    return a.min.x < b.max.x && b.min.x < a.max.x && a.min.y < b.max.y && b.min.y < a.max.y;
}

TEST(ViewGrid, OneViewFillsTheWholeRectangleEvenIfItIsEmpty) {
    for (const Rect& whole : {Rect{{272, 44}, {1256, 736}}, Rect{{5, 5}, {5, 9}}}) {
        const std::vector<Rect> cells = split_view(whole, 1, 2.0f);
        ASSERT_EQ(cells.size(), 1u);
        EXPECT_EQ(cells[0].min, whole.min);
        EXPECT_EQ(cells[0].max, whole.max);
    }
}

TEST(ViewGrid, CellsAreEqualSeparatedByTheGapAndFillTheRectangleUpToRounding) {
    constexpr float kGap = 2.0f;
    int columns_seen = 0;
    for (const glm::vec2 size : {glm::vec2(984, 692), glm::vec2(1600, 300), glm::vec2(301, 1000)})
        for (std::size_t count = 2; count <= 4; ++count) {
            const Rect whole{{272, 44}, glm::vec2(272, 44) + size};
            const std::vector<Rect> cells = split_view(whole, count, kGap);
            ASSERT_EQ(cells.size(), count);
            glm::vec2 reach = whole.min;
            int columns = 0;
            for (std::size_t i = 0; i < count; ++i) {
                EXPECT_EQ(cells[i].size(), cells[0].size());
                EXPECT_EQ(cells[i].min, glm::floor(cells[i].min));
                EXPECT_TRUE(cells[i].min.x >= whole.min.x && cells[i].min.y >= whole.min.y);
                EXPECT_TRUE(cells[i].max.x <= whole.max.x && cells[i].max.y <= whole.max.y);
                for (std::size_t j = 0; j < i; ++j) {
                    const Rect grown{cells[j].min - kGap, cells[j].max + kGap};
                    EXPECT_FALSE(overlap(cells[i], Rect{grown.min + 0.5f, grown.max - 0.5f}))
                        << i << ' ' << j;
                }
                columns += cells[i].min.y == whole.min.y ? 1 : 0;
                reach = glm::max(reach, cells[i].max);
            }
            EXPECT_LT(whole.max.x - reach.x, 4.0f);
            EXPECT_LT(whole.max.y - reach.y, 4.0f);
            columns_seen |= 1 << columns;
        }
    EXPECT_EQ(columns_seen, 0b11110) << "one to four columns must occur";
}

TEST(ViewGrid, TheArrangementFollowsTheAspectRatio) {
    const auto second = [](glm::vec2 size, std::size_t count) {
        return split_view({glm::vec2(0), size}, count, 2.0f)[1].min;
    };
    EXPECT_EQ(second({984, 600}, 2).y, 0.0f) << "side by side";
    EXPECT_EQ(second({400, 900}, 2).x, 0.0f) << "one above the other";
    EXPECT_EQ(split_view({glm::vec2(0), glm::vec2(984, 600)}, 4, 2.0f)[2].min.x, 0.0f) << "two by two";
}

TEST(ViewGrid, WithoutRoomNoCellHasANegativeWidth) {
    for (const Rect& cell : split_view({{10, 10}, {13, 200}}, 4, 2.0f)) EXPECT_FALSE(cell.width() < 0.0f);
    for (const Rect& cell : split_view({{10, 10}, {10, 10}}, 3, 2.0f)) EXPECT_TRUE(cell.is_empty());
}

} // namespace
} // namespace boxwood::ui::view_grid_test

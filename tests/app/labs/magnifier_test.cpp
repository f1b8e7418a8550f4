#include "app/panels/window/magnifier.hpp"

#include "engine/ui/ui_context.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

// Views of all shapes, and parts all over them. In narrow views, a part in the middle leaves no room for the inset.
TEST(Magnifier, the_inset_lies_in_the_view_and_covers_no_part) {
    const ui::Ui ui{nullptr};
    const draw::Camera camera;
    int placed = 0, in_narrow_views = 0;
    for (const float width : {225.0f, 240.0f, 300.0f, 500.0f, 1000.0f})
        for (const float height : {210.0f, 300.0f, 800.0f})
            for (int i = -12; i <= 12; ++i)
                for (int j = -12; j <= 12; ++j) {
                    const ui::Rect view{{20.0f, 30.0f}, {20.0f + width, 30.0f + height}};
                    const glm::vec3 center_w =
                        camera.target_w + 0.14f * (static_cast<float>(i) * camera.right_w() +
                                                   static_cast<float>(j) * camera.up_w());
                    const std::optional<Magnifier> magnifier = place_magnifier(camera, view, center_w, 0.05f);
                    if (!magnifier) continue;
                    const ui::Rect &inset = magnifier->rect, &part = magnifier->part;
                    EXPECT_TRUE(inset.min.x >= view.min.x && inset.max.x <= view.max.x &&
                                inset.min.y >= view.min.y && inset.max.y <= view.max.y);
                    EXPECT_TRUE(inset.min.x >= part.max.x || part.min.x >= inset.max.x ||
                                inset.min.y >= part.max.y || part.min.y >= inset.max.y)
                        << width << " × " << height << ", " << i << ", " << j;
                    ++placed;
                    in_narrow_views += width < 250.0f ? 1 : 0;
                }
    EXPECT_GT(placed, 1000);
    EXPECT_GT(in_narrow_views, 50);
}

} // namespace
} // namespace boxwood

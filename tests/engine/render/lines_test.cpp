#include <glm/ext/matrix_transform.hpp>

#include "tests/engine/render/render_test.hpp"

namespace boxwood::render {
namespace {

using draw::Color;
using draw::rgb;

constexpr Color kWhite = rgb(0xFFFFFF);

class LinesTest : public RenderTest {
  protected:
    void SetUp() override {
        RenderTest::SetUp();
        style.background = rgb(0x000000);
    }
    static double cover(const Image& image, int x, int y) { return pixel(image, x, y).g / 255.0; }
    // The part of the column that a line covers: the vertical extent of the line there, in pixels.
    static double column(const Image& image, int x) {
        double sum = 0.0;
        for (int y = 0; y < image.height; ++y) sum += cover(image, x, y);
        return sum;
    }
    static double row(const Image& image, int y) {
        double sum = 0.0;
        for (int x = 0; x < image.width; ++x) sum += cover(image, x, y);
        return sum;
    }
};

TEST_F(LinesTest, have_the_requested_width_in_pixels_at_any_slope_and_scale) {
    for (const float width : {1.0f, 2.5f, 6.0f})
        for (const float scale : {1.0f, 2.0f})
            for (const float slope : {0.0f, 0.3f, -0.8f}) {
                list.clear();
                list.lines.push_back(
                    {{-2, -2 * slope + 0.013f, 0}, {2, 2 * slope + 0.013f, 0}, kWhite, width});
                const Image image = picture(list, {0, 0, kWidth, kHeight}, scale);
                const double expected = width * scale * std::sqrt(1.0 + slope * slope);
                for (const int x : {140, 160, 177})
                    EXPECT_NEAR(column(image, x), expected, 0.12 * expected + 0.1)
                        << "width " << width << " scale " << scale << " slope " << slope;
            }
}

TEST_F(LinesTest, are_at_their_projected_positions_in_every_viewport) {
    list.lines.push_back({{-1, 0.5f, 0}, {1, 0.5f, 0}, kWhite, 3.0f});
    const Image whole = picture();
    EXPECT_GT(cover(whole, place({0, 0.5f, 0})[0], place({0, 0.5f, 0})[1]), 0.9);
    // Translating the viewport translates its picture.
    const Image part = picture(list, {37, 21, kWidth / 2, kHeight / 2});
    const Image corner = picture(list, {0, 0, kWidth / 2, kHeight / 2});
    for (int y = 0; y < kHeight / 2; ++y)
        for (int x = 0; x < kWidth / 2; ++x)
            ASSERT_LE(difference(pixel(part, x + 37, y + 21), pixel(corner, x, y)), 2) << x << ' ' << y;
}

TEST_F(LinesTest, end_with_squares_at_their_end_points) {
    list.lines.push_back({{-1, 0, 0}, {1, 0, 0}, kWhite, 4.0f});
    const double length = 2.0 / pixel_size(10.0f);
    // square ends extend by half the width on each side
    EXPECT_NEAR(row(picture(), kHeight / 2), length + 4.0, 1.0);
}

TEST_F(LinesTest, dashed_ones_cover_five_ninths_of_their_length) {
    list.lines.push_back({{-2, 0, 0}, {2, 0, 0}, kWhite, 3.0f, true});
    const double length = 4.0 / pixel_size(10.0f);
    EXPECT_NEAR(row(picture(), kHeight / 2) / length, 5.0 / 9.0, 0.06);
    list.lines[0].dashed = false;
    EXPECT_NEAR(row(picture(), kHeight / 2) / length, 1.0, 0.05);
}

TEST_F(LinesTest, are_clipped_if_an_end_is_behind_the_eye) {
    // from a point near the center of the view to a point behind the eye
    list.lines.push_back({{0.5f, -1, 0}, {0.5f, -1, 30}, kWhite, 3.0f});
    const Image image = picture();
    EXPECT_GT(cover(image, place({0.5f, -1, 2})[0], place({0.5f, -1, 2})[1]), 0.9);
    EXPECT_GT(cover(image, place({0.5f, -1, 6})[0], place({0.5f, -1, 6})[1]), 0.9);
    list.lines[0] = {{0.5f, -1, 30}, {0.5f, -1, 0}, kWhite, 3.0f};
    const Image back = picture();
    EXPECT_GT(cover(back, place({0.5f, -1, 6})[0], place({0.5f, -1, 6})[1]), 0.9);
    list.lines[0] = {{0.5f, -1, 12}, {0.5f, -1, 30}, kWhite, 3.0f}; // entirely behind the eye
    for (const std::uint8_t byte : picture().rgba) ASSERT_TRUE(byte == 0 || byte == 255);
    EXPECT_EQ(row(picture(), kHeight / 2), 0.0);
}

TEST_F(LinesTest, boxes_have_their_twelve_edges) {
    camera.yaw = 0.5f;
    camera.pitch = 0.3f;
    const glm::mat4 pose = glm::scale(
        glm::rotate(glm::translate(glm::mat4(1.0f), {0.2f, 0, 0}), 0.4f, {0, 1, 1}), {1.0f, 0.7f, 1.3f});
    list.boxes.push_back({pose, kWhite, 3.0f});
    const Image image = picture();
    EXPECT_EQ(renderer.stats().lines, 12u);
    int found = 0;
    for (int axis = 0; axis < 3; ++axis)
        for (int corner = 0; corner < 4; ++corner) {
            glm::vec4 middle(0, 0, 0, 1);
            middle[(axis + 1) % 3] = corner & 1 ? 1.0f : -1.0f;
            middle[(axis + 2) % 3] = corner & 2 ? 1.0f : -1.0f;
            const auto [x, y] = place(glm::vec3(pose * middle));
            found += cover(image, x, y) > 0.8;
        }
    EXPECT_EQ(found, 12);
    const auto [x, y] = place(glm::vec3(pose[3]));
    EXPECT_LT(cover(image, x, y), 0.1); // the inside of the box is empty
}

TEST_F(LinesTest, thousands_stay_visible_and_thick_ones_keep_their_width) {
    for (int i = 0; i < 3000; ++i) {
        list.lines.push_back({{-1, 0.8f, 0}, {1, 0.8f, 0}, kWhite, 1.0f});
        list.lines.push_back({{-1, 0, 0}, {1, 0.4f, 0}, kWhite, 1.0f});
        list.lines.push_back({{-1, -0.8f, 0}, {1, -0.8f, 0}, kWhite, 1.0f});
    }
    list.lines.push_back({{-1.5f, -1, 0}, {-1.5f, 1, 0}, kWhite, 6.0f});
    const Image image = picture();
    const auto [x, y] = place({0, 0.8f, 0});
    double near = 0.0;
    for (int dy = -1; dy <= 1; ++dy) near = std::max(near, cover(image, x, y + dy));
    EXPECT_GT(near, 0.5);
    EXPECT_NEAR(row(image, kHeight / 2 + 10), 6.0, 0.8); // thick lines keep their width
}

TEST_F(LinesTest, thick_ones_cover_thin_ones_and_coplanar_surfaces) {
    list.lines.push_back({{-1, 0, 0}, {1, 0, 0}, rgb(0xFF0000), 7.0f});
    list.lines.push_back({{-1, 0, 0}, {1, 0, 0}, rgb(0x0000FF), 1.0f});
    EXPECT_TRUE(is_color(middle(), rgb(0xFF0000), 1));
    const Shape wall = square();
    add(wall.data(), glm::mat4(1.0f), rgb(0x00FF00));
    EXPECT_TRUE(is_color(middle(), rgb(0xFF0000), 1));
    list.points.push_back({{0, 0, 0}, rgb(0x0000FF), 9.0f});
    EXPECT_TRUE(is_color(middle(), rgb(0x0000FF), 1));
}

TEST_F(LinesTest, points_are_discs_of_the_requested_diameter) {
    for (const float scale : {1.0f, 2.0f}) {
        list.clear();
        list.points.push_back({{0.02f, 0.01f, 0}, kWhite, 12.0f});
        const Image image = picture(list, {0, 0, kWidth, kHeight}, scale);
        double area = 0.0;
        for (int y = 0; y < kHeight; ++y) area += row(image, y);
        constexpr double kPi = 3.14159265;
        const double radius = 6.0 * scale;
        EXPECT_NEAR(area, kPi * radius * radius, 0.05 * kPi * radius * radius);
    }
}

TEST_F(LinesTest, the_ground_grid_has_lines_at_its_spacing_and_fades_with_distance) {
    list.grid_spacing = 1.0f;
    list.grid_extent = 60.0f;
    list.grid_height = -1.0f;
    camera.pitch = 0.2f;
    const Image image = picture();
    const auto [x, y] = place({1.5f, -1, 0});
    const auto [u, v] = place({1.5f, -1, 0.5f});
    double on = 0.0;
    for (int dy = -1; dy <= 1; ++dy) on = std::max(on, cover(image, x, y + dy));
    EXPECT_GT(on, 0.1);
    EXPECT_LT(cover(image, u, v), 0.02);
    double near = 0.0, far = 0.0;
    for (int step = 0; step < 20; ++step) {
        near += row(image, kHeight - 1 - step);
        far += row(image, place({0, -1, -45.0f})[1] + step - 10);
    }
    EXPECT_GT(near, 10.0 * far);
    list.grid_spacing = 0.0f;
    const Image none = picture();
    for (int row_y = 0; row_y < kHeight; ++row_y) ASSERT_EQ(row(none, row_y), 0.0);
}

} // namespace
} // namespace boxwood::render

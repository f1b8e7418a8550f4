// Compares balls with a finely triangulated smooth sphere, and checks their depth, translucency and fading.
#include <cmath>
#include <numbers>

#include <glm/ext/matrix_transform.hpp>

#include "tests/engine/render/render_test.hpp"

namespace boxwood::render::balls_test {
namespace {

using draw::Color;
using draw::rgb;

constexpr Color kBlue = rgb(0x5078C8), kOrange = rgb(0xD08040);

using BallsTest = RenderTest;

TEST_F(BallsTest, a_ball_is_shaded_like_a_smooth_sphere) {
    constexpr int kRings = 48, kSides = 96;
    Shape sphere;
    for (int ring = 0; ring <= kRings; ++ring)
        for (int side = 0; side < kSides; ++side) {
            const double down = std::numbers::pi * ring / kRings,
                         around = 2.0 * std::numbers::pi * side / kSides;
            sphere.positions.emplace_back(std::sin(down) * std::cos(around), std::cos(down),
                                          std::sin(down) * std::sin(around));
        }
    for (std::uint32_t ring = 0; ring < kRings; ++ring)
        for (std::uint32_t side = 0; side < kSides; ++side) {
            const std::uint32_t next = (side + 1) % kSides, a = ring * kSides + side,
                                b = ring * kSides + next;
            if (ring > 0) sphere.triangles.push_back({a, b, a + kSides});
            if (ring + 1 < kRings) sphere.triangles.push_back({b, b + kSides, a + kSides});
        }
    // The ball is small and far from the eye, so that rays are nearly parallel, as the shading of balls assumes.
    camera.distance = 60.0f;
    camera.yaw = 0.7f;
    camera.pitch = 0.4f;
    const float radius = 12.0f * pixel_size(camera.distance);
    draw::MeshData data = sphere.data();
    data.smooth = true;
    add(data, glm::scale(glm::mat4(1.0f), glm::vec3(radius)), kBlue);
    const Image expected = picture();
    list.clear();
    list.balls.push_back({{}, radius, kBlue});
    const Image image = picture();
    for (const int x : {-8, -4, 0, 4, 8})
        for (const int y : {-8, -4, 0, 4, 8})
            EXPECT_TRUE(is_color(pixel(image, kWidth / 2 + x, kHeight / 2 + y),
                                 pixel(expected, kWidth / 2 + x, kHeight / 2 + y), 6))
                << x << ", " << y;
    for (const int x : {-14, 14})
        EXPECT_TRUE(is_color(pixel(image, kWidth / 2 + x, kHeight / 2), style.background));
    for (const int x : {-10, 10})
        EXPECT_FALSE(is_color(pixel(image, kWidth / 2 + x, kHeight / 2), style.background, 8));
}

TEST_F(BallsTest, nearer_balls_and_surfaces_hide_a_ball_in_any_order) {
    const draw::Ball near{{0, 0, 1}, 0.5f, kBlue}, far{{0, 0, -1}, 0.8f, kOrange};
    list.balls = {near};
    const Color alone = middle();
    list.balls = {near, far};
    EXPECT_EQ(middle(), alone);
    list.balls = {far, near};
    EXPECT_EQ(middle(), alone);
    const Shape wall = square();
    add(wall.data(), glm::translate(glm::mat4(1.0f), glm::vec3(0, 0, 2)), kOrange);
    const Color hidden = middle();
    list.balls.clear();
    EXPECT_EQ(middle(), hidden);
}

TEST_F(BallsTest, a_translucent_ball_is_blended_with_an_opaque_one_behind_it) {
    const draw::Ball opaque{{0, 0, -1}, 0.8f, kOrange};
    const draw::Ball glass{{0, 0, 1}, 0.8f, draw::with_alpha(kBlue, 128)};
    list.balls = {opaque};
    const Color behind = middle();
    list.balls = {{glass.center_w, glass.radius, kBlue}};
    const Color front = middle();
    list.balls = {glass, opaque};
    const Color both = middle();
    const auto half = [](std::uint8_t a, std::uint8_t b) { return static_cast<std::uint8_t>((a + b) / 2); };
    EXPECT_TRUE(
        is_color(both, {half(behind.r, front.r), half(behind.g, front.g), half(behind.b, front.b)}, 3));
}

TEST_F(BallsTest, a_ball_fades_into_the_background_with_the_depth) {
    style.background = rgb(0x102030);
    list.balls.push_back({{0, 0, -3}, 0.5f, kOrange});
    const Color clear = middle();
    list.depth_fade = {5.0f, 13.0f};
    const Color faded = middle();
    EXPECT_LT(difference(faded, style.background), difference(clear, style.background));
}

} // namespace
} // namespace boxwood::render::balls_test

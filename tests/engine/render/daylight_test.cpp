#include <algorithm>

#include <glm/ext/matrix_transform.hpp>

#include "tests/engine/render/render_test.hpp"

namespace boxwood::render {
namespace {

using draw::Color;
using draw::rgb;

// A wall in the middle of the view, and a small cube between the wall and the sun, which is at the upper left behind
// the eye.
class DaylightTest : public RenderTest {
  protected:
    void SetUp() override {
        RenderTest::SetUp();
        add(wall_.data(), glm::scale(glm::mat4(1.0f), {4.0f, 3.0f, 0.1f}), kGrey);
        add(cube_.data(), glm::scale(glm::translate(glm::mat4(1.0f), kCube), glm::vec3(0.25f)), kGrey);
        draw::Daylight light;
        light.towards_sun_w = {-1.0f, 1.0f, 2.0f};
        light.sun = light.sky = light.ground = rgb(0xFFFFFF);
        light.sky_strength = 0.2f;
        light.shadow_radius = 6.0f;
        list.daylight = light;
    }
    static constexpr Color kGrey = rgb(0x909090);
    static constexpr glm::vec3 kCube{-0.6f, 0.6f, 1.3f};
    static constexpr glm::vec3 kShadow{0.0f, 0.0f, 0.1f}, kLit{1.5f, 1.0f, 0.1f};
    Shape wall_ = cube(), cube_ = cube();
};

TEST_F(DaylightTest, a_body_between_the_sun_and_a_wall_casts_a_shadow) {
    const Image lit = picture();
    EXPECT_LT(at(lit, kShadow).g + 40, at(lit, kLit).g);
    EXPECT_TRUE(is_color(pixel(picture(), 10, 10), pixel(lit, 10, 10)))
        << "a second picture must be the same";
    list.instances[1].casts_shadow = false;
    const Image transparent = picture();
    EXPECT_TRUE(is_color(at(transparent, kShadow), at(transparent, kLit), 2))
        << "the cube must cast no shadow";
    list.instances[1].casts_shadow = true;
    list.daylight->shadow_radius = 0.0f;
    const Image none = picture();
    EXPECT_TRUE(is_color(at(none, kShadow), at(none, kLit), 2))
        << "a shadow radius of 0 must switch shadows off";
}

TEST_F(DaylightTest, a_surface_casts_no_shadow_on_itself) {
    list.instances.pop_back();
    const Image image = picture();
    for (float x = -3.0f; x <= 3.0f; x += 0.37f)
        EXPECT_TRUE(is_color(at(image, {x, 0.5f, 0.1f}), at(image, kLit), 2)) << x;
}

TEST_F(DaylightTest, a_hatched_body_stays_red_in_shadow_and_in_light) {
    for (draw::MeshInstance& instance : list.instances) {
        instance.color = rgb(0xFF4D4D);
        instance.hatched = true;
    }
    const Image image = picture();
    for (const glm::vec3 place_w : {kShadow, kLit}) {
        int reddest = 0; // the reddest pixel, which lies between dark stripes
        for (float by = 0.0f; by < 0.3f; by += 0.02f) {
            const Color seen = at(image, place_w + glm::vec3(by, 0.0f, 0.0f));
            reddest = std::max(reddest, seen.r - std::max(seen.g, seen.b));
        }
        EXPECT_GT(reddest, 90);
    }
}

TEST_F(DaylightTest, edges_sharper_than_the_crease_angle_are_drawn_flat) {
    list.instances[1].world_from_mesh = glm::rotate(glm::mat4(1.0f), 0.6f, {1.0f, 1.0f, 0.0f});
    const auto with = [this](bool smooth, float crease) {
        list.meshes[1].smooth = smooth;
        list.meshes[1].crease = crease;
        return picture().rgba;
    };
    const auto flat = with(false, 0.0f), smooth = with(true, 0.0f);
    EXPECT_NE(flat, smooth);
    EXPECT_EQ(with(true, 1.5f), flat) << "the edges of a cube, pi / 2, are sharper";
    EXPECT_EQ(with(true, 1.6f), smooth) << "the edges of a cube, pi / 2, are not sharper";
    EXPECT_EQ(with(true, 1.5f), flat);
    EXPECT_EQ(with(true, 0.0f), smooth) << "without a crease angle, the normals must be smooth again";
}

TEST_F(DaylightTest, the_sky_is_drawn_only_if_it_is_shown_in_daylight) {
    list.instances.clear();
    list.daylight->sky = rgb(0x6080C0);
    const Color sky = pixel(picture(), kWidth / 2, 8);
    EXPECT_GT(sky.b, sky.r + 10);
    list.daylight->shows_sky = false;
    EXPECT_TRUE(is_color(pixel(picture(), kWidth / 2, 8), style.background));
    list.daylight.reset();
    EXPECT_TRUE(is_color(pixel(picture(), kWidth / 2, 8), style.background));
}

// The first pictures reuse cached shadows. Before each of the other pictures, a change of the size of the shadow map
// discards the cached shadows.
TEST_F(DaylightTest, cached_shadows_equal_recomputed_shadows) {
    const auto cube_at = [this](float x) {
        list.instances[1].world_from_mesh =
            glm::scale(glm::translate(glm::mat4(1.0f), kCube + glm::vec3(x, 0.0f, 0.0f)), glm::vec3(0.25f));
    };
    std::vector<std::vector<std::uint8_t>> kept, fresh;
    const std::vector<float> shifts{0.0f, 0.0f, 0.2f, 0.4f, 0.4f, 0.4f, 0.1f, 0.0f};
    for (const float x : shifts) {
        cube_at(x);
        kept.push_back(picture().rgba);
    }
    const std::uint32_t still = renderer.stats().draw_calls;
    picture();
    picture();
    EXPECT_LT(renderer.stats().draw_calls, still) << "if nothing moves, no shadow caster may be drawn";
    for (const float x : shifts) {
        list.daylight->shadow_size = 1024; // replaces the shadow map between frames
        picture();
        list.daylight->shadow_size = 2048;
        cube_at(x);
        fresh.push_back(picture().rgba);
    }
    for (std::size_t i = 0; i < shifts.size(); ++i) EXPECT_TRUE(kept[i] == fresh[i]) << i;
    EXPECT_FALSE(kept[1] == kept[2]);
    list.daylight->towards_sun_w = {1.0f, 1.0f, 2.0f};
    const auto from_the_right = picture().rgba;
    EXPECT_FALSE(from_the_right == kept.back()) << "the shadows must follow the sun";
}

} // namespace
} // namespace boxwood::render

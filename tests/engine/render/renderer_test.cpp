#include "engine/render/renderer.hpp"

#include <algorithm>

#include <glm/ext/matrix_transform.hpp>

#include "tests/engine/render/render_test.hpp"

namespace boxwood::render::renderer_test {
namespace {

using draw::Color;
using draw::Layer;
using draw::rgb;

constexpr Color kRed = rgb(0xFF4D4D), kGreen = rgb(0x59E08C), kWall = rgb(0x8090A0);

glm::mat4 moved(glm::vec3 by, float scale = 1.0f) {
    return glm::scale(glm::translate(glm::mat4(1.0f), by), glm::vec3(scale));
}

using RendererTest = RenderTest;

TEST_F(RendererTest, names_the_gpu_and_its_number_of_samples) {
    EXPECT_FALSE(renderer.gpu().renderer.empty());
    EXPECT_FALSE(renderer.gpu().version.empty());
    EXPECT_GE(renderer.gpu().samples, 1);
    if (renderer.gpu().renderer.find("llvmpipe") != std::string::npos) {
        EXPECT_TRUE(renderer.gpu().is_software);
        EXPECT_EQ(renderer.gpu().samples, 1);
    }
}

TEST_F(RendererTest, a_loader_that_finds_nothing_is_an_error) {
    Renderer other;
    EXPECT_NE(other.create([](const char*) -> void* { return nullptr; }), "");
    // The functions of OpenGL are global, so they are loaded again for the renderer in use.
    EXPECT_EQ(Renderer().create(platform::Window::gl_proc_address()), "");
}

TEST_F(RendererTest, an_empty_list_gives_the_background_everywhere) {
    const Image image = picture();
    ASSERT_EQ(image.width, kWidth);
    ASSERT_EQ(image.height, kHeight);
    ASSERT_EQ(image.rgba.size(), 4u * kWidth * kHeight);
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) ASSERT_EQ(pixel(image, x, y), style.background);
}

TEST_F(RendererTest, red_triangle_is_red_at_its_pixel) {
    list.triangles.push_back({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, kRed});
    const Image image = picture();
    EXPECT_TRUE(is_color(at(image, {0, -0.3f, 0}), kRed));
    EXPECT_TRUE(is_color(at(image, {0, 1.3f, 0}), style.background));
    EXPECT_TRUE(is_color(at(image, {0.9f, 0.5f, 0}), style.background));
}

TEST_F(RendererTest, a_rectangle_of_the_overlay_is_filled) {
    picture();
    renderer.fill({10, 20, 30, 40}, kGreen);
    const Image image = renderer.read_pixels();
    for (const int x : {10, 39})
        for (const int y : {20, 59}) EXPECT_TRUE(is_color(pixel(image, x, y), kGreen));
    for (const int x : {9, 40}) EXPECT_TRUE(is_color(pixel(image, x, 30), style.background));
    for (const int y : {19, 60}) EXPECT_TRUE(is_color(pixel(image, 20, y), style.background));
}

TEST_F(RendererTest, picture_is_upright) {
    list.points.push_back({{-2.0f, 1.5f, 0}, kGreen, 9.0f});
    const Image image = picture();
    const auto [x, y] = place({-2.0f, 1.5f, 0});
    EXPECT_LT(x, kWidth / 2);
    EXPECT_LT(y, kHeight / 2);
    EXPECT_TRUE(is_color(pixel(image, x, y), kGreen, 1));
    EXPECT_TRUE(is_color(pixel(image, x, kHeight - 1 - y), style.background));
    EXPECT_TRUE(is_color(pixel(image, kWidth - 1 - x, y), style.background));
}

TEST_F(RendererTest, the_same_calls_give_the_same_pixels) {
    const Shape box = cube(), wall = square();
    for (int i = 0; i < 5; ++i) {
        add(box.data(),
            glm::rotate(moved({i - 2, 0.3f * static_cast<float>(i), 0}, 0.4f), 0.3f * static_cast<float>(i),
                        {1, 1, 0}),
            kWall)
            .edges = true;
        list.boxes.push_back({moved({i - 2, 0, 0}, 0.6f), kGreen, 1.0f, i % 2 == 0});
        list.lines.push_back({{-2, i - 2, 1}, {2, 1, -1}, kRed, 2.0f, false, Layer::xray});
    }
    list.instances.back().hatched = true;
    list.grid_spacing = 0.5f;
    list.grid_extent = 5.0f;
    list.grid_height = -1.0f;
    camera.pitch = 0.4f;
    const Image first = picture(), second = picture();
    EXPECT_EQ(first.rgba, second.rgba);
    Renderer other;
    ASSERT_EQ(other.create(platform::Window::gl_proc_address()), "");
    other.begin_frame({kWidth, kHeight}, style.background);
    other.draw(list, camera, {0, 0, kWidth, kHeight}, 1.0f, style);
    other.begin_overlay();
    EXPECT_EQ(first.rgba, other.read_pixels().rgba);
}

// A window may store its rows in reverse order. A pixel whose center lies exactly on an edge can then belong to the
// other side of the edge, so a few pixels may differ.
void expect_alike(const Image& one, const Image& other) {
    ASSERT_EQ(one.rgba.size(), other.rgba.size());
    std::size_t different = 0;
    for (std::size_t i = 0; i < one.rgba.size(); i += 4)
        if (!std::equal(one.rgba.begin() + static_cast<std::ptrdiff_t>(i),
                        one.rgba.begin() + static_cast<std::ptrdiff_t>(i + 4),
                        other.rgba.begin() + static_cast<std::ptrdiff_t>(i)))
            ++different;
    EXPECT_LE(different, one.rgba.size() / 4 / 1000);
}

TEST_F(RendererTest, drawing_into_the_window_gives_the_same_picture) {
    renderer.set_samples(1);
    const Shape body = cube();
    for (int i = 0; i < 5; ++i)
        add(body.data(), moved({i - 2, 0, -i}, 0.4f), kWall).layer =
            i % 2 == 0 ? Layer::xray : Layer::depth_tested;
    list.instances[2].hatched = true;
    list.triangles.push_back({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, kRed, true, Layer::xray});
    list.boxes.push_back({moved({0, 0, 0}, 0.6f), kGreen, 1.0f, true});
    const Image drawn = picture();
    renderer.set_draws_into_window(true);
    expect_alike(picture(), drawn);
    renderer.show();
    expect_alike(picture(), drawn);
    renderer.set_draws_into_window(false);
    EXPECT_EQ(picture().rgba, drawn.rgba);
    EXPECT_NE(drawn.rgba, picture({}, {0, 0, kWidth, kHeight}).rgba);
}

TEST_F(RendererTest, the_picture_follows_a_change_of_size) {
    list.points.push_back({{0, 0, 0}, kRed, 9.0f});
    for (const glm::ivec2 size : {glm::ivec2(640, 360), glm::ivec2(33, 17), glm::ivec2(1500, 900)}) {
        renderer.begin_frame(size, style.background);
        renderer.draw(list, camera, {0, 0, size.x, size.y}, 1.0f, style);
        renderer.begin_overlay();
        const Image image = renderer.read_pixels();
        ASSERT_EQ(image.width, size.x);
        ASSERT_EQ(image.height, size.y);
        EXPECT_TRUE(is_color(pixel(image, size.x / 2, size.y / 2), kRed, 1));
        EXPECT_TRUE(is_color(pixel(image, 0, 0), style.background));
        EXPECT_TRUE(is_color(pixel(image, size.x - 1, size.y - 1), style.background));
    }
}

TEST_F(RendererTest, a_zero_or_negative_size_gives_a_picture_of_width_1) {
    renderer.begin_frame({0, -3}, style.background);
    renderer.draw(list, camera, {0, 0, 0, 0}, 1.0f, style);
    renderer.begin_overlay();
    renderer.show();
    EXPECT_EQ(renderer.read_pixels().width, 1);
}

TEST_F(RendererTest, views_draw_only_within_their_viewports) {
    const Shape wall = square();
    add(wall.data(), moved({0, 0, 0}, 50.0f), kWall);
    list.lines.push_back({{-50, 0, 0}, {50, 0, 0}, kRed, 9.0f, false, Layer::on_top});
    const Image image = picture(list, {100, 20, 90, 70});
    Style paper = style;
    paper.background = rgb(0xF4F6F9);
    for (int y = 0; y < kHeight; ++y)
        for (int x = 0; x < kWidth; ++x) {
            const bool inside = x >= 100 && x < 190 && y >= 20 && y < 90;
            ASSERT_EQ(pixel(image, x, y) != style.background, inside) << x << ' ' << y;
        }
    EXPECT_TRUE(is_color(pixel(image, 145, 55), kRed, 1));
    list.clear();
    renderer.begin_frame({kWidth, kHeight}, style.background);
    renderer.draw(list, camera, {0, 0, 160, kHeight}, 1.0f, style);
    renderer.draw(list, camera, {160, 0, 160, kHeight}, 1.0f, paper);
    renderer.begin_overlay();
    const Image two = renderer.read_pixels();
    EXPECT_EQ(pixel(two, 159, 5), style.background);
    EXPECT_EQ(pixel(two, 160, 5), paper.background);
}

// Every kind of primitive has the same three layers, which use the depth buffer differently.
enum class Kind { point, line, box, triangle, body };

class LayerTest : public RenderTest, public ::testing::WithParamInterface<Kind> {
  protected:
    void put(glm::vec3 at_w, Layer layer) {
        switch (GetParam()) {
        case Kind::point:
            list.points.push_back({at_w, kGreen, 12.0f, layer});
            break;
        case Kind::line:
            list.lines.push_back(
                {at_w - glm::vec3(1, 0, 0), at_w + glm::vec3(1, 0, 0), kGreen, 6.0f, false, layer});
            break;
        case Kind::box: { // one edge passes through the center of the view, the others do not
            const glm::mat4 turned =
                glm::scale(glm::rotate(glm::mat4(1.0f), 0.5f, {1, 0, 0}), glm::vec3(0.3f));
            const glm::vec3 edge(turned * glm::vec4(0, 1, 1, 0));
            list.boxes.push_back(
                {glm::translate(glm::mat4(1.0f), at_w - edge) * turned, kGreen, 7.0f, false, layer});
            break;
        }
        case Kind::triangle:
            list.triangles.push_back({at_w + glm::vec3(-1, -1, 0), at_w + glm::vec3(1, -1, 0),
                                      at_w + glm::vec3(0, 1.5f, 0), kGreen, false, layer});
            break;
        case Kind::body:
            add(body_.data(), moved(at_w, 0.5f), kGreen).layer = layer;
            break;
        }
    }
    // The color of the center, with the primitive in front of or behind a wall at z = 0, or without the wall.
    Color seen(float z, Layer layer) {
        list.clear();
        if (z != kAlone) add(wall_.data(), moved({0, 0, 0}, 3.0f), kWall);
        put({0, 0, z == kAlone ? 0.0f : z}, layer);
        return middle();
    }
    static constexpr float kAlone = 1e6f;
    Shape wall_ = square(), body_ = square();
};

TEST_P(LayerTest, in_front_of_a_wall_every_layer_is_drawn_in_full) {
    const Color full = seen(kAlone, Layer::depth_tested);
    ASSERT_GT(difference(full, style.background), 30);
    for (const Layer layer : {Layer::depth_tested, Layer::xray, Layer::on_top})
        EXPECT_TRUE(is_color(seen(1.0f, layer), full, 2)) << static_cast<int>(layer);
}

TEST_P(LayerTest, behind_a_wall_the_layer_hides_blends_or_draws_in_full) {
    const Color full = seen(kAlone, Layer::depth_tested);
    list.clear();
    add(wall_.data(), moved({0, 0, 0}, 3.0f), kWall);
    const Color wall = middle();
    EXPECT_TRUE(is_color(seen(-1.0f, Layer::depth_tested), wall));
    EXPECT_TRUE(is_color(seen(-1.0f, Layer::xray), draw::mix(wall, full, 0.32f), 2));
    EXPECT_TRUE(is_color(seen(-1.0f, Layer::on_top), full, 2));
}

std::string kind_name(const ::testing::TestParamInfo<Kind>& kind) {
    return std::array{"point", "line", "box", "triangle", "body"}[kind.index];
}
INSTANTIATE_TEST_SUITE_P(All, LayerTest,
                         ::testing::Values(Kind::point, Kind::line, Kind::box, Kind::triangle, Kind::body),
                         kind_name);

TEST_F(RendererTest, several_hidden_xray_surfaces_are_blended_only_once) {
    const Shape wall = square(), body = cube();
    add(wall.data(), moved({0, 0, 2}, 3.0f), kWall);
    const Color plain = middle();
    Color one;
    for (const bool many : {false, true}) {
        list.instances.resize(1);
        list.triangles.clear();
        for (int i = 0; i < (many ? 4 : 1); ++i) {
            const float z = -1.5f * static_cast<float>(i);
            list.triangles.push_back({{-1, -1, z}, {1, -1, z}, {0, 1.5f, z}, kGreen, false, Layer::xray});
        }
        EXPECT_TRUE(is_color(middle(), draw::mix(plain, kGreen, 0.32f), 2)) << many;
        list.triangles.clear();
        for (int i = 0; i < (many ? 4 : 1); ++i) {
            draw::MeshInstance& hidden =
                add(body.data(), moved({0, 0, -3.0f * static_cast<float>(i)}), kGreen);
            hidden.layer = Layer::xray;
        }
        if (!many) one = middle();
        EXPECT_TRUE(is_color(middle(), one)) << many;
    }
}

TEST_F(RendererTest, translucent_primitives_are_blended_only_once_where_they_are_visible) {
    const Color half = draw::with_alpha(kGreen, 128);
    for (const Layer layer : {Layer::depth_tested, Layer::xray}) {
        list.clear();
        list.lines.push_back({{-1, 0, 0}, {1, 0, 0}, half, 6.0f, false, layer});
        list.points.push_back({{2, 0, 0}, half, 12.0f, layer});
        list.triangles.push_back({{-3, -1, 0}, {-1, -1, 0}, {-2, 1.5f, 0}, half, false, layer});
        const Image image = picture();
        const Color expected = draw::mix(style.background, kGreen, 128.0f / 255.0f);
        for (const float x : {0.0f, 2.0f, -2.0f})
            EXPECT_TRUE(is_color(at(image, {x, 0, 0}), expected, 2)) << x;
    }
}

TEST_F(RendererTest, bodies_on_top_are_depth_tested_against_each_other) {
    const Shape wall = square(), body = square();
    add(wall.data(), moved({0, 0, 3}, 3.0f), kWall);
    add(body.data(), moved({0, 0, -1}), kRed).layer = Layer::on_top;
    const Color front = middle();
    add(body.data(), moved({0, 0, -3}), kGreen).layer = Layer::on_top;
    EXPECT_TRUE(is_color(middle(), front));
}

TEST_F(RendererTest, multisampling_smooths_outlines) {
    const Shape body = square();
    add(body.data(), glm::rotate(moved({0, 0, 0}), 0.3f, {0, 0, 1}), kWall);
    const auto colors = [&] {
        const Image image = picture();
        std::vector<std::uint32_t> seen;
        for (std::size_t i = 0; i < image.rgba.size(); i += 4)
            seen.push_back(static_cast<std::uint32_t>(image.rgba[i]) << 16 |
                           static_cast<std::uint32_t>(image.rgba[i + 1]) << 8 | image.rgba[i + 2]);
        std::ranges::sort(seen);
        return std::unique(seen.begin(), seen.end()) - seen.begin();
    };
    renderer.set_samples(1);
    EXPECT_EQ(colors(), 2);
    renderer.set_samples(4);
    if (renderer.gpu().samples >= 4) {
        EXPECT_GE(colors(), 4);
    }
    renderer.set_samples(1);
    EXPECT_EQ(colors(), 2);
}

TEST_F(RendererTest, a_picture_can_be_drawn_after_the_window_was_presented) {
    list.triangles.push_back({{-1, -1, 0}, {1, -1, 0}, {0, 1, 0}, kRed});
    picture();
    renderer.show();
    window->present();
    EXPECT_TRUE(is_color(middle(), kRed));
}

} // namespace
} // namespace boxwood::render::renderer_test

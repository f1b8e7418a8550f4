// What: an offscreen window and a renderer for the tests of engine/render, and helpers for checking pictures.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "engine/platform/window.hpp"
#include "engine/render/renderer.hpp"

namespace boxwood::render {

constexpr int kWidth = 320, kHeight = 240;

inline draw::Color pixel(const Image& image, int x, int y) {
    const std::uint8_t* p = image.at(x, y);
    return {p[0], p[1], p[2], p[3]};
}

inline int difference(draw::Color a, draw::Color b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

inline ::testing::AssertionResult is_color(draw::Color seen, draw::Color expected, int tolerance = 0) {
    if (difference(seen, expected) <= tolerance) return ::testing::AssertionSuccess();
    const auto text = [](draw::Color c) {
        return '(' + std::to_string(c.r) + ", " + std::to_string(c.g) + ", " + std::to_string(c.b) + ')';
    };
    return ::testing::AssertionFailure() << text(seen) << " instead of " << text(expected);
}

class RenderTest : public ::testing::Test {
  protected:
    void SetUp() override {
        platform::WindowConfig config;
        config.width = kWidth;
        config.height = kHeight;
        config.offscreen = true;
        std::string error;
        window = platform::Window::open(config, error);
        ASSERT_TRUE(window) << "these tests need OpenGL offscreen (Mesa will do): " << error;
        error = renderer.create(platform::Window::gl_proc_address());
        ASSERT_EQ(error, "");
        // A frontal view: x and y of the world are those of the picture, and the center of the view is the origin.
        camera.yaw = camera.pitch = 0.0f;
        camera.distance = 10.0f;
    }
    // Destroys the renderer before the window, which owns its OpenGL context.
    void TearDown() override { renderer_.reset(); }

    Image picture() { return picture(list, {0, 0, kWidth, kHeight}); }
    Image picture(const draw::DrawList& what, Viewport viewport, float ui_scale = 1.0f) {
        renderer.begin_frame({kWidth, kHeight}, style.background);
        renderer.draw(what, camera, viewport, ui_scale, style);
        renderer.begin_overlay();
        return renderer.read_pixels();
    }
    draw::Color middle() { return pixel(picture(), kWidth / 2, kHeight / 2); }

    // The pixel of a world point.
    std::array<int, 2> place(glm::vec3 point_w) const {
        constexpr float kAspect = static_cast<float>(kWidth) / kHeight;
        const auto ndc = draw::ndc_from_world(camera, point_w, kAspect);
        EXPECT_TRUE(ndc);
        return {static_cast<int>((0.5f + 0.5f * ndc->x) * kWidth),
                static_cast<int>((0.5f - 0.5f * ndc->y) * kHeight)};
    }
    draw::Color at(const Image& image, glm::vec3 point_w) const {
        const auto [x, y] = place(point_w);
        return pixel(image, x, y);
    }
    // World units per pixel at `distance` from the eye.
    float pixel_size(float distance) const {
        return 2.0f * std::tan(0.5f * camera.fov_y) * distance / kHeight;
    }

    struct Shape {
        std::vector<glm::vec3> positions;
        std::vector<std::array<std::uint32_t, 3>> triangles;
        draw::MeshKey key = draw::next_mesh_key();
        draw::MeshData data() const { return {key, 0, positions, triangles}; }
    };
    // A square of side 2 in the plane z = 0, facing the eye.
    static Shape square() {
        return {{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
    }
    // The cube [-1, 1]^3, oriented outwards.
    static Shape cube() {
        Shape shape;
        for (int i = 0; i < 8; ++i)
            shape.positions.emplace_back((i & 1) * 2 - 1, (i & 2) - 1, (i & 4) / 2 - 1);
        shape.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                           {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
        return shape;
    }
    draw::MeshInstance& add(const draw::MeshData& mesh, const glm::mat4& world_from_mesh, draw::Color color) {
        list.meshes.push_back(mesh);
        draw::MeshInstance instance;
        instance.mesh = static_cast<std::uint32_t>(list.meshes.size() - 1);
        instance.world_from_mesh = world_from_mesh;
        instance.color = color;
        list.instances.push_back(instance);
        return list.instances.back();
    }

  private:
    std::unique_ptr<Renderer> renderer_ = std::make_unique<Renderer>();

  protected:
    std::unique_ptr<platform::Window> window;
    Renderer& renderer = *renderer_;
    draw::Camera camera;
    draw::DrawList list;
    Style style = make_style(draw::dark_palette());
};

} // namespace boxwood::render

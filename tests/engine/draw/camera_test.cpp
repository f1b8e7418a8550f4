#include "engine/draw/camera.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/gtc/constants.hpp>

namespace boxwood::draw {
namespace {

constexpr float kAspect = 1.6f;
constexpr float kHeight = 600.0f;
constexpr int kCases = 200;

struct Random {
    std::mt19937 bits{5};
    float operator()(float low, float high) { return std::uniform_real_distribution(low, high)(bits); }
    glm::vec3 point(float size) { return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)}; }
};

Camera random_camera(Random& random) {
    Camera camera;
    camera.target_w = random.point(3.0f);
    camera.distance = random(0.5f, 20.0f);
    camera.yaw = random(-3.0f, 3.0f);
    camera.pitch = random(-1.5f, 1.5f);
    return camera;
}

// `tolerance` is an absolute distance. Where precision depends on the distance of the camera, callers scale it.
void expect_near(glm::vec3 a, glm::vec3 b, float tolerance) {
    EXPECT_LT(glm::distance(a, b), tolerance)
        << a.x << ' ' << a.y << ' ' << a.z << ", expected " << b.x << ' ' << b.y << ' ' << b.z;
}

TEST(CameraTest, looks_at_its_target_from_its_distance) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        const Camera camera = random_camera(random);
        const glm::vec3 target_v(camera.view_from_world() * glm::vec4(camera.target_w, 1.0f));
        expect_near(target_v, {0.0f, 0.0f, -camera.distance}, 1e-4f * camera.distance);
        EXPECT_NEAR(glm::distance(camera.eye_w(), camera.target_w), camera.distance, 1e-4f * camera.distance);
    }
}

// In an orthographic view, rays are parallel and pass through the points that are drawn at their pixel. In the plane
// through the target, the scale equals that of the perspective view.
TEST(CameraTest, an_orthographic_view_has_parallel_rays_and_the_perspective_scale_at_the_target) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        Camera camera = random_camera(random);
        const glm::vec2 ndc(random(-1.0f, 1.0f), random(-1.0f, 1.0f));
        const Ray seen = ray_through(camera, ndc, kAspect);
        const glm::vec3 forward_w = glm::normalize(camera.target_w - camera.eye_w());
        const glm::vec3 on_target_plane_w =
            seen.origin_w + camera.distance / glm::dot(seen.direction_w, forward_w) * seen.direction_w;
        camera.is_orthographic = true;
        const Ray ray = ray_through(camera, ndc, kAspect);
        expect_near(ray.direction_w, forward_w, 1e-4f);
        const std::optional<glm::vec3> same = ndc_from_world(camera, on_target_plane_w, kAspect);
        ASSERT_TRUE(same);
        expect_near({same->x, same->y, 0.0f}, {ndc.x, ndc.y, 0.0f}, 2e-3f);
        for (const float along : {20.0f, 50.0f, 80.0f}) { // in front of the eye and behind it
            const std::optional<glm::vec3> at =
                ndc_from_world(camera, ray.origin_w + along * camera.distance * ray.direction_w, kAspect);
            ASSERT_TRUE(at);
            expect_near({at->x, at->y, 0.0f}, {ndc.x, ndc.y, 0.0f}, 2e-3f);
            EXPECT_LT(std::abs(at->z), 1.0f);
        }
    }
}

TEST(CameraTest, look_along_alternates_between_the_two_sides_of_an_axis) {
    Camera camera;
    camera.target_w = {1.0f, 2.0f, 3.0f};
    const auto expect_eye = [&](AxisView view, glm::vec3 offset) {
        look_along(camera, view);
        expect_near(camera.eye_w(), camera.target_w + camera.distance * offset, 1e-4f);
    };
    expect_eye(AxisView::front, {0, 0, 1});
    expect_eye(AxisView::front, {0, 0, -1});
    expect_eye(AxisView::right, {1, 0, 0});
    expect_eye(AxisView::right, {-1, 0, 0});
    expect_eye(AxisView::top, {0, 1, 0});
    expect_eye(AxisView::top, {0, -1, 0});
    expect_eye(AxisView::top, {0, 1, 0});
}

TEST(CameraTest, right_and_up_are_the_axes_of_the_view) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        const Camera camera = random_camera(random);
        const glm::mat4 view_from_world = camera.view_from_world();
        expect_near(glm::vec3(view_from_world * glm::vec4(camera.right_w(), 0.0f)), {1, 0, 0}, 1e-5f);
        expect_near(glm::vec3(view_from_world * glm::vec4(camera.up_w(), 0.0f)), {0, 1, 0}, 1e-5f);
        EXPECT_GT(camera.up_w().y, 0.0f);
    }
}

TEST(CameraTest, yaw_and_pitch_of_0_and_90_degrees_put_the_eye_on_an_axis) {
    Camera camera;
    camera.yaw = camera.pitch = 0.0f;
    camera.distance = 2.0f;
    expect_near(camera.eye_w(), {0, 0, 2}, 1e-6f);
    camera.pitch = glm::half_pi<float>();
    expect_near(camera.eye_w(), {0, 2, 0}, 1e-6f);
    camera.pitch = 0.0f;
    camera.yaw = glm::half_pi<float>();
    expect_near(camera.eye_w(), {2, 0, 0}, 1e-6f);
}

TEST(CameraTest, widened_shows_horizontally_what_the_camera_shows_vertically) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        const Camera camera = random_camera(random);
        const float aspect = random(0.2f, 1.0f);
        const Camera wide = widened(camera, aspect);
        const glm::vec3 above = camera.target_w + random(0.1f, 0.3f) * camera.distance * camera.up_w();
        const glm::vec3 to_the_right =
            camera.target_w + glm::distance(above, camera.target_w) * camera.right_w();
        const auto high = ndc_from_world(camera, above, 1.0f),
                   side = ndc_from_world(wide, to_the_right, aspect);
        ASSERT_TRUE(high && side);
        EXPECT_NEAR(side->x, high->y, 1e-3f);
        EXPECT_EQ(widened(camera, 1.0f / aspect).fov_y, camera.fov_y)
            << "a view that is wider than tall stays unchanged";
    }
}

TEST(CameraTest, a_ray_passes_through_the_points_drawn_at_its_pixel) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        const Camera camera = random_camera(random);
        const glm::vec2 cursor(random(-1.0f, 1.0f), random(-1.0f, 1.0f));
        const Ray ray = ray_through(camera, cursor, kAspect);
        EXPECT_NEAR(glm::length(ray.direction_w), 1.0f, 1e-5f);
        for (const float distances : {0.3f, 1.0f, 4.0f}) {
            const auto ndc =
                ndc_from_world(camera, ray.origin_w + distances * camera.distance * ray.direction_w, kAspect);
            ASSERT_TRUE(ndc);
            EXPECT_NEAR(ndc->x, cursor.x, 2e-3f);
            EXPECT_NEAR(ndc->y, cursor.y, 2e-3f);
            EXPECT_LT(std::abs(ndc->z), 1.0f);
        }
    }
}

TEST(CameraTest, nothing_is_drawn_behind_the_eye) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        const Camera camera = random_camera(random);
        const Ray ray = ray_through(camera, {0.3f, -0.2f}, kAspect);
        EXPECT_FALSE(ndc_from_world(camera, ray.origin_w - camera.distance * ray.direction_w, kAspect));
    }
}

TEST(CameraTest, nearer_points_have_less_depth) {
    const Camera camera;
    const Ray ray = ray_through(camera, {0.1f, 0.1f}, kAspect);
    float last = -1.0f;
    for (const float distance : {0.1f, 1.0f, 5.0f, 50.0f, 500.0f}) {
        const auto ndc = ndc_from_world(camera, ray.origin_w + distance * ray.direction_w, kAspect);
        ASSERT_TRUE(ndc);
        EXPECT_GT(ndc->z, last);
        last = ndc->z;
    }
    EXPECT_LT(last, 1.0f);
}

TEST(CameraTest, zoom_keeps_the_point_under_the_cursor) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        Camera camera = random_camera(random);
        const glm::vec2 cursor(random(-0.9f, 0.9f), random(-0.9f, 0.9f));
        const Ray ray = ray_through(camera, cursor, kAspect);
        const glm::vec3 forward_w = glm::normalize(camera.target_w - camera.eye_w());
        const glm::vec3 under_w =
            ray.origin_w + camera.distance / glm::dot(ray.direction_w, forward_w) * ray.direction_w;
        const float before = camera.distance;
        zoom_to_cursor(camera, 3.0f, cursor, kAspect);
        EXPECT_LT(camera.distance, 0.8f * before);
        const auto ndc = ndc_from_world(camera, under_w, kAspect);
        ASSERT_TRUE(ndc);
        EXPECT_NEAR(ndc->x, cursor.x, 2e-3f);
        EXPECT_NEAR(ndc->y, cursor.y, 2e-3f);
    }
}

TEST(CameraTest, zooming_out_undoes_zooming_in) {
    Camera camera;
    const Camera before = camera;
    zoom_to_cursor(camera, 4.0f, {0.5f, -0.5f}, kAspect);
    zoom_to_cursor(camera, -4.0f, {0.5f, -0.5f}, kAspect);
    EXPECT_NEAR(camera.distance, before.distance, 1e-4f);
    expect_near(camera.target_w, before.target_w, 1e-4f);
}

TEST(CameraTest, zoom_keeps_the_distance_positive_and_finite) {
    Camera camera;
    for (int i = 0; i < 1000; ++i) zoom_to_cursor(camera, 10.0f, {0.3f, 0.3f}, kAspect);
    EXPECT_GT(camera.distance, 0.0f);
    for (int i = 0; i < 1000; ++i) zoom_to_cursor(camera, -10.0f, {0.3f, 0.3f}, kAspect);
    EXPECT_TRUE(std::isfinite(camera.distance));
    EXPECT_TRUE(std::isfinite(camera.target_w.x));
}

TEST(CameraTest, pan_moves_the_scene_with_the_mouse) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        Camera camera = random_camera(random);
        const glm::vec3 grabbed_w = camera.target_w; // at the center of the view
        pan(camera, {30.0f, -45.0f}, kHeight);
        const auto ndc = ndc_from_world(camera, grabbed_w, kAspect);
        ASSERT_TRUE(ndc);
        EXPECT_NEAR(ndc->x * 0.5f * kHeight * kAspect, 30.0f, 0.05f);
        EXPECT_NEAR(ndc->y * 0.5f * kHeight, 45.0f, 0.05f); // the mouse moves up
    }
}

TEST(CameraTest, orbit_keeps_target_and_distance_and_follows_the_mouse) {
    Camera camera;
    camera.yaw = camera.pitch = 0.0f;
    const Camera before = camera;
    orbit(camera, {50.0f, 0.0f});
    EXPECT_EQ(camera.target_w, before.target_w);
    EXPECT_EQ(camera.distance, before.distance);
    EXPECT_LT(camera.eye_w().x, before.eye_w().x); // the scene rotates to the right
    orbit(camera, {0.0f, 50.0f});
    EXPECT_GT(camera.eye_w().y, before.eye_w().y);
}

TEST(CameraTest, orbit_stops_at_the_poles) {
    Camera camera;
    orbit(camera, {0.0f, 1e6f});
    EXPECT_FLOAT_EQ(camera.pitch, glm::half_pi<float>());
    EXPECT_NEAR(glm::length(camera.up_w()), 1.0f, 1e-6f);
    orbit(camera, {0.0f, -1e7f});
    EXPECT_FLOAT_EQ(camera.pitch, -glm::half_pi<float>());
}

TEST(CameraTest, focus_shows_the_whole_sphere_and_keeps_the_direction) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        Camera camera = random_camera(random);
        const Camera before = camera;
        const glm::vec3 center_w = random.point(10.0f);
        const float radius = random(0.01f, 5.0f);
        focus(camera, center_w, radius);
        EXPECT_EQ(camera.yaw, before.yaw);
        EXPECT_EQ(camera.pitch, before.pitch);
        for (const glm::vec3 side : {camera.up_w(), -camera.up_w(), camera.right_w(), -camera.right_w()}) {
            const auto ndc = ndc_from_world(camera, center_w + radius * side, kAspect);
            ASSERT_TRUE(ndc);
            EXPECT_LT(std::abs(ndc->y), 1.0f);
            EXPECT_LT(std::abs(ndc->x), 1.0f);
        }
        const auto top = ndc_from_world(camera, center_w + radius * camera.up_w(), kAspect);
        EXPECT_GT(top->y, 0.6f); // the sphere fills much of the view
    }
}

TEST(CameraTest, focus_without_a_radius_keeps_the_distance) {
    for (const float radius : {0.0f, -1.0f, std::nanf("")}) {
        Camera camera;
        focus(camera, {1, 2, 3}, radius);
        EXPECT_EQ(camera.target_w, glm::vec3(1, 2, 3));
        EXPECT_EQ(camera.distance, Camera{}.distance);
    }
}

TEST(CameraTest, look_turns_about_the_eye) {
    Camera camera;
    const Camera before = camera;
    look(camera, {40.0f, 25.0f});
    expect_near(camera.eye_w(), before.eye_w(), 1e-4f);
    // A drag to the right and down moves the former center to the left and up.
    const auto ndc = ndc_from_world(camera, before.target_w, kAspect);
    ASSERT_TRUE(ndc);
    EXPECT_LT(ndc->x, 0.0f);
    EXPECT_GT(ndc->y, 0.0f);
}

TEST(CameraTest, fly_moves_eye_and_target_together) {
    Camera camera;
    const Camera before = camera;
    fly(camera, {0.5f, 0.25f, 2.0f});
    expect_near(camera.eye_w() - before.eye_w(), camera.target_w - before.target_w, 1e-5f);
    const glm::vec3 forward_w = glm::normalize(before.target_w - before.eye_w());
    const glm::vec3 moved_w = camera.target_w - before.target_w;
    EXPECT_NEAR(glm::dot(moved_w, forward_w), 2.0f, 1e-5f);
    EXPECT_NEAR(glm::dot(moved_w, before.right_w()), 0.5f, 1e-5f);
    EXPECT_NEAR(glm::dot(moved_w, before.up_w()), 0.25f, 1e-5f);
}

} // namespace
} // namespace boxwood::draw

#include "engine/draw/picking.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <glm/ext/matrix_transform.hpp>
#include <glm/geometric.hpp>

namespace boxwood::draw::picking_test {
namespace {

constexpr int kCases = 500;

struct Random {
    std::mt19937 bits{11};
    float operator()(float low, float high) { return std::uniform_real_distribution(low, high)(bits); }
    glm::vec3 point(float size) { return {(*this)(-size, size), (*this)(-size, size), (*this)(-size, size)}; }
};

Ray ray_to(glm::vec3 from_w, glm::vec3 to_w) {
    return {from_w, glm::normalize(to_w - from_w)};
}

TEST(PickingTest, a_sphere_is_hit_only_in_front_of_the_ray_origin_and_within_its_radius) {
    const Ray ray{{0, 0, 5}, {0, 0, -1}};
    ASSERT_TRUE(hit_sphere(ray, {0, 0, 0}, 1.0f));
    EXPECT_FLOAT_EQ(*hit_sphere(ray, {0, 0, 0}, 1.0f), 4.0f);
    EXPECT_FALSE(hit_sphere(ray, {0, 0, 10}, 1.0f)); // behind the origin of the ray
    EXPECT_FALSE(hit_sphere(ray, {1.01f, 0, 0}, 1.0f));
    EXPECT_TRUE(hit_sphere(ray, {0.99f, 0, 0}, 1.0f));
    EXPECT_EQ(*hit_sphere(ray, {0, 0, 5}, 1.0f), 0.0f); // the ray starts inside
}

TEST(PickingTest, a_box_is_hit_by_axis_parallel_rays_only_within_its_sides) {
    const Ray along_x{{-5, 0, 0}, {1, 0, 0}};
    EXPECT_FLOAT_EQ(*hit_box(along_x, {-1, -1, -1}, {1, 1, 1}), 4.0f);
    EXPECT_FALSE(hit_box(along_x, {-1, 0.5f, -1}, {1, 1, 1}));
    EXPECT_FALSE(hit_box(along_x, {-9, -1, -1}, {-7, 1, 1})); // behind the origin of the ray
    EXPECT_EQ(*hit_box(along_x, {-6, -1, -1}, {1, 1, 1}), 0.0f);
    EXPECT_FALSE(hit_box(along_x, {1, 1, 1}, {-1, -1, -1}));                // an empty box
    EXPECT_TRUE(hit_box({{-5, 1, 0}, {1, 0, 0}}, {-1, -1, -1}, {1, 1, 1})); // in the plane of a side
}

TEST(PickingTest, a_box_hit_is_the_nearest_hit_of_its_six_rectangles) {
    Random random;
    int hits = 0;
    for (int i = 0; i < kCases; ++i) {
        const glm::vec3 half(random(0.2f, 1.0f), random(0.2f, 1.0f), random(0.2f, 1.0f));
        const Ray ray = ray_to(random.point(1.0f) + glm::vec3(0, 0, 4), random.point(1.5f));
        float nearest = std::numeric_limits<float>::infinity();
        for (int axis = 0; axis < 3; ++axis)
            for (const float side : {-1.0f, 1.0f}) {
                const float t = (side * half[axis] - ray.origin_w[axis]) / ray.direction_w[axis];
                const glm::vec3 p = ray.origin_w + t * ray.direction_w;
                const int u = (axis + 1) % 3, v = (axis + 2) % 3;
                if (t >= 0.0f && std::abs(p[u]) <= half[u] && std::abs(p[v]) <= half[v])
                    nearest = std::min(nearest, t);
            }
        const auto hit = hit_box(ray, -half, half);
        ASSERT_EQ(hit.has_value(), std::isfinite(nearest));
        if (!hit) continue;
        EXPECT_NEAR(*hit, nearest, 1e-4f);
        ++hits;
    }
    EXPECT_GT(hits, kCases / 5);
}

TEST(PickingTest, triangle_is_hit_inside_and_missed_outside) {
    Random random;
    for (int i = 0; i < kCases; ++i) {
        const glm::vec3 a = random.point(1), b = random.point(1), c = random.point(1);
        if (glm::length(glm::cross(b - a, c - a)) < 0.05f) continue;
        float u = random(0.05f, 0.9f), v = random(0.05f, 0.9f);
        if (u + v > 0.95f) continue;
        const glm::vec3 from = random.point(1.0f) + glm::vec3(0, 5, 0);
        const glm::vec3 inside = a + u * (b - a) + v * (c - a);
        const Ray ray = ray_to(from, inside);
        if (std::abs(glm::dot(ray.direction_w, glm::normalize(glm::cross(b - a, c - a)))) < 0.05f) continue;
        const auto hit = hit_triangle(ray, a, b, c);
        ASSERT_TRUE(hit);
        EXPECT_NEAR(*hit, glm::distance(from, inside), 1e-3f);
        EXPECT_TRUE(hit_triangle(ray, a, c, b)); // the other orientation is hit too
        EXPECT_FALSE(hit_triangle({from, -ray.direction_w}, a, b, c));
        EXPECT_FALSE(hit_triangle(ray_to(from, a + 1.1f * (b - a) + 0.1f * (c - a)), a, b, c));
        EXPECT_FALSE(hit_triangle(ray_to(from, a - 0.1f * (b - a) + 0.5f * (c - a)), a, b, c));
        EXPECT_FALSE(hit_triangle(ray_to(from, a + 0.5f * (b - a) - 0.1f * (c - a)), a, b, c));
    }
}

TEST(PickingTest, flat_triangle_is_missed) {
    EXPECT_FALSE(hit_triangle({{0, 0, 1}, {0, 0, -1}}, {-1, 0, 0}, {0, 0, 0}, {1, 0, 0}));
}

class PickTest : public ::testing::Test {
  protected:
    void add(glm::vec3 center_w, glm::vec3 scale, std::uint32_t id, Layer layer = Layer::depth_tested) {
        MeshInstance instance;
        instance.world_from_mesh = glm::scale(glm::translate(glm::mat4(1.0f), center_w), scale);
        instance.pick_id = id;
        instance.layer = layer;
        list.instances.push_back(instance);
    }

    const std::vector<glm::vec3> positions{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
    const std::vector<std::array<std::uint32_t, 3>> triangles{{0, 1, 2}, {0, 2, 3}};
    DrawList list;
    void SetUp() override { list.meshes.push_back({next_mesh_key(), 0, positions, triangles}); }
};

TEST_F(PickTest, the_nearest_instance_is_picked_at_its_distance_in_the_world) {
    add({0, 0, -3}, {2, 2, 1}, 7);
    add({0, 0, -1}, {0.5f, 0.5f, 1}, 8);
    const auto hit = pick(list, {{0.1f, 0.3f, 4}, {0, 0, -1}});
    ASSERT_TRUE(hit);
    EXPECT_EQ(hit->pick_id, 8u);
    EXPECT_EQ(hit->instance, 1u);
    EXPECT_EQ(hit->triangle, 1u); // the triangle above the diagonal of the square
    EXPECT_FLOAT_EQ(hit->distance, 5.0f);
    EXPECT_LT(glm::distance(hit->point_w, glm::vec3(0.1f, 0.3f, -1.0f)), 1e-5f);
    EXPECT_EQ(pick(list, {{1.5f, 0, 4}, {0, 0, -1}})->pick_id, 7u); // the ray misses the small square
    EXPECT_FALSE(pick(list, {{2.5f, 0, 4}, {0, 0, -1}}));
}

TEST_F(PickTest, an_instance_that_cannot_be_picked_hides_no_other) {
    add({0, 0, 0}, {1, 1, 1}, 0);
    EXPECT_FALSE(pick(list, {{0, 0, 4}, {0, 0, -1}}));
    add({0, 0, -2}, {1, 1, 1}, 5);
    EXPECT_EQ(pick(list, {{0, 0, 4}, {0, 0, -1}})->pick_id, 5u);
}

TEST_F(PickTest, an_instance_on_top_is_picked_although_it_is_farther) {
    add({0, 0, -5}, {1, 1, 1}, 3, Layer::on_top);
    add({0, 0, 0}, {1, 1, 1}, 4);
    EXPECT_EQ(pick(list, {{0, 0, 4}, {0, 0, -1}})->pick_id, 3u);
    add({0, 0, -4}, {1, 1, 1}, 6, Layer::on_top);
    EXPECT_EQ(pick(list, {{0, 0, 4}, {0, 0, -1}})->pick_id, 6u);
}

} // namespace
} // namespace boxwood::draw::picking_test

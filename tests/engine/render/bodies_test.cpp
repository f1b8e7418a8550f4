#include <algorithm>
#include <set>

#include <glm/ext/matrix_transform.hpp>

#include "tests/engine/render/render_test.hpp"

namespace boxwood::render {
namespace {

using draw::Color;
using draw::rgb;

constexpr Color kGrey = rgb(0x8A94A3);

glm::mat4 moved(glm::vec3 by, float scale = 1.0f) {
    return glm::scale(glm::translate(glm::mat4(1.0f), by), glm::vec3(scale));
}

// One of six hues, which shading does not change.
Color hue(int i) {
    constexpr std::array kHues{rgb(0xC00000), rgb(0x00C000), rgb(0x0000C0),
                               rgb(0xC0C000), rgb(0xC000C0), rgb(0x00C0C0)};
    return kHues[static_cast<std::size_t>(i) % kHues.size()];
}

bool has_hue(Color seen, Color hue_of) {
    const auto on = [](std::uint8_t channel) { return channel > 40; };
    return on(seen.r) == (hue_of.r > 0) && on(seen.g) == (hue_of.g > 0) && on(seen.b) == (hue_of.b > 0);
}

class BodiesTest : public RenderTest {
  protected:
    static constexpr int kSide = 6;
    static glm::vec3 cell(int i) {
        return {0.9f * static_cast<float>(i % kSide) - 2.25f, 0.9f * static_cast<float>(i / kSide) - 2.25f,
                0};
    }
    // Tries several points of a face, because edges of triangles may cross its center.
    void expect_hues(const Image& image) {
        constexpr std::array kCompared{glm::vec3(0.12f, -0.04f, 0), glm::vec3(-0.05f, -0.1f, 0),
                                       glm::vec3(0.03f, 0.11f, 0)};
        for (int i = 0; i < kSide * kSide; ++i)
            EXPECT_TRUE(std::ranges::any_of(
                kCompared, [&](glm::vec3 by) { return has_hue(at(image, cell(i) + by), hue(7 * i / 3)); }))
                << "body " << i;
    }
};

TEST_F(BodiesTest, many_meshes_are_one_draw_call_and_each_has_its_pose_and_color) {
    std::vector<Shape> shapes;
    for (int i = 0; i < kSide * kSide; ++i) shapes.push_back(cube());
    for (int i = 0; i < kSide * kSide; ++i)
        add(shapes[static_cast<std::size_t>(i)].data(), moved(cell(i), 0.3f), hue(7 * i / 3));
    expect_hues(picture());
    EXPECT_EQ(renderer.stats().draw_calls, 1u);
    EXPECT_EQ(renderer.stats().triangles, 12u * kSide * kSide);
    EXPECT_EQ(renderer.stats().instances, 1u * kSide * kSide);
}

TEST_F(BodiesTest, many_instances_of_one_mesh_are_one_draw_call) {
    const Shape shape = cube();
    list.meshes.push_back(shape.data());
    for (int i = 0; i < kSide * kSide; ++i) {
        draw::MeshInstance instance;
        instance.world_from_mesh = moved(cell(i), 0.3f);
        instance.color = hue(7 * i / 3);
        list.instances.push_back(instance);
    }
    expect_hues(picture());
    EXPECT_EQ(renderer.stats().draw_calls, 1u);
}

TEST_F(BodiesTest, single_and_repeated_meshes_are_drawn_together_in_few_draw_calls) {
    const Shape often = cube(), twice = cube();
    std::vector<Shape> lone;
    for (int i = 0; i < kSide * kSide; ++i) lone.push_back(cube());
    for (int i = 0; i < kSide * kSide; ++i) {
        const Shape& shape = i % 3 == 0          ? often
                             : i == 7 || i == 20 ? twice
                                                 : lone[static_cast<std::size_t>(i)];
        draw::MeshInstance& instance = add(shape.data(), moved(cell(i), 0.3f), hue(7 * i / 3));
        instance.edges = i % 2 == 0;
        instance.fades_with_depth = i % 5 != 0;
    }
    expect_hues(picture());
    EXPECT_LE(renderer.stats().draw_calls, 12u);
}

TEST_F(BodiesTest, meshes_survive_the_growth_of_their_buffer) {
    const Shape early = cube();
    add(early.data(), moved({-2, 0, 0}, 0.5f), hue(0));
    picture();
    Shape big; // a strip of 30000 triangles: its 90000 vertices do not fit in the first buffer
    for (int i = 0; i <= 15000; ++i) {
        const float x = static_cast<float>(i) / 7500.0f - 1.0f;
        big.positions.emplace_back(x, -1, 0);
        big.positions.emplace_back(x, 1, 0);
    }
    for (std::uint32_t i = 0; i < 30000; ++i)
        big.triangles.push_back(i % 2 == 0 ? std::array{i, i + 2, i + 1} : std::array{i, i + 1, i + 2});
    add(big.data(), moved({2, 0, 0}, 0.5f), hue(1));
    const Image image = picture();
    EXPECT_TRUE(has_hue(at(image, {-2, 0, 0}), hue(0)));
    EXPECT_TRUE(has_hue(at(image, {2, 0, 0}), hue(1)));
    EXPECT_EQ(renderer.stats().triangles, 30012u);
}

TEST_F(BodiesTest, pictures_stay_correct_while_meshes_replace_unused_ones) {
    const Shape kept = cube();
    for (int frame = 0; frame < 400; ++frame) { // each frame reuses the slot of an older mesh
        list.clear();
        const Shape passing = square();
        add(kept.data(), moved({-1, 0, 0}, 0.5f), hue(0));
        add(passing.data(), moved({1, 0, 0}, 0.5f), hue(frame));
        if (frame % 40 != 0 && frame < 390) {
            renderer.begin_frame({8, 8}, style.background);
            renderer.draw(list, camera, {0, 0, 8, 8}, 1.0f, style);
            renderer.begin_overlay();
            continue;
        }
        const Image image = picture();
        EXPECT_TRUE(has_hue(at(image, {-1, 0, 0}), hue(0))) << frame;
        EXPECT_TRUE(has_hue(at(image, {1, 0, 0}), hue(frame))) << frame;
    }
}

TEST_F(BodiesTest, data_is_read_again_only_if_its_revision_changes) {
    Shape shape = square();
    add(shape.data(), moved({0, 0, 0}, 0.5f), hue(0));
    EXPECT_TRUE(has_hue(at(picture(), {0, 0, 0}), hue(0)));
    EXPECT_GT(renderer.stats().uploaded_bytes, 0u);
    for (glm::vec3& p : shape.positions) p.x += 4.0f;
    EXPECT_TRUE(has_hue(at(picture(), {0, 0, 0}), hue(0)));
    ++list.meshes[0].revision;
    const Image image = picture();
    EXPECT_TRUE(is_color(at(image, {0, 0, 0}), style.background));
    EXPECT_TRUE(has_hue(at(image, {2, 0, 0}), hue(0)));
    shape.triangles.pop_back(); // removes the triangle above the diagonal
    list.meshes[0].triangles = shape.triangles;
    ++list.meshes[0].revision;
    EXPECT_TRUE(is_color(at(picture(), {1.8f, 0.2f, 0}), style.background));
}

// If few triangles of a large mesh move, the picture must still equal that of a complete upload.
TEST_F(BodiesTest, a_small_change_of_a_mesh_uploads_less_than_a_quarter_of_it) {
    Shape strip;
    for (int i = 0; i <= 4000; ++i) {
        const float x = static_cast<float>(i) / 2000.0f - 1.0f;
        strip.positions.emplace_back(x, -0.5f, 0.1f * static_cast<float>(i % 3));
        strip.positions.emplace_back(x, 0.5f, 0.0f);
    }
    for (std::uint32_t i = 0; i < 8000; ++i)
        strip.triangles.push_back(i % 2 == 0 ? std::array{i, i + 2, i + 1} : std::array{i, i + 1, i + 2});
    for (const bool smooth : {false, true}) {
        std::vector<draw::Color> colors(strip.triangles.size(), hue(0));
        Shape moving = strip;
        const auto picture_of = [&](draw::MeshKey key, std::uint32_t revision) {
            list.clear();
            add(moving.data(), moved({0, 0, 0}), hue(1));
            list.meshes[0].key = key;
            list.meshes[0].revision = revision;
            list.meshes[0].smooth = smooth;
            list.meshes[0].triangle_colors = colors;
            return picture();
        };
        const draw::MeshKey key = draw::next_mesh_key();
        picture_of(key, 0);
        const std::uint64_t first = renderer.stats().uploaded_bytes;
        for (std::size_t i = 2000; i < 2100; ++i) moving.positions[i].z += 0.3f;
        for (std::size_t i = 6000; i < 6100; ++i) colors[i] = hue(2);
        const Image kept = picture_of(key, 1);
        EXPECT_LT(renderer.stats().uploaded_bytes, first / 4) << smooth;
        EXPECT_EQ(kept.rgba, picture_of(draw::next_mesh_key(), 0).rgba) << smooth;
        colors.clear();
        const Image plain = picture_of(key, 2);
        EXPECT_EQ(plain.rgba, picture_of(draw::next_mesh_key(), 0).rgba) << smooth;
    }
}

TEST_F(BodiesTest, winding_does_not_matter_for_closed_meshes) {
    const Shape right = cube();
    Shape wrong = cube();
    for (auto& triangle : wrong.triangles) std::swap(triangle[1], triangle[2]);
    const glm::mat4 pose = glm::rotate(moved({0, 0, 0}), 0.7f, glm::vec3(1, 2, 0.5f));
    for (const bool smooth : {false, true}) {
        list.clear();
        add(right.data(), pose, kGrey).edges = true;
        list.meshes[0].smooth = smooth;
        const Image expected = picture();
        list.clear();
        add(wrong.data(), pose, kGrey).edges = true;
        list.meshes[0].smooth = smooth;
        EXPECT_EQ(picture().rgba, expected.rgba);
    }
}

TEST_F(BodiesTest, both_sides_of_open_surfaces_look_the_same) {
    const Shape front = square();
    Shape back = square();
    for (auto& triangle : back.triangles) std::swap(triangle[1], triangle[2]);
    for (const bool smooth : {false, true}) {
        list.clear();
        add(front.data(), glm::rotate(moved({0, 0, 0}), 0.5f, {1, 0, 0}), kGrey);
        list.meshes[0].smooth = smooth;
        const Color expected = middle();
        list.clear();
        add(back.data(), glm::rotate(moved({0, 0, 0}), 0.5f, {1, 0, 0}), kGrey);
        list.meshes[0].smooth = smooth;
        EXPECT_TRUE(is_color(middle(), expected, 1));
    }
}

TEST_F(BodiesTest, shading_depends_on_the_normal_in_the_world_not_in_the_mesh) {
    for (const float tilt : {-1.45f, -0.7f, 0.0f, 0.7f, 1.45f}) { // also nearly edge-on
        Color expected;
        for (int i = 0; i < 24; ++i) {
            const float angle = 0.9f * static_cast<float>(i);
            const glm::mat4 laid =
                glm::rotate(glm::rotate(glm::mat4(1.0f), angle, {1, 0.3f, 0}), angle, {0, 1, 0.7f});
            Shape shape = square();
            for (glm::vec3& p : shape.positions) p = glm::vec3(laid * glm::vec4(p, 0.0f));
            list.clear();
            add(shape.data(), glm::rotate(glm::mat4(1.0f), tilt, {1, 0, 0}) * glm::inverse(laid), kGrey);
            list.meshes[0].smooth = true;
            if (i == 0) expected = middle();
            EXPECT_TRUE(is_color(middle(), expected, 1)) << "tilt " << tilt << " mesh rotation " << i;
        }
    }
}

TEST_F(BodiesTest, a_mirrored_pose_of_a_cube_gives_the_same_picture) {
    const Shape shape = cube();
    add(shape.data(), glm::rotate(moved({0, 0, 0}), 0.6f, {1, 1, 0}), kGrey);
    const Image expected = picture();
    list.clear();
    add(shape.data(), glm::scale(glm::rotate(moved({0, 0, 0}), 0.6f, {1, 1, 0}), {1, 1, -1}), kGrey);
    EXPECT_EQ(picture().rgba, expected.rgba);
}

TEST_F(BodiesTest, light_comes_from_above_for_any_scale_of_the_body) {
    const Shape shape = cube();
    for (const glm::vec3 stretch : {glm::vec3(1), glm::vec3(1, 0.2f, 1), glm::vec3(1, 1, 0.2f)}) {
        list.clear();
        camera.pitch = 0.6f;
        add(shape.data(), glm::scale(glm::mat4(1.0f), stretch), kGrey);
        const Image image = picture();
        const Color top = at(image, {0, stretch.y, 0.3f * stretch.z}), side = at(image, {0, 0, stretch.z});
        EXPECT_GT(top.g, side.g + 10) << stretch.x << ' ' << stretch.y << ' ' << stretch.z;
        EXPECT_GT(difference(side, style.background), 20);
    }
}

TEST_F(BodiesTest, from_inside_a_body_its_walls_are_visible) {
    const Shape room = cube();
    add(room.data(), moved({0, 0, 0}, 30.0f), kGrey);
    EXPECT_GT(difference(middle(), style.background), 20);
}

TEST_F(BodiesTest, bodies_out_of_view_are_not_drawn) {
    const Shape shape = cube();
    add(shape.data(), moved({0, 0, 0}, 0.3f), kGrey);
    for (const glm::vec3 far : {glm::vec3(30, 0, 0), glm::vec3(-30, 0, 0), glm::vec3(0, 30, 0),
                                glm::vec3(0, -30, 0), glm::vec3(0, 0, 40)})
        add(shape.data(), moved(far, 0.3f), kGrey);
    picture();
    EXPECT_EQ(renderer.stats().instances, 1u);
    list.clear();
    add(shape.data(), moved({30, 0, 0}, 28.0f), kGrey); // the scaled body reaches into the view
    const Image image = picture();
    EXPECT_GT(difference(at(image, {3.5f, 0, 0}), style.background), 20);
}

TEST_F(BodiesTest, edges_are_drawn_on_request_and_coplanar_ones_can_be_hidden) {
    const Shape shape = square();
    add(shape.data(), moved({0, 0, 0}, 2.0f), kGrey);
    const auto edge_at = [&](glm::vec3 p) {
        const Color inside = at(picture(), {0.7f, -0.7f, 0});
        return difference(at(picture(), p), inside) > 5;
    };
    const glm::vec3 diagonal(0.5f, 0.5f, 0), border(0, -2.0f + 0.2f * pixel_size(10), 0);
    EXPECT_FALSE(edge_at(diagonal));
    EXPECT_FALSE(edge_at(border));
    list.instances[0].edges = true;
    EXPECT_TRUE(edge_at(diagonal));
    EXPECT_TRUE(edge_at(border));
    list.meshes[0].hide_coplanar_edges = true;
    EXPECT_FALSE(edge_at(diagonal));
    EXPECT_TRUE(edge_at(border));
}

TEST_F(BodiesTest, an_edge_between_triangles_that_are_not_coplanar_is_not_hidden) {
    Shape shape = square();
    shape.positions[1].z = 0.4f; // bends the square along its diagonal
    add(shape.data(), moved({0, 0, 0}, 2.0f), kGrey).edges = true;
    list.meshes[0].hide_coplanar_edges = true;
    const Image image = picture();
    list.instances[0].edges = false;
    const Image without = picture();
    EXPECT_GT(difference(at(image, {0.5f, 0.5f, 0}), at(without, {0.5f, 0.5f, 0})), 5);
}

TEST_F(BodiesTest, hatched_bodies_show_stripes_and_their_own_color) {
    const Shape shape = square();
    const Color contact = rgb(0xFF4D4D);
    add(shape.data(), moved({0, 0, 0}, 2.0f), contact).hatched = true;
    const Image image = picture();
    const auto [left, top] = place({-1.2f, 1.5f, 0});
    const auto [right, bottom] = place({1.2f, -1.5f, 0});
    int stripes = 0, fills = 0, all = 0;
    for (int y = top; y < bottom; ++y)
        for (int x = left; x < right; ++x, ++all) {
            stripes += difference(pixel(image, x, y), style.hatch) < 12;
            fills += pixel(image, x, y).r > 160;
        }
    EXPECT_GT(stripes, all / 10);
    EXPECT_GT(fills, all / 4);
    // The stripes are diagonal: along one diagonal, neighboring pixels have similar colors.
    int same = 0, other = 0;
    for (int y = top + 1; y < bottom; ++y)
        for (int x = left; x + 1 < right; ++x) {
            same += difference(pixel(image, x, y), pixel(image, x + 1, y + 1));
            other += difference(pixel(image, x, y), pixel(image, x + 1, y - 1));
        }
    EXPECT_GT(std::max(same, other), 4 * std::min(same, other));
}

TEST_F(BodiesTest, bodies_fade_into_the_background_with_depth) {
    const Shape shape = square();
    const auto seen = [&](float z, bool fades_with_depth) {
        list.instances.clear();
        list.meshes.clear();
        add(shape.data(), moved({0, 0, z}, 3.0f), kGrey).fades_with_depth = fades_with_depth;
        return middle();
    };
    const Color full = seen(0, true);
    list.depth_fade = {11.0f, 21.0f};
    EXPECT_TRUE(is_color(seen(0, true), full));
    const Color half = seen(-6, true), far = seen(-30, true);
    EXPECT_TRUE(is_color(half, draw::mix(full, style.background, 0.5f * style.depth_fade_strength), 2));
    EXPECT_TRUE(is_color(far, draw::mix(full, style.background, style.depth_fade_strength), 2));
    EXPECT_TRUE(is_color(seen(-30, false), full));
}

TEST_F(BodiesTest, triangles_can_have_individual_colors) {
    const Shape shape = square();
    const std::vector<Color> colors{hue(0), hue(1)};
    add(shape.data(), moved({0, 0, 0}), kGrey);
    list.meshes[0].triangle_colors = colors;
    const Image image = picture();
    EXPECT_TRUE(has_hue(at(image, {0.5f, -0.5f, 0}), hue(0)));
    EXPECT_TRUE(has_hue(at(image, {-0.5f, 0.5f, 0}), hue(1)));
}

TEST_F(BodiesTest, translucent_bodies_are_blended_with_bodies_behind_them_in_any_order) {
    const Shape wall = square(), glass = square();
    add(wall.data(), moved({0, 0, -2}, 3.0f), hue(2));
    const Color behind = middle();
    list.clear();
    add(glass.data(), moved({0, 0, 0}), hue(0));
    const Color front = middle();
    for (const bool glass_first : {false, true}) {
        list.clear();
        if (!glass_first) add(wall.data(), moved({0, 0, -2}, 3.0f), hue(2));
        add(glass.data(), moved({0, 0, 0}), draw::with_alpha(hue(0), 128));
        if (glass_first) add(wall.data(), moved({0, 0, -2}, 3.0f), hue(2));
        EXPECT_TRUE(is_color(middle(), draw::mix(behind, front, 128.0f / 255.0f), 2));
    }
}

TEST_F(BodiesTest, translucent_bodies_are_sorted_by_depth_in_any_order) {
    const Shape near = square(), far = square();
    std::array<Color, 2> seen;
    for (const bool near_first : {false, true}) {
        list.clear();
        if (near_first) add(near.data(), moved({0, 0, 1}), draw::with_alpha(hue(0), 200));
        add(far.data(), moved({0, 0, -1}), draw::with_alpha(hue(1), 200));
        if (!near_first) add(near.data(), moved({0, 0, 1}), draw::with_alpha(hue(0), 200));
        seen[near_first ? 1 : 0] = middle();
    }
    EXPECT_TRUE(is_color(seen[0], seen[1]));
    EXPECT_GT(seen[0].r, 2 * seen[0].g);
}

TEST_F(BodiesTest, a_growing_mesh_does_not_change_the_others) {
    Shape strip;
    const auto grow_to = [&](std::uint32_t triangles) {
        strip.positions.clear();
        strip.triangles.clear();
        for (std::uint32_t i = 0; i < triangles + 2; ++i)
            strip.positions.emplace_back(2.0f * static_cast<float>(i) / static_cast<float>(triangles + 1) -
                                             1.0f,
                                         i % 2 == 0 ? -1.0f : 1.0f, 0.0f);
        for (std::uint32_t i = 0; i < triangles; ++i) strip.triangles.push_back({i, i + 1, i + 2});
    };
    const Shape cube_before = cube(), cube_after = cube();
    for (std::uint32_t revision = 0; revision < 4; ++revision) {
        grow_to(6000u << revision);
        list.clear();
        add(strip.data(), moved({0, 0, 0}, 0.5f), hue(1));
        list.meshes[0].revision = revision;
        add(cube_before.data(), moved({-2, 0, 0}, 0.5f), hue(0));
        add(cube_after.data(), moved({2, 0, 0}, 0.5f), hue(2));
        const Image image = picture();
        EXPECT_TRUE(has_hue(at(image, {-2, 0, 0}), hue(0))) << revision;
        EXPECT_TRUE(has_hue(at(image, {0.3f, 0, 0}), hue(1))) << revision;
        EXPECT_TRUE(has_hue(at(image, {2, 0, 0}), hue(2))) << revision;
    }
}

TEST_F(BodiesTest, a_mesh_without_triangles_or_area_does_not_affect_others) {
    Shape empty, flat = square();
    for (glm::vec3& p : flat.positions) p = {0, 0, 0};
    add(empty.data(), glm::mat4(1.0f), kGrey);
    add(flat.data(), glm::mat4(1.0f), kGrey).edges = true;
    const Shape visible = cube();
    add(visible.data(), moved({1, 0, 0}, 0.5f), hue(1));
    EXPECT_TRUE(has_hue(at(picture(), {1, 0, 0}), hue(1)));
}

} // namespace
} // namespace boxwood::render

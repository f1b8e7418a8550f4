// A plane cuts surfaces and scenes: the areas of the two parts add up to the area of the whole surface.
#include "engine/draw/cut.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace boxwood::draw {
namespace {

using Triangles = std::vector<std::array<std::uint32_t, 3>>;

// The square from 0 to 1 on x and y, of n x n cells with two triangles each.
struct Square {
    std::vector<glm::vec3> positions;
    Triangles triangles;
    explicit Square(std::uint32_t n) {
        for (std::uint32_t y = 0; y <= n; ++y)
            for (std::uint32_t x = 0; x <= n; ++x)
                positions.emplace_back(static_cast<float>(x) / static_cast<float>(n),
                                       static_cast<float>(y) / static_cast<float>(n), 0.25f);
        for (std::uint32_t y = 0; y < n; ++y)
            for (std::uint32_t x = 0; x < n; ++x) {
                const std::uint32_t at = y * (n + 1) + x;
                triangles.push_back({at, at + 1, at + n + 2});
                triangles.push_back({at, at + n + 2, at + n + 1});
            }
    }
};

double area_of(std::span<const glm::vec3> positions,
               std::span<const std::array<std::uint32_t, 3>> triangles) {
    double area = 0.0;
    for (const auto& t : triangles)
        area += 0.5 * static_cast<double>(
                          glm::cross(positions[t[1]] - positions[t[0]], positions[t[2]] - positions[t[0]]).z);
    return area;
}

TEST(Cut, areas_on_both_sides_of_a_plane_add_up_to_the_whole) {
    const Square square(7);
    for (const glm::vec4 plane :
         {glm::vec4(1, 0, 0, -0.3f), glm::vec4(1, 2, 3, -2.0f), glm::vec4(-1, 1, 0, 0)}) {
        const CutMesh kept = cut_mesh(square.positions, square.triangles, {}, plane),
                      rest = cut_mesh(square.positions, square.triangles, {}, -plane);
        const double one = area_of(kept.positions, kept.triangles),
                     other = area_of(rest.positions, rest.triangles);
        EXPECT_NEAR(one + other, 1.0, 1e-5); // signed areas: a reversed triangle would be subtracted
        EXPECT_GT(one, 0.1);
        EXPECT_GT(other, 0.1);
        ASSERT_EQ(kept.sources.size(), kept.triangles.size());
        for (std::size_t i = 0; i < kept.triangles.size(); ++i)
            for (const std::uint32_t vertex : kept.triangles[i]) {
                EXPECT_GE(glm::dot(glm::vec3(plane), kept.positions[vertex]) + plane.w, -1e-5f);
                ASSERT_LT(kept.sources[i], square.triangles.size());
            }
    }
    EXPECT_TRUE(cut_mesh(square.positions, square.triangles, {}, glm::vec4(0, 0, 1, -1)).triangles.empty());
}

TEST(Cut, hidden_triangles_are_left_out_and_the_others_keep_their_source_index) {
    const Square square(4);
    std::vector<bool> shown(square.triangles.size(), false);
    shown[3] = shown[17] = true;
    const CutMesh part = cut_mesh(square.positions, square.triangles, shown, std::nullopt);
    EXPECT_EQ(part.sources, (std::vector<std::uint32_t>{3, 17}));
    EXPECT_EQ(part.triangles, (Triangles{square.triangles[3], square.triangles[17]}));
}

TEST(Cut, a_cut_scene_keeps_only_the_positive_side_of_the_plane) {
    DrawList list;
    list.lines = {{{-1, 0, 0}, {3, 0, 0}, {}}, {{-1, 0, 0}, {-3, 0, 0}, {}}};
    list.boxes = {{}};
    list.triangles = {{{-1, 0, 0}, {1, 0, 0}, {1, 2, 0}, {}}};
    list.points = {{{1, 0, 0}, {}}, {{-1, 0, 0}, {}}};
    list.labels = {{{-1, 0, 0}, "gone", {}}, {{2, 0, 0}, "here", {}}};
    cut_scene(list, {1, 0, 0, 0}); // x >= 0
    EXPECT_TRUE(list.boxes.empty());
    // Of the 12 edges of the box, four are cut and four lie on the kept side.
    ASSERT_EQ(list.lines.size(), 1u + 8u);
    EXPECT_EQ(list.lines[0].from_w, glm::vec3(0.0f));
    EXPECT_EQ(list.lines[0].to_w, glm::vec3(3, 0, 0));
    for (const Line& line : list.lines) EXPECT_GE(std::min(line.from_w.x, line.to_w.x), 0.0f);
    EXPECT_EQ(list.points.size(), 1u);
    ASSERT_EQ(list.labels.size(), 1u);
    EXPECT_EQ(list.labels[0].text, "here");
    double area = 0.0;
    for (const FilledTriangle& t : list.triangles)
        area += 0.5 * static_cast<double>(glm::length(glm::cross(t.b_w - t.a_w, t.c_w - t.a_w)));
    EXPECT_NEAR(area, 1.5, 1e-6);
}

} // namespace
} // namespace boxwood::draw

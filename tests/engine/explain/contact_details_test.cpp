#include "engine/explain/explanations/contact_details.hpp"
#include "tests/engine/sim/cubes.hpp"

#include <algorithm>
#include <array>

namespace boxwood {
namespace {

using test::make_cube;

// The cube as a mesh of 12 triangles that is a surface, not a solid.
std::shared_ptr<Shape> make_surface() {
    std::vector<TriangleIndices> triangles;
    for (const std::vector<std::uint32_t>& side : test::kSides) {
        triangles.push_back({side[0], side[1], side[2]});
        triangles.push_back({side[0], side[2], side[3]});
    }
    return *make_shape(MeshView{test::kCorners, triangles});
}

std::vector<ContactDetail> details_of(const std::shared_ptr<Shape>& a, const std::shared_ptr<Shape>& b,
                                      const glm::dvec3& b_at) {
    CollisionWorld world;
    Transform at;
    at.t = b_at;
    const std::array bodies{BodyDesc{a, {}}, BodyDesc{b, at}};
    EXPECT_TRUE(world.add_bodies(bodies));
    StepOutput output;
    EXPECT_TRUE(world.step(output));
    std::vector<ContactDetail> details;
    for (const PairResult& pair : output.pairs)
        append_contact_details(world, pair, output.parts_of(pair), details);
    return details;
}

TEST(ContactDetailsTest, solids_have_a_manifold) {
    const std::vector<ContactDetail> details = details_of(make_cube(), make_cube(), {1.5, 0.25, 0.0});
    ASSERT_EQ(details.size(), 1u);
    const ContactDetail& detail = details[0];
    EXPECT_EQ(detail.bodies, (BodyPair{0, 1}));
    EXPECT_NEAR(detail.depth, 0.5, 1e-12);
    EXPECT_NEAR(detail.normal_w.x, 1.0, 1e-12);
    EXPECT_EQ(detail.triangle_pairs, 0u);
    ASSERT_EQ(detail.points.size(), 4u);
    for (const ContactDetail::Point& point : detail.points) {
        EXPECT_NEAR(point.depth, 0.5, 1e-12);
        EXPECT_NEAR(point.point_w.x, 0.75, 1e-12);
        EXPECT_TRUE(point.point_w.y <= 1.0 + 1e-12 && point.point_w.y >= -0.75 - 1e-12);
        EXPECT_EQ(point.features.rfind("edges ", 0), 0u) << point.features;
    }
}

TEST(ContactDetailsTest, surfaces_have_regions_with_triangles) {
    const std::vector<ContactDetail> details = details_of(make_surface(), make_cube(), {1.5, 0.25, 0.125});
    ASSERT_EQ(details.size(), 1u);
    EXPECT_GT(details[0].triangle_pairs, 4u);
    EXPECT_NEAR(glm::length(details[0].normal_w), 1.0, 1e-12);
    EXPECT_GE(details[0].depth, 0.5);
    EXPECT_EQ(details[0].points.size(), 4u);
    EXPECT_EQ(details[0].points[0].features.rfind("triangles A", 0), 0u);
}

TEST(ContactDetailsTest, separated_bodies_have_none) {
    EXPECT_TRUE(details_of(make_cube(), make_cube(), {2.5, 0.0, 0.0}).empty());
    EXPECT_TRUE(details_of(make_surface(), make_cube(), {2.5, 0.0, 0.0}).empty());
}

TEST(ContactDetailsTest, csv_has_a_row_per_point_and_as_many_values_as_names) {
    const std::string csv = contact_details_csv(details_of(make_cube(), make_cube(), {1.5, 0.25, 0.0}));
    EXPECT_EQ(std::ranges::count(csv, '\n'), 5);
    const std::size_t end = csv.find('\n');
    const auto commas = std::count(csv.begin(), csv.begin() + static_cast<std::ptrdiff_t>(end), ',');
    EXPECT_EQ(std::ranges::count(csv, ','), 5 * commas);
    EXPECT_NE(csv.find("\n0,1,,,0,0.5,1,"), std::string::npos) << csv;
    EXPECT_EQ(std::ranges::count(contact_details_csv({}), '\n'), 1);
}

} // namespace
} // namespace boxwood

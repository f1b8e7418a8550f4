#include "engine/meshes/solid.hpp"

#include "engine/meshes/convex_split.hpp"
#include "engine/meshes/generate/random.hpp"
#include "engine/meshes/generate/recipe.hpp"
#include "engine/meshes/hull.hpp"
#include "engine/meshes/measure.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <numbers>

namespace boxwood::solid_test {
namespace {

using Outline = std::vector<glm::dvec2>;
constexpr double kPi = std::numbers::pi;

// Counts the crossings of a ray with the polygon. Independent of the decomposition.
bool is_inside(const Outline& polygon, const glm::dvec2& p) {
    bool inside = false;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const glm::dvec2 &a = polygon[i], &b = polygon[(i + 1) % polygon.size()];
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
    }
    return inside;
}

// A star whose radius varies from corner to corner: a simple polygon with many reflex corners.
Outline random_star(Random& io_random, std::size_t corners) {
    Outline star;
    for (std::size_t i = 0; i < corners; ++i) {
        const double angle = 2.0 * kPi * static_cast<double>(i) / static_cast<double>(corners);
        const double radius = io_random.uniform(0.3, 2.0);
        star.emplace_back(radius * std::cos(angle), radius * std::sin(angle));
    }
    return star;
}

TEST(ConvexSplitTest, pieces_are_convex_and_every_point_of_the_polygon_is_in_exactly_one) {
    Random random(3);
    for (int round = 0; round < 40; ++round) {
        Outline outline = random_star(random, 3 + random.below(20));
        if (round % 2 == 1) std::reverse(outline.begin(), outline.end());
        ASSERT_EQ(find_outline_problem(outline), "");
        const auto pieces = split_convex(outline);
        EXPECT_LE(pieces.size(), triangulate(outline).size());
        double area = 0.0;
        std::vector<Outline> polygons;
        for (const auto& piece : pieces) {
            Outline& polygon = polygons.emplace_back();
            for (const std::uint32_t corner : piece) polygon.push_back(outline[corner]);
            area += signed_area(polygon);
            EXPECT_GT(signed_area(polygon), 0.0);
            for (std::size_t i = 0; i < polygon.size(); ++i) {
                const glm::dvec2 u = polygon[(i + 1) % polygon.size()] - polygon[i];
                const glm::dvec2 v = polygon[(i + 2) % polygon.size()] - polygon[(i + 1) % polygon.size()];
                EXPECT_GE(u.x * v.y - u.y * v.x, 0.0);
            }
        }
        EXPECT_NEAR(area, std::fabs(signed_area(outline)), 1e-12);
        for (int k = 0; k < 50; ++k) {
            const glm::dvec2 p(random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0));
            const auto holders =
                std::count_if(polygons.begin(), polygons.end(),
                              [&p](const Outline& polygon) { return is_inside(polygon, p); });
            EXPECT_EQ(holders, is_inside(outline, p) ? 1 : 0);
        }
    }
}

TEST(ConvexSplitTest, unusable_outlines_are_refused_with_a_reason) {
    const auto problem = [](const Outline& outline) { return find_outline_problem(outline); };
    EXPECT_EQ(problem({{0, 0}, {1, 0}}), "an outline needs at least 3 points");
    EXPECT_EQ(problem({{0, 0}, {1, 0}, {0, 0}, {0, 1}}), "two points of the outline are equal");
    EXPECT_EQ(problem({{0, 0}, {1, 1}, {1, 0}, {0, 1}}), "the outline crosses itself");
    EXPECT_EQ(problem({{0, 0}, {2, 0}, {2, 1}, {1, 0}, {0, 1}}), "the outline touches itself");
    EXPECT_EQ(problem({{0, 0}, {1, 1}, {2, 2}}), "the outline has no area");
    EXPECT_EQ(problem(Outline(201)), "an outline has at most 200 points");
    EXPECT_EQ(problem({{0, 0}, {1, 0}, {2, 0}, {2, 1}, {0, 1}}), "")
        << "a point on a straight side is allowed";
}

// Expects that the surface is closed and oriented outwards, and that the volumes of the pieces add up to the volume
// that it encloses. Returns this volume.
double expect_filled(const Result<SolidMesh>& solid, std::size_t pieces) {
    if (!solid) ADD_FAILURE() << solid.error().message;
    if (!solid) return 0.0;
    const MeshReport report = make_report(solid->surface.view());
    EXPECT_TRUE(report.is_closed && report.is_oriented);
    EXPECT_EQ(report.non_manifold_edges + report.degenerate_triangles + report.unused_vertices, 0u);
    EXPECT_EQ(solid->pieces.size(), pieces);
    double filled = 0.0;
    for (const auto& points : solid->pieces) {
        const Result<Polytope> hull = make_hull(points);
        EXPECT_TRUE(hull) << hull.error().message;
        if (!hull) continue;
        EXPECT_EQ(hull->positions().size(), points.size()) << "every point must be a vertex of the hull";
        filled += hull->volume();
    }
    const double volume = signed_volume(solid->surface.view());
    EXPECT_GT(volume, 0.0);
    EXPECT_NEAR(filled, volume, 1e-5 * volume);
    return volume;
}

const Outline kCup{{0, 0}, {3, 0}, {4, 9}, {3.5, 9}, {2.6, 0.5}, {0, 0.5}};

TEST(SolidTest, lathes_have_the_expected_volumes_and_numbers_of_pieces) {
    const Outline cylinder{{0, 0}, {2, 0}, {2, 3}, {0, 3}};
    const double six = expect_filled(make_lathe(cylinder, 6), 1);
    EXPECT_NEAR(six, 0.5 * 6 * std::sin(2.0 * kPi / 6) * 4.0 * 3.0, 1e-5);
    const Outline ring{{1, 0}, {2, 0}, {2, 1}, {1, 1}};
    EXPECT_NEAR(expect_filled(make_lathe(ring, 8), 8), 0.5 * 8 * std::sin(kPi / 4) * 3.0, 1e-5);
    expect_filled(make_lathe(kCup, 16), 17); // a bottom, and a wall of sixteen pieces
    const Outline dimple{{0, 1}, {2, 0}, {2, 3}, {0, 3}};
    expect_filled(make_lathe(dimple, 5), 5); // this outline is convex, but the revolved solid is not
    Outline inside_out = kCup;
    std::reverse(inside_out.begin(), inside_out.end());
    expect_filled(make_lathe(inside_out, 7), 8);
}

TEST(SolidTest, extrusions_arcs_and_boxes_have_the_expected_volumes) {
    const Outline angle{{0, 0}, {3, 0}, {3, 1}, {1, 1}, {1, 4}, {0, 4}};
    EXPECT_NEAR(expect_filled(make_extrusion(angle, 0.5), 2), 6.0, 1e-6);
    const Outline straight{{0, 0}, {1, 0}, {2, 0}, {2, 1}, {0, 1}};
    EXPECT_NEAR(expect_filled(make_extrusion(straight, 2.0), 1), 8.0, 1e-6);

    const double tube = expect_filled(make_arc({2.0, 0.25, -90.0, 90.0, 24, 24}), 24);
    EXPECT_NEAR(tube, kPi * 2.0 * kPi * 0.0625, 0.02 * tube); // half of a torus, by Pappus's theorem

    const double box = expect_filled(make_rounded_box({1.0, 2.0, 3.0}, 0.1, 4), 1);
    EXPECT_LT(box, 48.0);
    EXPECT_NEAR(box, 48.0 - (4.0 - kPi) * 0.01 * 2.0 * 6.0, 0.05); // minus what rounding removes at the edges
    EXPECT_NEAR(expect_filled(make_tapered_box({{1.0, 2.0, 1.0}, 0.0, 1.0, 0.5, 0.0}), 1), 8.0, 1e-6)
        << "a wedge has half the volume of its box";
    EXPECT_FALSE(make_convex_solid({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}))
        << "the points are coplanar";
}

// A rotated comb: the tips of its teeth are collinear only up to rounding, and so are points of its back.
TEST(SolidTest, points_that_are_collinear_up_to_rounding_make_no_flat_pieces) {
    Outline comb{{0.0, 0.0}, {1.0, 0.0}, {2.0, 0.0}, {3.0, 0.0}, {4.0, 0.0}};
    for (int tooth = 3; tooth >= 0; --tooth)
        for (const glm::dvec2& p : {glm::dvec2{1.0, 2.0}, {0.6, 2.0}, {0.5, 1.0}, {0.1, 1.0}, {0.0, 2.0}})
            if (tooth > 0 || p.x != 0.1) comb.emplace_back(tooth + p.x, p.y);
    for (const double digits : {1e16, 1e6}) // as computed, and rounded to 6 decimals as in a text file
        for (int round = 0; round < 60; ++round) {
            const double c = std::cos(0.11 * round), s = std::sin(0.11 * round);
            Outline outline;
            for (const glm::dvec2& p : comb) {
                const glm::dvec2 turned = 0.7 * glm::dvec2{c * p.x - s * p.y, s * p.x + c * p.y};
                if (outline.empty() || turned != outline.back())
                    outline.emplace_back(std::round(turned.x * digits) / digits,
                                         std::round(turned.y * digits) / digits);
            }
            outline.erase(std::unique(outline.begin(), outline.end()), outline.end());
            if (!find_outline_problem(outline).empty()) continue;
            double area = 0.0;
            for (const auto& piece : split_convex(outline)) {
                Outline polygon;
                for (const std::uint32_t corner : piece) polygon.push_back(outline[corner]);
                area += signed_area(polygon);
            }
            EXPECT_NEAR(area, signed_area(outline), 1e-5) << round;
            const auto solid = make_extrusion(outline, 0.5);
            ASSERT_TRUE(solid);
            for (const auto& points : solid->pieces) {
                const auto hull = make_hull(points);
                EXPECT_TRUE(hull) << "round " << round << " of " << digits << ": " << hull.error().message;
            }
        }
}

TEST(SolidTest, recipes_of_solids_give_their_pieces_and_other_recipes_their_hull) {
    const MeshRecipe cup{"lathe", {{"sectors", 10.0}}, 1, kCup};
    EXPECT_EQ(make_solid(cup)->pieces.size(), 11u);
    EXPECT_EQ(make_mesh(cup)->positions, make_solid(cup)->surface.positions);
    EXPECT_EQ(make_solid({"torus", {}, 1, {}})->pieces.size(), 1u);
    const auto message = [](const MeshRecipe& recipe) { return check_recipe(recipe).error().message; };
    EXPECT_EQ(message({"lathe", {}, 1, {}}), "lathe: an outline needs at least 3 points");
    EXPECT_EQ(message({"lathe", {}, 1, {{-1, 0}, {1, 0}, {1, 1}}}),
              "lathe: a radius of the outline is below 0");
    EXPECT_EQ(message({"box", {}, 1, kCup}), "box: takes no outline");
    EXPECT_EQ(message({"rounded-box", {{"bevel", 0.5}}, 1, {}}),
              "rounded-box: bevel must be smaller than x, y and z");
    EXPECT_EQ(message({"arc", {{"from", 0.0}, {"to", -10.0}}, 1, {}}),
              "arc: from must be less than to, by less than 360 degrees");
    EXPECT_EQ(message({"arc", {{"segments", 1.0}}, 1, {}}),
              "arc: each segment must span less than 180 degrees");
    EXPECT_TRUE(make_solid({"arc", {{"segments", 2.0}}, 1, {}}));
}

} // namespace
} // namespace boxwood::solid_test

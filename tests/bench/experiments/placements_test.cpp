// Placements have the requested properties. The exponents of power laws are found, and judged against ranges.
#include "bench/experiments/placements.hpp"

#include "bench/experiments/scaling/scaling.hpp"
#include "engine/meshes/generate/generators.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace boxwood {
namespace {

// Two spheres intersect exactly if their centers are at most two radii from each other.
TEST(Placements, spheres_hit_if_their_centers_are_at_most_two_radii_apart) {
    const Mesh sphere = make_geodesic_sphere(1.0, 8);
    const PosePairs poses = place_in_cube(3.0, 300, 5);
    std::size_t hits = 0;
    for (const auto& [a, b] : poses) {
        EXPECT_LE(std::fabs(a.origin.x), 1.5);
        EXPECT_LE(std::fabs(b.origin.z), 1.5);
        hits += glm::distance(a.origin, b.origin) <= 2.0 ? 1 : 0;
    }
    EXPECT_NEAR(find_hit_share(sphere.view(), poses), static_cast<double>(hits) / 300.0,
                0.02); // the facets lie inside the sphere
    EXPECT_GT(hits, 100u);
}

TEST(Placements, the_tuned_cube_gives_the_wanted_hit_share_and_repeatable_poses) {
    const PlacedModel model = place_model("torus", make_torus(10.0, 2.0, 16, 8), 400, 3);
    EXPECT_NEAR(find_hit_share(model.mesh.view(), model.poses), kWantedShare, 0.08);
    const PosePairs again = place_model("torus", make_torus(10.0, 2.0, 16, 8), 400, 3).poses;
    EXPECT_EQ(again.front().first.origin, model.poses.front().first.origin);
    EXPECT_NEAR(share_margin(0.5, 400), 0.049, 1e-3);
}

TEST(Scaling, exponents_are_those_of_the_curve) {
    ScalingCurve curve{"cost"};
    for (const double n : {1e3, 1e4, 1e5, 1e6}) curve.add(n, 3.0 * std::pow(n, 1.5));
    EXPECT_NEAR(curve.exponent(), 1.5, 1e-9);
    curve.add(1e7, 3.0 * std::pow(1e6, 1.5) * 100.0);
    EXPECT_NEAR(curve.last_exponent(), 2.0, 1e-9);
    EXPECT_EQ(judge_exponent(curve, "s", "own", 1.4, 1.7, Basis::times).verdict, Verdict::reproduced);
    EXPECT_EQ(judge_exponent(curve, "s", "own", 0.9, 1.1, Basis::times).verdict, Verdict::not_reproduced);
    EXPECT_EQ(judge_exponent({"none"}, "s", "own", 0.0, 9.0, Basis::times).verdict, Verdict::not_judged);
    // An exponent just outside the range is printed with enough digits to differ from the end of the range.
    const ClaimResult just_outside = judge_exponent({"cost", {1.0, 10.0}, {1.0, std::pow(10.0, 1.25003)}},
                                                    "s", "own", 0.85, 1.25, Basis::times);
    EXPECT_EQ(just_outside.verdict, Verdict::not_reproduced);
    EXPECT_EQ(just_outside.estimate, "1.25003");
    const Picture picture = draw_scaling("p", "t", "n", "ms", {&curve, 1});
    EXPECT_EQ(picture.sheet.dots.size(), 5u);
}

} // namespace
} // namespace boxwood

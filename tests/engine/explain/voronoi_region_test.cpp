#include "engine/explain/explanations/feature_points.hpp"
#include "engine/explain/explanations/voronoi_region.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

std::vector<Feature> all_features(const Polytope& p) {
    std::vector<Feature> features;
    for (std::uint32_t i = 0; i < p.positions().size(); ++i) features.push_back({FeatureKind::vertex, i});
    for (std::uint32_t i = 0; i < p.edges().size(); ++i) features.push_back({FeatureKind::edge, i});
    for (std::uint32_t i = 0; i < p.faces().size(); ++i) features.push_back({FeatureKind::face, i});
    return features;
}

glm::dvec3 random_point(std::mt19937& random, double half) {
    std::uniform_real_distribution<double> uniform(-half, half);
    return {uniform(random), uniform(random), uniform(random)};
}

bool is_outside(const Polytope& p, const glm::dvec3& x) {
    for (const Polytope::Face& face : p.faces())
        if (glm::dot(face.normal, x) > face.offset + 1e-3) return true;
    return false;
}

TEST(VoronoiRegionTest, a_point_is_in_the_region_of_its_nearest_feature_only) {
    std::mt19937 random(7);
    for (const test::Solid& solid : {test::box({1, 2, 3}), test::bipyramid(7, 1, 1.5f), test::sphere(9, 6)}) {
        const Polytope p = test::polytope_of(solid);
        const std::size_t count = test::choose_effort(300, 20000);
        std::size_t outside = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const glm::dvec3 x = random_point(random, 5.0);
            if (!is_outside(p, x)) continue;
            ++outside;
            double nearest = 1e9;
            for (const Feature& f : all_features(p))
                nearest = std::fmin(nearest, closest_points_of(points_of(p, f, {}), {x}).distance);
            int regions = 0;
            for (const Feature& f : all_features(p)) {
                const std::vector<RegionPlane> planes = voronoi_planes(p, f);
                double lowest = 1e9;
                for (const RegionPlane& plane : planes) lowest = std::fmin(lowest, plane.height(x));
                if (std::fabs(lowest) < 1e-6) continue; // the point is on the border of two regions
                EXPECT_EQ(lowest >= 0.0, find_most_violated(planes, x) == -1);
                if (lowest < 0.0) continue;
                ++regions;
                EXPECT_NEAR(closest_points_of(points_of(p, f, {}), {x}).distance, nearest, 1e-6);
            }
            EXPECT_LE(regions, 1);
        }
        EXPECT_GT(outside, count / 4);
    }
}

TEST(VoronoiRegionTest, walls_lie_on_their_plane_inside_all_others_and_touch_the_feature) {
    for (const test::Solid& solid : {test::box({1, 2, 3}), test::bipyramid(7, 1, 1.5f), test::sphere(9, 6)}) {
        const Polytope p = test::polytope_of(solid);
        for (const Feature& f : all_features(p)) {
            const std::vector<RegionPlane> planes = voronoi_planes(p, f);
            const std::vector<RegionWall> walls = region_walls(p, f, 1.0);
            EXPECT_EQ(walls.size(), planes.size());
            for (const RegionWall& wall : walls) {
                ASSERT_GE(wall.corners.size(), 3u);
                double nearest = 1e9;
                for (const glm::dvec3& corner : wall.corners) {
                    EXPECT_NEAR(planes[static_cast<std::size_t>(wall.plane)].height(corner), 0.0, 1e-5);
                    for (const RegionPlane& plane : planes) EXPECT_GT(plane.height(corner), -1e-5);
                    nearest = std::fmin(nearest, closest_points_of(points_of(p, f, {}), {corner}).distance);
                }
                EXPECT_NEAR(nearest, 0.0, 1e-5);
            }
        }
    }
}

TEST(VoronoiRegionTest, adjacent_regions_share_their_plane_with_opposite_normals) {
    const Polytope p = test::polytope_of(test::bipyramid(6, 1, 1));
    for (const Feature& f : all_features(p))
        for (const RegionPlane& plane : voronoi_planes(p, f)) {
            if (plane.beyond == f) continue;
            bool is_shared = false;
            for (const RegionPlane& other : voronoi_planes(p, plane.beyond))
                is_shared |= other.beyond == f && glm::length(other.inward + plane.inward) < 1e-9 &&
                             std::fabs(other.offset + plane.offset) < 1e-5;
            EXPECT_TRUE(is_shared);
        }
}

} // namespace
} // namespace boxwood

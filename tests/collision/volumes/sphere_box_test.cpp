#include "collision/volumes/simd/sphere_box_lanes.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/separation.hpp"

#include "collision/volumes/triangle/triangle_box.hpp"

#include <gtest/gtest.h>

namespace boxwood::sphere_box_test {
namespace {

using oracle::draw;
using oracle::Random;

int cases(std::size_t usual, std::size_t in_a_long_run) {
    return static_cast<int>(test::choose_effort(usual, in_a_long_run));
}

long double distance_to(const Aabb& box, const glm::vec3& p) {
    long double squared = 0.0L;
    for (int axis = 0; axis < 3; ++axis) {
        const auto x = static_cast<long double>(p[axis]);
        const long double nearest = std::clamp(x, static_cast<long double>(box.lower[axis]),
                                               static_cast<long double>(box.upper[axis]));
        squared += (x - nearest) * (x - nearest);
    }
    return std::sqrt(squared);
}

Aabb draw_box(Random& random) {
    return Aabb::fit(
        std::array{glm::vec3(oracle::draw_point(random, 1.0)), glm::vec3(oracle::draw_point(random, 1.0))});
}

TEST(SphereBoxTest, all_variants_agree_with_the_distance_to_the_nearest_point) {
    Random random(1);
    int met = 0;
    const int rounds = cases(50000, 10000000);
    for (int i = 0; i < rounds; ++i) {
        const Aabb box = draw_box(random);
        const Sphere sphere{glm::vec3(oracle::draw_point(random, 2.0)),
                            static_cast<float>(draw(random, 0.0, 1.0))};
        const bool truth = distance_to(box, sphere.center) <= static_cast<long double>(sphere.radius);
        met += truth;
        ASSERT_EQ(overlap(sphere, box), truth);
        ASSERT_EQ(overlap_rejecting(sphere, box), truth);
        ASSERT_EQ(overlap_intertwined(sphere, box), truth);
        Obb same;
        same.center = box.center();
        same.half = box.half();
        if (std::fabs(distance_to(box, sphere.center) - static_cast<long double>(sphere.radius)) > 1e-6L) {
            ASSERT_EQ(overlap(sphere, same), truth);
        }
    }
    EXPECT_GT(met, rounds / 20);
    EXPECT_LT(met, rounds * 7 / 8);
}

TEST(SphereBoxTest, spheres_that_touch_faces_edges_or_corners_overlap) {
    const Aabb box{{-1, -1, -1}, {1, 1, 1}};
    const auto expect_all = [&](const Sphere& sphere, bool truth) {
        EXPECT_EQ(overlap(sphere, box), truth);
        EXPECT_EQ(overlap_rejecting(sphere, box), truth);
        EXPECT_EQ(overlap_intertwined(sphere, box), truth);
    };
    for (const float sign : {-1.0f, 1.0f})
        for (const auto& [center, radius] : {std::pair{glm::vec3(4, 0.5f, 0), 3.0f}, // face
                                             {glm::vec3(4, 5, 0), 5.0f},             // edge: 3, 4
                                             {glm::vec3(3, 3, 2), 3.0f},             // corner: 2, 2, 1
                                             {glm::vec3(1, 1, 1), 0.0f}}) {          // a point on the corner
            expect_all({sign * center, radius}, true);
            if (radius > 0.0f) expect_all({sign * center, std::nextafter(radius, 0.0f)}, false);
        }
    expect_all({glm::vec3(0.0f), -1.0f}, false);
    EXPECT_FALSE(overlap(Sphere{glm::vec3(0.0f), 1.0f}, Aabb{}));
    EXPECT_FALSE(overlap_rejecting(Sphere{glm::vec3(0.0f), 1.0f}, Aabb{}));
    EXPECT_FALSE(overlap_intertwined(Sphere{glm::vec3(0.0f), 1.0f}, Aabb{}));
}

template <std::size_t N>
void expect_lanes_like_one(std::uint64_t seed) {
    Random random(seed);
    const float denormal = 1e-41f, nan = std::nanf("");
    int met = 0;
    const int rounds = cases(2000, 200000);
    for (int i = 0; i < rounds && !testing::Test::HasFatalFailure(); ++i) {
        SphereLanes<N> spheres;
        BoxColumns<N> boxes;
        std::array<Sphere, N> sphere;
        std::array<Aabb, N> box;
        const std::size_t used = 1 + random() % N;
        for (std::size_t k = 0; k < N; ++k) {
            sphere[k] = {glm::vec3(oracle::draw_point(random, 1.5)),
                         static_cast<float>(draw(random, 0.0, 0.8))};
            box[k] = k < used ? draw_box(random) : Aabb{};
            if (random() % 16 == 0) sphere[k].radius = denormal;
            if (random() % 16 == 0) sphere[k].center = denormal * sphere[k].center;
            if (random() % 16 == 0) sphere[k].center.y = nan;
            spheres.set(k, sphere[k]);
            if (k < used) boxes.set(k, box[k]); // unused lanes keep empty boxes
        }
        const std::uint32_t bits = find_overlaps(spheres, boxes);
        const std::array<std::uint32_t, N> all = find_all_overlaps(spheres, boxes);
        for (std::size_t k = 0; k < N; ++k) {
            ASSERT_EQ((bits >> k & 1u) != 0, overlaps_in_float(sphere[k], box[k]));
            ASSERT_EQ(all[k] >> (N - 1) >> 1, 0u);
            for (std::size_t j = 0; j < N; ++j) {
                const bool expected = overlaps_in_float(sphere[k], box[j]);
                ASSERT_EQ((all[k] >> j & 1u) != 0, expected);
                if (j >= used) {
                    ASSERT_FALSE(expected);
                }
                met += expected;
            }
        }
    }
    EXPECT_GT(met, rounds);
}

TEST(SphereBoxLanesTest, four_lanes_agree_with_single_tests) {
    expect_lanes_like_one<4>(2);
}
TEST(SphereBoxLanesTest, eight_lanes_agree_with_single_tests) {
    expect_lanes_like_one<8>(3);
}
TEST(SphereBoxLanesTest, sixteen_lanes_agree_with_single_tests) {
    expect_lanes_like_one<16>(4);
}

// The largest gap between triangle and box over all candidate planes. The triangle is passed as a box with coincident
// corners.
long double gap_to(const Triangle& triangle, const Aabb& box) {
    oracle::Corners corners;
    for (unsigned i = 0; i < 8; ++i) corners[i] = oracle::Vec(glm::dvec3(triangle[std::min(i & 3u, 2u)]));
    return oracle::find_widest_gap(corners, oracle::corners_of(Pose{}, box));
}

TEST(TriangleBoxTest, agrees_with_the_corners) {
    Random random(5);
    std::array<int, 13> lone{};
    int met = 0;
    const int rounds = cases(30000, 5000000);
    for (int i = 0; i < rounds; ++i) {
        const Aabb box = draw_box(random);
        const auto draw_corner = [&] { return glm::vec3(oracle::draw_point(random, 1.5)); };
        Triangle triangle{draw_corner(), draw_corner(), draw_corner()};
        if (i % 16 == 0) triangle[2] = triangle[1];                        // a segment
        if (i % 64 == 0) triangle[1] = triangle[2] = triangle[0];          // a point
        if (i % 16 == 1) triangle[2] = 0.5f * (triangle[0] + triangle[1]); // collinear
        const long double gap = gap_to(triangle, box);
        const int axis = find_separating_axis(triangle, box);
        if (axis >= 0) {
            ASSERT_GT(gap, 0.0L);
            ++lone[static_cast<std::size_t>(axis)];
        } else {
            ASSERT_LE(gap, 1e-9L);
            ++met;
        }
    }
    EXPECT_GT(met, rounds / 8);
    for (std::size_t axis = 0; axis < 13; ++axis) EXPECT_GT(lone[axis], 0) << "axis " << axis;
}

TEST(SphereBoxLanesTest, unused_spheres_overlap_nothing) {
    const Aabb around_origin{glm::vec3(-1.0f), glm::vec3(1.0f)},
        odd{glm::vec3(std::nanf("")), glm::vec3(1.0f)};
    SphereLanes<8> spheres;
    BoxColumns<8> boxes;
    for (std::size_t k = 0; k < 8; ++k) boxes.set(k, k % 2 == 0 ? around_origin : odd);
    spheres.set(2, {glm::vec3(0.5f), 0.25f});
    EXPECT_EQ(find_overlaps(spheres, boxes), 0b100u);
    const std::array<std::uint32_t, 8> all = find_all_overlaps(spheres, boxes);
    for (std::size_t k = 0; k < 8; ++k) EXPECT_EQ(all[k], k == 2 ? 0xFFu : 0u);
}

TEST(TriangleBoxTest, touching_triangles_overlap_the_box) {
    const Aabb box{{-1, -1, -1}, {1, 1, 1}};
    const auto meets = [&](glm::vec3 a, glm::vec3 b, glm::vec3 c) { return overlap(Triangle{a, b, c}, box); };
    EXPECT_TRUE(meets({1, -2, -2}, {1, 2, -2}, {1, 0, 3}));           // in the plane of a face
    EXPECT_TRUE(meets({1, 1, 5}, {1, 1, -5}, {3, 3, 0}));             // along an edge
    EXPECT_TRUE(meets({1, 1, 1}, {2, 3, 4}, {5, 2, 3}));              // at a corner
    EXPECT_TRUE(meets({0, 0, 0}, {0.1f, 0, 0}, {0, 0.1f, 0}));        // inside
    // through the box, with no corner inside
    EXPECT_TRUE(meets({-9, -9, 0.5f}, {9, -9, 0.5f}, {0, 20, 0.5f}));
    EXPECT_FALSE(meets({1.0001f, -2, -2}, {1.0001f, 2, -2}, {1.0001f, 0, 3}));
    // past a corner: only the triangle's normal separates
    EXPECT_FALSE(meets({3.01f, 0, 0}, {0, 3.01f, 0}, {0, 0, 3.01f}));
    EXPECT_FALSE(overlap(Triangle{}, Aabb{}));
}

} // namespace
} // namespace boxwood::sphere_box_test

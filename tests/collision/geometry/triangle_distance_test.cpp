#include "collision/geometry/triangle/triangle_distance.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "tests/collision/geometry/random_geometry.hpp"
#include "tests/oracles/distance_certificate.hpp"
#include "tests/oracles/distance_oracle.hpp"
#include "tests/oracles/triangle_oracle.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

#include <algorithm>
#include <vector>

namespace boxwood {
namespace {

// How far p is outside a triangle: the largest distance along a set of directions that can separate p from the
// triangle.
double distance_outside(const glm::dvec3& p, const Triangle64& t) {
    std::vector<glm::dvec3> directions{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const glm::dvec3 normal = glm::cross(t[1] - t[0], t[2] - t[0]);
    for (std::size_t k = 0; k < 3; ++k) {
        const glm::dvec3 edge = t[(k + 1) % 3] - t[k];
        directions.push_back(glm::cross(edge, normal));
        directions.push_back(edge);
    }
    directions.push_back(normal);
    double worst = 0.0;
    for (const glm::dvec3& direction : directions) {
        if (glm::dot(direction, direction) < 1e-20) continue;
        for (const double side : {-1.0, 1.0}) {
            const glm::dvec3 unit = side * glm::normalize(direction);
            const double reach = glm::max(glm::dot(unit, t[0] - p),
                                          glm::max(glm::dot(unit, t[1] - p), glm::dot(unit, t[2] - p)));
            worst = std::max(worst, -reach);
        }
    }
    return worst;
}

constexpr double kTolerance = 1e-14; // a few ulps of coordinates between 1 and 10

// Checks a result against the optimality certificate. The direction from p to q is uncertain by the rounding error of
// the points divided by their distance.
void check_nearest(const Triangle64& a, const Triangle64& b, double tolerance = kTolerance) {
    const auto [distance, p, q] = find_closest_points(a, b);
    ASSERT_LE(distance_outside(p, a), tolerance);
    ASSERT_LE(distance_outside(q, b), tolerance);
    ASSERT_NEAR(distance, glm::distance(p, q), tolerance);
    ASSERT_EQ(distance == 0.0, triangles_intersect(a, b));
    if (distance == 0.0) {
        ASSERT_EQ(p, q);
    } else if (distance > tolerance) {
        ASSERT_NEAR(distance, oracle::gap_along(p, q, a, b), 10.0 * tolerance * (1.0 + 1.0 / distance));
    }
}

// Also compares the distance with the oracle that tries all pairs of faces, which is slow but accurate near contact.
void check_distance(const Triangle64& a, const Triangle64& b, double tolerance = kTolerance) {
    ASSERT_NO_FATAL_FAILURE(check_nearest(a, b, tolerance));
    const double distance = find_closest_points(a, b).distance;
    if (distance == 0.0) return;
    ASSERT_NEAR(distance, oracle::distance_by_all_faces(a, b), tolerance);
}

bool is_same(const TriangleDistance& x, const TriangleDistance& y) {
    return x.distance == y.distance && x.point_on_a == y.point_on_a && x.point_on_b == y.point_on_b;
}

TEST(TriangleDistanceTest, simple_cases_are_right) {
    const Triangle64 floor{glm::dvec3{0, 0, 0}, {4, 0, 0}, {0, 4, 0}};
    const auto check = [&](const Triangle64& b, double distance, glm::dvec3 on_floor, glm::dvec3 on_b) {
        const TriangleDistance found = find_closest_points(floor, b);
        EXPECT_DOUBLE_EQ(found.distance, distance);
        EXPECT_EQ(found.point_on_a, on_floor);
        EXPECT_EQ(found.point_on_b, on_b);
    };
    check({glm::dvec3{1, 1, 2}, {1, 2, 3}, {2, 1, 4}}, 2.0, {1, 1, 0}, {1, 1, 2});      // vertex, face
    check({glm::dvec3{-3, 0, -4}, {-3, 0, 4}, {-9, 1, 0}}, 3.0, {0, 0, 0}, {-3, 0, 0}); // vertex, edge
    check({glm::dvec3{-3, 2, -4}, {-3, 2, 4}, {-9, 2, 0}}, 3.0, {0, 2, 0}, {-3, 2, 0}); // edge, edge
    check({glm::dvec3{7, -4, 0}, {8, -4, 0}, {8, -5, 1}}, 5.0, {4, 0, 0}, {7, -4, 0});  // vertex, vertex
    check({glm::dvec3{1, 1, -1}, {1, 1, 1}, {1, 1, 2}}, 0.0, {1, 1, 0}, {1, 1, 0});     // piercing segment
    check({glm::dvec3{1, 1, 7}, {1, 1, 7}, {1, 1, 7}}, 7.0, {1, 1, 0}, {1, 1, 7});      // point
    check({glm::dvec3{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}}, 0.0, {0, 0, 0}, {0, 0, 0});    // shared vertex
}

TEST(TriangleDistanceTest, random_triangles_pass_the_certificate) {
    Random random(90);
    std::size_t separated = 0;
    const std::size_t pairs = test::choose_effort(100'000, 1'000'000);
    for (std::size_t k = 0; k < pairs; ++k) {
        const Triangle64 a = random_triangle(random);
        Triangle64 b = random_triangle(random);
        const glm::dvec3 shift = uniform(random, 0.0, 2.0) * random_point(random);
        for (glm::dvec3& p : b) p += shift;
        ASSERT_NO_FATAL_FAILURE(check_nearest(a, b)) << k;
        separated += find_closest_points(a, b).distance > 0.0;
    }
    EXPECT_GT(separated, pairs / 2);
}

// Lattice triangles have many ties: parallel edges and faces, and several pairs of closest points.
TEST(TriangleDistanceTest, lattice_triangles_pass_the_certificate) {
    Random random(91);
    for (std::size_t k = 0; k < test::choose_effort(100'000, 1'000'000); ++k)
        ASSERT_NO_FATAL_FAILURE(
            check_nearest(random_integer_triangle(random, 2), random_integer_triangle(random, 2)))
            << k;
}

TEST(TriangleDistanceTest, distance_is_zero_if_and_only_if_the_triangles_intersect) {
    Random random(92);
    std::size_t resolved = 0;
    const std::size_t pairs = test::choose_effort(1'000, 8'000);
    for (std::size_t k = 0; k < pairs; ++k) {
        const Triangle64 a = random_triangle(random);
        Triangle64 b = random_triangle(random);
        b[0] = random_point_near_plane(random, a[0], a[1], a[2]);
        if (k % 3 == 0) b[1] = random_point_near_plane(random, a[0], a[1], a[2]);
        const bool expected = oracle::shared_dimension(a, b) >= 0;
        const double distance = find_closest_points(a, b).distance;
        ASSERT_EQ(distance == 0.0, expected) << k;
        ASSERT_GE(distance, 0.0);
        resolved += distance > 0.0 && distance < 1e-15;
        ASSERT_NO_FATAL_FAILURE(check_distance(a, b)) << k;
    }
    EXPECT_GT(resolved, pairs / 20);
}

TEST(TriangleDistanceTest, a_gap_whose_square_underflows_has_a_positive_distance) {
    const Triangle64 a{glm::dvec3{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
        b{glm::dvec3{0.25, 0.25, 1e-300}, {0, 0, 1}, {0, 1, 3}};
    const double distance = find_closest_points(a, b).distance;
    EXPECT_GT(distance, 0.0);
    EXPECT_LT(distance, 1e-15);
    EXPECT_EQ(find_closest_points(scaled(a, 0x1p40), scaled(b, 0x1p40)).distance, 0x1p40 * distance);
}

TEST(TriangleDistanceTest, a_gap_below_the_smallest_double_has_a_positive_distance) {
    Random random(89);
    for (int k = 0; k < 3'000; ++k) {
        const Triangle64 a = scaled(random_integer_triangle(random, 2), 0x1p-1074);
        const Triangle64 b = scaled(random_integer_triangle(random, 2), 0x1p-1074);
        ASSERT_EQ(find_closest_points(a, b).distance > 0.0, !triangles_intersect(a, b)) << k;
    }
}

TEST(TriangleDistanceTest, reordering_vertices_and_swapping_triangles_keeps_the_bits) {
    Random random(93);
    for (int k = 0; k < 3'000; ++k) {
        Triangle64 a = k % 2 == 0 ? random_triangle(random) : random_integer_triangle(random, 2);
        Triangle64 b = k % 2 == 0 ? random_triangle(random) : random_integer_triangle(random, 2);
        const TriangleDistance expected = find_closest_points(a, b);
        for (int i = 0; i < 6; ++i) {
            std::next_permutation(a.begin(), a.end(), [](const auto& p, const auto& q) {
                return p.x < q.x || (p.x == q.x && (p.y < q.y || (p.y == q.y && p.z < q.z)));
            });
            std::rotate(b.begin(), b.begin() + 1, b.end());
            if (i == 3) std::swap(b[0], b[1]);
            const auto [distance, on_b, on_a] = find_closest_points(b, a);
            ASSERT_TRUE(is_same(find_closest_points(a, b), expected)) << k;
            ASSERT_TRUE(is_same({distance, on_a, on_b}, expected)) << k;
        }
    }
}

TEST(TriangleDistanceTest, scaling_by_a_power_of_two_scales_the_result_exactly) {
    Random random(94);
    for (int k = 0; k < 3'000; ++k) {
        const Triangle64 a = k % 2 == 0 ? random_triangle(random) : random_integer_triangle(random, 2);
        const Triangle64 b = k % 2 == 0 ? random_triangle(random) : random_integer_triangle(random, 2);
        const TriangleDistance one = find_closest_points(a, b);
        for (const double scale : {0x1p-900, 0x1p-300, 0x1p-7, 0x1p60, 0x1p500, 0x1p1000}) {
            const TriangleDistance expected{one.distance * scale, one.point_on_a * scale,
                                            one.point_on_b * scale};
            ASSERT_TRUE(is_same(find_closest_points(scaled(a, scale), scaled(b, scale)), expected))
                << k << ' ' << scale;
        }
    }
}

// Far from the origin, the closest points are rounded more coarsely, but the distance is as accurate as near it.
TEST(TriangleDistanceTest, distances_stay_accurate_far_from_the_origin) {
    Random random(95);
    for (std::size_t k = 0; k < test::choose_effort(2'000, 30'000); ++k) {
        Triangle64 a = random_triangle(random), b = random_triangle(random);
        const double near = find_closest_points(a, b).distance;
        const glm::dvec3 shift = 1e6 * random_point(random);
        for (Triangle64* t : {&a, &b})
            for (glm::dvec3& p : *t) p = glm::dvec3{p.y, p.z, p.x} + shift;
        const double distance = find_closest_points(a, b).distance;
        ASSERT_NEAR(distance, near, 1e-9) << k; // the sums above round the coordinates
        if (distance == 0.0) continue;
        ASSERT_NEAR(distance, oracle::distance_by_all_faces(a, b), kTolerance) << k;
    }
}

TEST(TriangleDistanceTest, segments_and_points_pass_the_certificate) {
    Random random(96);
    for (std::size_t k = 0; k < test::choose_effort(20'000, 300'000); ++k) {
        const Triangle64 a = random_triangle(random);
        const glm::dvec3 p = random_point(random), q = random_point(random);
        for (const Triangle64& b :
             {Triangle64{p, p, p}, Triangle64{p, q, q}, Triangle64{p, (p + q) * 0.5, q}}) {
            ASSERT_NO_FATAL_FAILURE(check_nearest(a, b)) << k;
            ASSERT_NO_FATAL_FAILURE(check_nearest({a[0], a[1], a[1]}, b)) << k;
            ASSERT_NO_FATAL_FAILURE(check_nearest({a[0], a[0], a[0]}, b)) << k;
        }
    }
}

// For slivers the error may be as large as their width; the header of triangle_distance.hpp states this bound.
TEST(TriangleDistanceTest, slivers_pass_the_certificate_within_their_width) {
    Random random(97);
    for (std::size_t k = 0; k < test::choose_effort(20'000, 300'000); ++k) {
        constexpr double kWidth = 1e-12;
        std::array<Triangle64, 2> t{random_triangle(random), random_triangle(random)};
        for (Triangle64& triangle : t) {
            if (random() % 3 == 0) continue;
            const double where = random() % 2 == 0 ? 0.0 : uniform(random, 0.0, 1.0);
            triangle[2] = triangle[0] + where * (triangle[1] - triangle[0]) + kWidth * random_point(random);
        }
        ASSERT_NO_FATAL_FAILURE(check_nearest(t[0], t[1], 4.0 * kWidth)) << k;
    }
}

// In coordinates relative to a, the first and the last vertex of b round to the same point; the second vertex is far
// from both.
TEST(TriangleDistanceTest, a_needle_whose_base_rounds_to_a_point_keeps_its_tip) {
    const Triangle64 a{glm::dvec3(-1, 4, 1), glm::dvec3(1, 4, 1), glm::dvec3(0, 7, 1)};
    for (const double width : {0.0, 1e-30, 1e-16}) {
        const Triangle64 b{glm::dvec3(0, 0, 0), glm::dvec3(width, 5, 0), glm::dvec3(2.0 * width, 0, 0)};
        EXPECT_NEAR(find_closest_points(a, b).distance, 1.0, 1e-12) << width;
        EXPECT_NEAR(find_closest_points(b, a).distance, 1.0, 1e-12) << width;
    }
}

TEST(TriangleDistanceTest, distances_match_the_oracle_of_all_pairs_of_faces) {
    Random random(99);
    for (std::size_t k = 0; k < test::choose_effort(2'000, 30'000); ++k) {
        const bool is_lattice = k % 2 == 0;
        const Triangle64 a = is_lattice ? random_integer_triangle(random, 2) : random_triangle(random);
        const Triangle64 b = is_lattice ? random_integer_triangle(random, 2) : random_triangle(random);
        ASSERT_NO_FATAL_FAILURE(check_distance(a, b)) << k;
    }
}

// Pairs of edges that pass each other at angles from 1e-12 to 0.1 and at distances from 1e-12 to 0.1.
TEST(TriangleDistanceTest, distances_of_nearly_parallel_edges_are_accurate) {
    Random random(98);
    for (std::size_t k = 0; k < test::choose_effort(3'000, 30'000); ++k) {
        const double angle = std::pow(10.0, uniform(random, -12.0, -1.0));
        const double gap = std::pow(10.0, uniform(random, -12.0, -1.0));
        const glm::dvec3 along = glm::normalize(random_point(random));
        const glm::dvec3 up = glm::normalize(glm::cross(along, random_point(random)));
        const glm::dvec3 turned = along + angle * glm::cross(up, along),
                         crossing = 0.5 * random_point(random);
        const Triangle64 a{crossing - uniform(random, 0.1, 1.0) * along,
                           crossing + uniform(random, 0.1, 1.0) * along, crossing - 0.5 * up};
        const Triangle64 b{crossing + gap * up - uniform(random, 0.1, 1.0) * turned,
                           crossing + gap * up + uniform(random, 0.1, 1.0) * turned,
                           crossing + (gap + 0.5) * up};
        ASSERT_NO_FATAL_FAILURE(check_distance(a, b)) << angle << ' ' << gap;
    }
}

} // namespace
} // namespace boxwood

// Spheres, swept spheres, and the search over zonotopes that they use.
#include "collision/volumes/swept/obbrss.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;

template <std::size_t N>
Zonotope<N> draw_zonotope(Random& random, double offset) {
    Zonotope<N> z{oracle::draw_point(random, offset), {}};
    for (glm::dvec3& g : z.generators) g = oracle::draw_point(random, 1.0);
    if (random() % 4 == 0) z.generators[N - 1] = z.generators[0] * draw(random, -1.0, 1.0); // parallel
    if (random() % 8 == 0) z.generators[0] = glm::dvec3(0.0);
    if (random() % 4 == 0) z.generators[0] += 1e-3 * z.generators[N - 1];
    return z;
}

// The distance of the origin from the zonotope, exact up to rounding: enumerates which coefficients are at a bound and
// which are free.
template <std::size_t N>
double find_distance(const Zonotope<N>& z) {
    double nearest = HUGE_VAL;
    std::size_t ways = 1;
    for (std::size_t i = 0; i < N; ++i) ways *= 3;
    for (std::size_t way = 0; way < ways; ++way) {
        glm::dvec3 at = z.center;
        std::vector<glm::dvec3> free;
        for (std::size_t i = 0, rest = way; i < N; ++i, rest /= 3) {
            if (rest % 3 == 2)
                free.push_back(z.generators[i]);
            else
                at += (rest % 3 == 0 ? 1.0 : -1.0) * z.generators[i];
        }
        if (free.empty()) nearest = std::min(nearest, glm::length(at));
        if (free.size() == 1) {
            const double size = glm::dot(free[0], free[0]);
            const double y = size > 0.0 ? -glm::dot(at, free[0]) / size : 0.0;
            if (std::fabs(y) <= 1.0) nearest = std::min(nearest, glm::length(at + y * free[0]));
        }
        if (free.size() == 2) {
            const double aa = glm::dot(free[0], free[0]), bb = glm::dot(free[1], free[1]),
                         ab = glm::dot(free[0], free[1]), det = aa * bb - ab * ab;
            if (det <= 1e-9 * aa * bb) continue; // parallel, which the cases at a bound cover
            const double p = -glm::dot(at, free[0]), q = -glm::dot(at, free[1]);
            const double y = (p * bb - q * ab) / det, x = (q * aa - p * ab) / det;
            if (std::fabs(y) <= 1.0 && std::fabs(x) <= 1.0)
                nearest = std::min(nearest, glm::length(at + y * free[0] + x * free[1]));
        }
        if (free.size() == 3) { // if the origin is inside
            const glm::dmat3 basis(free[0], free[1], free[2]);
            if (std::fabs(glm::determinant(basis)) < 1e-9) continue;
            const glm::dvec3 y = glm::inverse(basis) * -at;
            if (std::max(std::fabs(y.x), std::max(std::fabs(y.y), std::fabs(y.z))) <= 1.0) return 0.0;
        }
    }
    return nearest;
}

template <std::size_t N>
void expect_bounds(std::uint64_t seed) {
    Random random(seed);
    const auto rounds = static_cast<int>(test::choose_effort(3000, 300000));
    int separated = 0, close = 0,
        far_off = 0; // far_off: the search ended early, with a bound of less than half the distance
    for (int i = 0; i < rounds; ++i) {
        const Zonotope<N> z = draw_zonotope<N>(random, i % 2 == 0 ? 2.0 : 4.0);
        const double distance = find_distance(z), bound = bound_distance(z);
        ASSERT_LE(bound, distance + 1e-13);
        ASSERT_FALSE(is_beyond(z, distance * 1.0000001 + 1e-12));
        if (distance < 1e-3) continue;
        ++separated;
        close += bound >= 0.9999 * distance;
        far_off += bound < 0.5 * distance || !is_beyond(z, 0.5 * distance);
    }
    EXPECT_GT(separated, rounds / 4);
    EXPECT_GT(close, separated * 98 / 100);
    EXPECT_LE(far_off, separated / 200);
}

TEST(ZonotopeTest, bounds_the_distance_of_segments) {
    expect_bounds<2>(1);
}
TEST(ZonotopeTest, bounds_the_distance_of_rectangles) {
    expect_bounds<4>(2);
}

TEST(ZonotopeTest, BoundsArePositiveForAPointAndZeroAroundTheOrigin) {
    const Zonotope<2> point{{3, 4, 0}, {}};
    EXPECT_DOUBLE_EQ(bound_distance(point), 5.0);
    EXPECT_TRUE(is_beyond(point, 4.999));
    EXPECT_FALSE(is_beyond(point, 5.0));
    const Zonotope<4> around{{0, 0, 0}, {glm::dvec3(1, 0, 0), {0, 1, 0}, {0, 0, 1}, {1, 1, 1}}};
    EXPECT_EQ(bound_distance(around), 0.0);
    EXPECT_FALSE(is_beyond(around, 0.0));
}

// The difference of two rectangles (N = 4) or two segments (N = 2) that lie in parallel planes at the given distance.
template <std::size_t N>
Zonotope<N> draw_parallel(Random& random, double distance, bool is_same_frame) {
    const glm::dmat3 frame_a(oracle::draw_pose(random, 0.0).linear);
    glm::dmat3 frame_b = frame_a;
    if (!is_same_frame) {
        const double angle = draw(random, -3.0, 3.0), c = std::cos(angle), s = std::sin(angle);
        frame_b = frame_a * glm::dmat3({c, s, 0}, {-s, c, 0}, {0, 0, 1});
    }
    const double reach = is_same_frame ? 2.0 : 0.5; // the faces or edges may also be disjoint sideways
    Zonotope<N> z{frame_a * glm::dvec3(draw(random, -reach, reach), draw(random, -reach, reach), distance),
                  {}};
    for (std::size_t i = 0; i < N; ++i)
        z.generators[i] = draw(random, 0.1, 1.0) * (i < N / 2 ? frame_a : frame_b)[i % (N / 2)];
    return z;
}

template <std::size_t N>
void expect_beyond_though_parallel(std::uint64_t seed) {
    Random random(seed);
    const auto rounds = static_cast<int>(test::choose_effort(300, 30000));
    for (int exponent = -2; exponent >= -11; --exponent)
        for (int i = 0; i < rounds; ++i) {
            const double distance = std::pow(10.0, exponent), radii = i % 2 == 0 ? 0.0 : 0.01;
            const Zonotope<N> z = draw_parallel<N>(random, radii + distance, i % 3 != 0);
            ASSERT_TRUE(is_beyond(z, radii + 0.5 * distance)) << distance << " " << radii;
            ASSERT_FALSE(is_beyond(z, find_distance(z) + 1e-12));
        }
}

// Parallel edges or faces must be separated even at distances below 1e-8, at which rounding makes the direction to the
// nearest point useless.
TEST(ZonotopeTest, parallel_edges_at_tiny_distances_are_separated) {
    expect_beyond_though_parallel<2>(3);
}
TEST(ZonotopeTest, parallel_faces_at_tiny_distances_are_separated) {
    expect_beyond_though_parallel<4>(4);
}

TEST(SphereTest, touching_spheres_overlap_and_spheres_with_a_gap_do_not) {
    for (const float radius : {0.0f, 0.5f, 3.0f})
        for (const double scale : {1e-3, 1.0, 1e6}) {
            const Sphere a{{1, 2, 3}, radius}, b{{1, 2, 3}, 2.0f};
            const Pose world_from_a = make_pose({{1, 0, 0, 0}, {}, glm::dvec3(scale)});
            const double distance = scale * static_cast<double>(radius + 2.0f);
            for (const double more : {1.0, 1.0 + 1e-9}) {
                Pose world_from_b = world_from_a;
                world_from_b.origin.x = distance * more;
                const AffineRelation r =
                    Sphere::make_relation(world_from_a, world_from_b, a, b, OverlapTest::sat);
                EXPECT_EQ(overlap(a, b, r), more == 1.0) << radius << " " << scale;
            }
        }
}

// Closed forms: two points, an acute and an obtuse triangle. Otherwise the sphere must be close to the minimum.
TEST(SphereTest, fit_is_close_to_the_smallest_sphere) {
    const auto radius = [](std::vector<glm::vec3> points) { return Sphere::fit(points).radius; };
    EXPECT_NEAR(radius({{0, 0, 0}, {4, 0, 0}}), 2.0f, 1e-6f);
    EXPECT_NEAR(radius({{0, 0, 0}, {4, 0, 0}, {2, 1, 0}}), 2.0f, 1e-6f);
    EXPECT_NEAR(radius({{1, 0, 0}, {-0.5f, 0.8660254f, 0}, {-0.5f, -0.8660254f, 0}}), 1.0f, 1e-6f);
    EXPECT_NEAR(radius({{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}}), 1.0f, 1e-2f);
    Random random(3);
    for (int i = 0; i < 200; ++i) { // points all over a sphere of radius 1
        std::vector<glm::vec3> points;
        for (int k = 0; k < 200; ++k)
            points.push_back(glm::vec3(glm::normalize(oracle::draw_point(random, 1.0))));
        EXPECT_LE(radius(points), 1.12f);
    }
}

TEST(SphereTest, merge_is_the_smallest_sphere_around_both) {
    const Sphere a{{0, 0, 0}, 1.0f}, b{{10, 0, 0}, 2.0f}, inner{{0.25f, 0, 0}, 0.5f};
    const Sphere both = merge(a, b);
    EXPECT_NEAR(both.radius, 6.5f, 1e-5f);
    EXPECT_NEAR(both.center.x, 5.5f, 1e-5f);
    EXPECT_EQ(merge(a, inner), a);
    EXPECT_EQ(merge(inner, a), a);
}

TEST(SweptTest, rods_and_plates_have_thin_volumes) {
    Random random(4);
    for (int i = 0; i < 100; ++i) {
        const Pose turned = oracle::draw_pose(random, 3.0);
        std::vector<glm::vec3> rod, plate;
        for (int k = 0; k < 60; ++k) {
            const glm::dvec3 p = oracle::draw_point(random, 1.0);
            rod.push_back(glm::vec3(turned * (p * glm::dvec3(0.05, 2.0, 0.05))));
            plate.push_back(glm::vec3(turned * (p * glm::dvec3(2.0, 2.0, 0.05))));
        }
        EXPECT_LT(Capsule::fit(rod).radius, 0.1f);
        EXPECT_LT(Rss::fit(rod).radius, 0.1f);
        EXPECT_LT(Rss::fit(plate).radius, 0.08f);
        EXPECT_LT(Capsule::fit(rod).volume(), 0.3f * Sphere::fit(rod).volume());
        EXPECT_LT(Rss::fit(plate).volume(), 0.3f * Capsule::fit(plate).volume());
    }
}

// For nearly all pairs, the bound is at least 0.999 times the difference of the enumerated distance and the radii.
TEST(SweptTest, gaps_are_nearly_the_distance_minus_the_radii) {
    Random random(5);
    const auto rounds = static_cast<int>(test::choose_effort(1500, 100000));
    int close = 0, separated = 0;
    for (int i = 0; i < rounds; ++i) {
        std::vector<glm::vec3> points_a, points_b;
        for (int k = 0; k < 10; ++k) {
            points_a.push_back(glm::vec3(oracle::draw_point(random, 1.0) * glm::dvec3(1.0, 0.6, 0.1)));
            points_b.push_back(glm::vec3(oracle::draw_point(random, 1.0) * glm::dvec3(1.0, 0.6, 0.1)));
        }
        const Pose pose_a = oracle::draw_pose(random, 2.0), pose_b = oracle::draw_pose(random, 2.0);
        const auto expect_gap = [&]<class V>(V) {
            const V a = V::fit(points_a), b = V::fit(points_b);
            const AffineRelation r = V::make_relation(pose_a, pose_b, a, b, OverlapTest::sat);
            const double truth =
                find_distance(detail::relate(a, b, r)) - detail::sum_radii(a.radius, b.radius, r);
            const double gap = std::sqrt(squared_distance_lower_bound(a, b, r));
            ASSERT_LE(gap, std::max(truth, 0.0) + 1e-12);
            if (truth > 1e-9) {
                ++separated;
                close += gap >= 0.999 * truth;
            }
            if (truth < -1e-9) {
                ASSERT_TRUE(overlap(a, b, r));
            }
        };
        expect_gap(Capsule{});
        expect_gap(Rss{});
    }
    EXPECT_GT(separated, rounds / 2);
    EXPECT_GT(close, separated * 98 / 100);
}

// For two spheres of equal radius, the merged capsule has that radius, and its segment joins the centers.
TEST(SweptTest, a_merge_of_equal_spheres_keeps_their_radius) {
    Capsule a, b;
    a.from = a.to = {-5.0f, 1.0f, 2.0f};
    b.from = b.to = {5.0f, 1.0f, 2.0f};
    a.radius = b.radius = 1.5f;
    const Capsule merged = merge(a, b);
    EXPECT_NEAR(merged.radius, 1.5f, 1e-5f);
    EXPECT_NEAR(glm::distance(merged.from, merged.to), 10.0f, 1e-5f);
}

// The distance of a point from a segment, in long double.
long double distance_in_long_double(const glm::vec3& from, const glm::vec3& to, const glm::vec3& p) {
    std::array<long double, 3> along, v;
    long double squared_length = 0.0L, product = 0.0L, squared_distance = 0.0L;
    for (int k = 0; k < 3; ++k) {
        const auto i = static_cast<std::size_t>(k);
        along[i] = static_cast<long double>(to[k]) - static_cast<long double>(from[k]);
        v[i] = static_cast<long double>(p[k]) - static_cast<long double>(from[k]);
        squared_length += along[i] * along[i];
        product += along[i] * v[i];
    }
    const long double s = squared_length > 0.0L ? std::clamp(product / squared_length, 0.0L, 1.0L) : 0.0L;
    for (std::size_t i = 0; i < 3; ++i) squared_distance += (v[i] - s * along[i]) * (v[i] - s * along[i]);
    return std::sqrt(squared_distance);
}

// A capsule contains another one if it contains the balls at both of its ends. The small capsule is near the middle of
// the long one, whose segment passes through the origin, so the long segment is the axis of both. Rounding errors of
// distances from this axis are then much larger than half an ulp of the small radius, and only the padding covers them.
TEST(SweptTest, a_merged_capsule_contains_the_end_balls_of_both_operands) {
    Random random(11);
    const auto rounds = static_cast<int>(test::choose_effort(4000, 400000));
    const auto draw_near = [&random](double size) { return glm::vec3(oracle::draw_point(random, size)); };
    for (int i = 0; i < rounds; ++i) {
        const double size = std::pow(10.0, draw(random, -6.0, 6.0));
        Capsule near, far;
        near.from = near.to = draw_near(1e-9 * size);
        far.from = draw_near(size);
        far.to = -far.from;
        near.radius = far.radius = i % 3 == 0 ? static_cast<float>(1e-15 * size) : 0.0f;
        for (const Capsule& both : {merge(near, far), merge(far, near)})
            for (const Capsule* inner : {&near, &far})
                for (const glm::vec3& end : {inner->from, inner->to})
                    ASSERT_LE(distance_in_long_double(both.from, both.to, end) +
                                  static_cast<long double>(inner->radius),
                              static_cast<long double>(both.radius))
                        << "size " << size << ", round " << i;
    }
}

TEST(SweptTest, merges_contain_both_volumes) {
    Random random(6);
    for (int i = 0; i < 300 && !HasFatalFailure(); ++i) {
        std::vector<glm::vec3> points_a, points_b;
        const double size = std::pow(10.0, draw(random, -3.0, 3.0));
        for (int k = 0; k < 6; ++k) {
            points_a.push_back(glm::vec3(oracle::draw_point(random, size)));
            points_b.push_back(glm::vec3(oracle::draw_point(random, 1.0)));
        }
        const auto expect_inside = [&]<class V>(V) {
            const V a = V::fit(points_a), b = V::fit(points_b), both = merge(a, b);
            for (const V* volume : {&a, &b})
                for (int k = 0; k < 200; ++k) {
                    const Aabb box = volume->bounds();
                    const glm::dvec3 u = oracle::draw_point(random, 1.0);
                    const glm::vec3 p(glm::dvec3(box.center()) + u * glm::dvec3(box.half()));
                    if (volume->contains(p)) {
                        ASSERT_TRUE(both.contains(p));
                    }
                }
        };
        expect_inside(Sphere{});
        expect_inside(Capsule{});
        expect_inside(Rss{});
        expect_inside(Obb{});
        expect_inside(ObbRss{});
    }
}

} // namespace
} // namespace boxwood

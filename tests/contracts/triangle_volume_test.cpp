#include "collision/volumes/triangle/triangle_volume.hpp"

#include "collision/geometry/triangle/triangle_distance.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;

template <class Tuple>
struct AsTypes;
template <class... V>
struct AsTypes<std::tuple<V...>> {
    using Types = testing::Types<V...>;
};

std::vector<glm::vec3> draw_points(Random& random, int count, const glm::dvec3& size) {
    std::vector<glm::vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(glm::vec3(size * oracle::draw_point(random, 1.0)));
    return points;
}

Triangle64 draw_triangle(Random& random, double reach, double size) {
    const glm::dvec3 at = oracle::draw_point(random, reach);
    return {at + oracle::draw_point(random, size), at + oracle::draw_point(random, size),
            at + oracle::draw_point(random, size)};
}

Triangle64 moved(Triangle64 triangle, const glm::dvec3& by) {
    for (glm::dvec3& p : triangle) p += by;
    return triangle;
}

// A random convex combination of the points.
glm::dvec3 draw_inside(Random& random, std::span<const glm::dvec3> points) {
    glm::dvec3 sum(0.0);
    double total = 0.0;
    for (const glm::dvec3& p : points) {
        const double weight = draw(random, 0.0, 1.0);
        sum += weight * p;
        total += weight;
    }
    return sum / total;
}

template <class V>
class TriangleVolumeContract : public testing::Test {
  protected:
    Random random_{1};
};
TYPED_TEST_SUITE(TriangleVolumeContract, AsTypes<AllVolumes>::Types);

// Moves a point of the triangle to a point of the convex hull of the fitted points, or to a fitted point: the triangle
// then touches the volume.
TYPED_TEST(TriangleVolumeContract, triangles_that_share_a_point_with_a_volume_may_meet_it) {
    const auto rounds = static_cast<int>(test::choose_effort(4000, 400000));
    for (int i = 0; i < rounds; ++i) {
        const double size = std::pow(10.0, draw(this->random_, -3.0, 3.0));
        const auto points =
            draw_points(this->random_, 1 + i % 12, {size, 0.7 * size, i % 3 == 0 ? 0.0 : size});
        const TypeParam volume = TypeParam::fit(points);
        const std::vector<glm::dvec3> exact(points.begin(), points.end());
        Triangle64 triangle = draw_triangle(this->random_, size, i % 2 == 0 ? 0.1 * size : 3.0 * size);
        if (i % 16 == 0) triangle[2] = triangle[1];
        if (i % 64 == 0) triangle[1] = triangle[2] = triangle[0];
        const glm::dvec3 inside = draw_inside(this->random_, exact), target = i % 5 == 0 ? exact[0] : inside;
        triangle = moved(triangle, target - draw_inside(this->random_, triangle));
        ASSERT_TRUE(may_meet(triangle, volume, 1e-13 * size)) << "round " << i; // rounding of the motion
    }
}

// The margin is a distance: a triangle that is moved away from contact by less than the margin is not separated.
TYPED_TEST(TriangleVolumeContract, triangles_within_the_margin_may_meet_the_volume) {
    int separated = 0;
    for (int i = 0; i < 2000; ++i) {
        const auto points = draw_points(this->random_, 10, {1.0, 0.7, 0.4});
        const TypeParam volume = TypeParam::fit(points);
        const glm::dvec3 off = 0.3 * glm::normalize(oracle::draw_point(this->random_, 1.0));
        Triangle64 triangle = draw_triangle(this->random_, 1.0, 0.2);
        triangle = moved(triangle, (glm::dvec3(points[0]) - triangle[0]) + off);
        ASSERT_TRUE(may_meet(triangle, volume, 0.3001));
        separated += !may_meet(triangle, volume, 0.0);
        ASSERT_TRUE(may_meet(triangle, volume, std::numeric_limits<double>::infinity()));
        ASSERT_TRUE(may_meet(triangle, volume, std::numeric_limits<double>::quiet_NaN()));
    }
    EXPECT_GT(separated, 100);
}

// may_meet() separates nearly all triangles that are clearly disjoint from the box around the volume, and some of the
// others unless the volume is a box or a sphere.
TYPED_TEST(TriangleVolumeContract, triangles_apart_from_the_volume_are_mostly_separated) {
    int by_box = 0, missed = 0, more = 0;
    for (int i = 0; i < 4000; ++i) {
        const auto points = draw_points(this->random_, 10, {1.0, 0.7, 0.4});
        const TypeParam volume = TypeParam::fit(points);
        const Triangle64 triangle = draw_triangle(this->random_, 1.5, 0.4);
        const bool is_separated = !may_meet(triangle, volume, 0.0);
        if (!may_meet(triangle, volume.bounds(), 1e-6)) {
            ++by_box;
            missed += !is_separated;
        } else {
            more += is_separated;
        }
    }
    EXPECT_GT(by_box, 1000);
    EXPECT_LE(missed, by_box / 20); // k-DOPs test no cross axes
    if (!std::is_same_v<TypeParam, Aabb> && !std::is_same_v<TypeParam, Sphere>) {
        EXPECT_GT(more, 10);
    }
}

TYPED_TEST(TriangleVolumeContract, nothing_meets_an_empty_volume) {
    EXPECT_FALSE(may_meet(Triangle64{}, TypeParam::fit({}), 1.0));
}

// The tests of spheres and capsules agree with the distance of closest points, up to rounding.
TEST(TriangleVolumeTest, spheres_and_capsules_are_separated_at_their_radius) {
    Random random(2);
    int met = 0, apart = 0;
    for (int i = 0; i < static_cast<int>(test::choose_effort(3000, 300000)); ++i) {
        const auto corner = [&] { return glm::vec3(oracle::draw_point(random, 1.0)); };
        const Capsule swept{corner(), corner(), static_cast<float>(draw(random, 0.0, 0.5))};
        const Sphere ball{swept.from, swept.radius};
        const Triangle64 triangle = draw_triangle(random, 1.0, 1.0);
        const glm::dvec3 from(swept.from), to(swept.to);
        const auto expect = [&](const auto& volume, const Triangle64& core) {
            const double gap =
                find_closest_points(triangle, core).distance - static_cast<double>(swept.radius);
            if (std::fabs(gap) < 1e-9) return;
            ASSERT_EQ(may_meet(triangle, volume, 0.0), gap < 0.0);
            ++(gap < 0.0 ? met : apart);
        };
        expect(swept, {from, to, to});
        expect(ball, {from, from, from});
    }
    EXPECT_GT(met, 30);
    EXPECT_GT(apart, 30);
}

} // namespace
} // namespace boxwood

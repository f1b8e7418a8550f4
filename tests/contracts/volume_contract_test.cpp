// The contract of every volume in all_volumes.hpp.
#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/fit_volumes.hpp"
#include "collision/hierarchy/validate.hpp"
#include "collision/volumes/all_volumes.hpp"
#include "collision/volumes/box/directional_gap.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include <glm/geometric.hpp>
#include <glm/matrix.hpp>

namespace boxwood::volume_contract_test {
namespace {

using oracle::draw;
using oracle::Random;

template <class Tuple>
struct AsTypes;
template <class... V>
struct AsTypes<std::tuple<V...>> {
    using Types = testing::Types<V...>;
};

std::vector<glm::vec3> draw_cloud(Random& random, int count, double size) {
    const glm::dvec3 center = oracle::draw_point(random, 1.0);
    std::vector<glm::vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(glm::vec3(center + oracle::draw_point(random, size)));
    return points;
}

template <class V>
class VolumeContract : public testing::Test {
  protected:
    struct Pair {
        std::vector<glm::vec3> points_a, points_b;
        V a, b;
        Pose world_from_a, world_from_b;
    };

    Pair draw_pair(double reach) {
        Pair pair;
        pair.points_a = draw_cloud(random_, 12, 0.6);
        pair.points_b = draw_cloud(random_, 12, 0.6);
        pair.a = V::fit(pair.points_a);
        pair.b = V::fit(pair.points_b);
        pair.world_from_a = oracle::draw_pose(random_, reach);
        pair.world_from_b = oracle::draw_pose(random_, reach);
        return pair;
    }
    static typename V::Relation relate(const Pair& pair, OverlapTest test = OverlapTest::sat) {
        return V::make_relation(pair.world_from_a, pair.world_from_b, pair.a, pair.b, test);
    }
    static bool overlaps(const Pair& pair) { return overlap(pair.a, pair.b, relate(pair)); }

    Random random_{1};
};

TYPED_TEST_SUITE(VolumeContract, AsTypes<AllVolumes>::Types);

TYPED_TEST(VolumeContract, ContainsTheFittedPoints) {
    for (int i = 0; i < 1000; ++i) {
        const auto points =
            draw_cloud(this->random_, 1 + i % 20, std::pow(10.0, draw(this->random_, -6.0, 6.0)));
        const auto volume = TypeParam::fit(points);
        for (const glm::vec3& p : points) ASSERT_TRUE(volume.contains(p));
    }
}

// Queries of hierarchies of two different types test bounds(), so a box that is too small by one rounding can miss a
// contact. With few points on a grid of integers, many differences of coordinates are exactly 0.
TYPED_TEST(VolumeContract, BoundsContainTheFittedPoints) {
    for (int i = 0; i < 20000; ++i) {
        std::vector<glm::vec3> points;
        const float unit = std::ldexp(1.0f, static_cast<int>(this->random_() % 41) - 20);
        for (int k = 0; k < 2 + i % 5; ++k)
            points.push_back(unit * glm::vec3(static_cast<float>(this->random_() % 7) - 3.0f,
                                              static_cast<float>(this->random_() % 7) - 3.0f,
                                              static_cast<float>(this->random_() % 7) - 3.0f));
        const std::size_t half = points.size() / 2;
        const auto whole = TypeParam::fit(points);
        const auto merged = merge(TypeParam::fit(std::span(points).first(half)), TypeParam::fit(std::span(points).subspan(half)));
        for (const glm::vec3& p : points) {
            ASSERT_TRUE(whole.bounds().contains(p)) << i;
            ASSERT_TRUE(merged.bounds().contains(p)) << i;
        }
    }
}

// list_axis_tests() lists the axes in the order of find_separating_axis(). Each positive gap that it lists is a lower
// bound on the gap between the projections of the fitted points on the axis, or, for cores, on the distance of the
// points.
TYPED_TEST(VolumeContract, ListsTheAxesInTheOrderOfFindSeparatingAxis) {
    const auto project = [](const std::vector<glm::vec3>& points, const Pose& pose,
                            const glm::dvec3& direction) {
        double low = std::numeric_limits<double>::infinity(), high = -low;
        for (const glm::vec3& p : points) {
            const double at = glm::dot(direction, pose * p);
            low = std::min(low, at);
            high = std::max(high, at);
        }
        return std::pair{low, high};
    };
    std::set<int> seen;
    for (int i = 0; i < 1500; ++i) {
        auto pair = this->draw_pair(1.0);
        if (i % 3 == 0) pair.world_from_b = pair.world_from_b * make_pose({.s = {1.5, 0.6, 1.0}});
        for (const OverlapTest test : {OverlapTest::sat, OverlapTest::sat_lite, OverlapTest::aabb_of_obb}) {
            const auto relation = this->relate(pair, test);
            const std::vector<AxisTest> all = list_axis_tests(pair.a, pair.b, relation);
            ASSERT_FALSE(all.empty());
            ASSERT_LE(all.size(), TypeParam::kAxisNames.size());
            int first = -1;
            for (int k = static_cast<int>(all.size()); k-- > 0;) {
                const AxisTest& axis = all[static_cast<std::size_t>(k)];
                if (!(axis.distance > axis.radii)) continue;
                first = k;
                if (axis.cores) {
                    const double gap = axis.cores->distance - axis.cores->radius_a - axis.cores->radius_b;
                    ASSERT_GT(gap, 0.0);
                    for (const glm::vec3& p : pair.points_a)
                        for (const glm::vec3& q : pair.points_b)
                            ASSERT_GE(glm::distance(pair.world_from_a * p, pair.world_from_b * q),
                                      gap - 1e-9);
                    continue;
                }
                const Pose& frame = axis.is_normal_of_b ? pair.world_from_b : pair.world_from_a;
                const glm::dvec3 normal_w = glm::transpose(glm::inverse(frame.linear)) * axis.normal;
                const auto a = project(pair.points_a, pair.world_from_a, normal_w),
                           b = project(pair.points_b, pair.world_from_b, normal_w);
                ASSERT_GE(std::max(a.first - b.second, b.first - a.second),
                          axis.distance - axis.radii - 1e-5 * glm::length(normal_w));
            }
            ASSERT_EQ(first, find_separating_axis(pair.a, pair.b, relation));
            seen.insert(first);
        }
    }
    EXPECT_TRUE(seen.contains(-1));
    EXPECT_GE(seen.size(), std::min<std::size_t>(TypeParam::kAxisNames.size() + 1, 6))
        << "too few different results of find_separating_axis()";
}

TYPED_TEST(VolumeContract, DoesNotContainADistantPoint) {
    const auto points = draw_cloud(this->random_, 12, 0.6);
    EXPECT_FALSE(TypeParam::fit(points).contains(points[0] + glm::vec3(100.0f)));
    EXPECT_FALSE(TypeParam::fit({}).contains(points[0]));
}

TYPED_TEST(VolumeContract, MergeContainsBoth) {
    for (int i = 0; i < 1000; ++i) {
        const auto pair = this->draw_pair(0.0);
        const auto both = merge(pair.a, pair.b);
        for (const glm::vec3& p : pair.points_a) ASSERT_TRUE(both.contains(p));
        for (const glm::vec3& p : pair.points_b) ASSERT_TRUE(both.contains(p));
        ASSERT_GE(both.volume(), std::max(pair.a.volume(), pair.b.volume()));
        ASSERT_EQ(merge(pair.a, TypeParam::fit({})), pair.a);
    }
}

TYPED_TEST(VolumeContract, SizesScaleWithThePoints) {
    for (int i = 0; i < 100; ++i) {
        auto points = draw_cloud(this->random_, 12, 0.6);
        const auto small = TypeParam::fit(points);
        for (glm::vec3& p : points) p *= 2.0f;
        const auto large = TypeParam::fit(points);
        EXPECT_NEAR(large.volume(), 8.0f * small.volume(), 1e-4f * large.volume());
        EXPECT_NEAR(large.half_area(), 4.0f * small.half_area(), 1e-4f * large.half_area());
        EXPECT_NEAR(large.longest_side(), 2.0f * small.longest_side(), 1e-4f * large.longest_side());
    }
}

// Moves a point of each volume to the same world position, so that the volumes must not be separated.
TYPED_TEST(VolumeContract, VolumesThatShareAPointOverlap) {
    for (int i = 0; i < 5000; ++i) {
        auto pair = this->draw_pair(2.0);
        const glm::dvec3 at_a = pair.world_from_a * pair.points_a[0],
                         at_b = pair.world_from_b * pair.points_b[0];
        pair.world_from_b.origin += at_a - at_b;
        ASSERT_TRUE(this->overlaps(pair));
        ASSERT_TRUE(overlap(pair.a, pair.b, this->relate(pair, OverlapTest::sat_lite)));
        ASSERT_EQ(squared_distance_lower_bound(pair.a, pair.b, this->relate(pair)), 0.0);
    }
}

// Adds scales from 10^-2 to 10^2 on both objects, mirrored and sheared by composition. No distance lower bound may
// exceed the distance of points inside.
TYPED_TEST(VolumeContract, conservative_under_scale_and_shear) {
    int separated = 0;
    const auto rounds = static_cast<int>(test::choose_effort(1500, 100000));
    for (int i = 0; i < rounds; ++i) {
        auto pair = this->draw_pair(0.0);
        const auto warp = [&] {
            const double decades = i % 2 == 0 ? 0.0 : 2.0;
            return make_pose(
                       {oracle::draw_rotation(this->random_), {}, oracle::draw_scale(this->random_, 2.0)}) *
                   make_pose({oracle::draw_rotation(this->random_),
                              {},
                              oracle::draw_scale(this->random_, decades)});
        };
        pair.world_from_a = warp();
        pair.world_from_b = warp();
        const bool is_met = i % 3 == 0;
        const glm::dvec3 at_a = pair.world_from_a * pair.points_a[0],
                         at_b = pair.world_from_b * pair.points_b[0];
        pair.world_from_b.origin += at_a - at_b;
        if (!is_met)
            pair.world_from_b.origin +=
                oracle::draw_point(this->random_, 10.0) * std::pow(10.0, draw(this->random_, -1.0, 3.0));
        const auto relation = this->relate(pair);
        const bool overlaps = overlap(pair.a, pair.b, relation);
        if (is_met) {
            ASSERT_TRUE(overlaps);
        }
        if (this->relate(pair, OverlapTest::sat_lite).test == OverlapTest::sat_lite && overlaps) {
            ASSERT_TRUE(overlap(pair.a, pair.b, this->relate(pair, OverlapTest::sat_lite)));
        }
        separated += !overlaps;
        const double gap = std::sqrt(squared_distance_lower_bound(pair.a, pair.b, relation));
        if (is_met) {
            ASSERT_EQ(gap, 0.0);
        }
        for (const glm::vec3& p : pair.points_a)
            for (const glm::vec3& q : pair.points_b)
                ASSERT_LE(gap, glm::distance(pair.world_from_a * p, pair.world_from_b * q));
    }
    EXPECT_GT(separated, rounds / 8);
}

// If the coordinates of the points are 4 times as large and the pose scales by 1/4, the world positions and the result
// are the same.
TYPED_TEST(VolumeContract, a_pose_that_scales_is_equivalent_to_scaled_points) {
    int differs = 0;
    for (int i = 0; i < 500; ++i) {
        const auto pair = this->draw_pair(1.2);
        auto scaled = pair;
        for (glm::vec3& p : scaled.points_a) p *= 4.0f;
        scaled.a = TypeParam::fit(scaled.points_a);
        scaled.world_from_a.linear *= 0.25;
        differs += this->overlaps(scaled) != this->overlaps(pair);
    }
    EXPECT_LE(differs, 2); // the two fits round differently
}

TYPED_TEST(VolumeContract, overlap_is_symmetric_and_names_its_axis) {
    int separated = 0;
    for (int i = 0; i < 5000; ++i) {
        const auto pair = this->draw_pair(1.2);
        const auto back =
            TypeParam::make_relation(pair.world_from_b, pair.world_from_a, pair.b, pair.a, OverlapTest::sat);
        const bool overlaps = this->overlaps(pair);
        ASSERT_EQ(overlaps, overlap(pair.b, pair.a, back));
        const int axis = find_separating_axis(pair.a, pair.b, this->relate(pair));
        ASSERT_EQ(axis < 0, overlaps);
        ASSERT_LT(axis, static_cast<int>(TypeParam::kAxisNames.size()));
        separated += !overlaps;
    }
    EXPECT_GT(separated, 500);
    EXPECT_LT(separated, 4500);
}

// Finds volumes that ignore the pose, which might pass the tests above.
TYPED_TEST(VolumeContract, MovingBothTogetherChangesNothing) {
    int changed_alone = 0;
    for (int i = 0; i < 5000; ++i) {
        auto pair = this->draw_pair(1.2);
        const bool before = this->overlaps(pair);
        const double gap = std::sqrt(squared_distance_lower_bound(pair.a, pair.b, this->relate(pair)));
        const Pose motion = oracle::draw_pose(this->random_, 3.0);
        pair.world_from_a = motion * pair.world_from_a;
        pair.world_from_b = motion * pair.world_from_b;
        ASSERT_EQ(this->overlaps(pair), before);
        ASSERT_NEAR(std::sqrt(squared_distance_lower_bound(pair.a, pair.b, this->relate(pair))), gap, 1e-4);
        pair.world_from_a = motion * pair.world_from_a;
        changed_alone += this->overlaps(pair) != before;
    }
    EXPECT_GT(changed_alone, 500);
}

TYPED_TEST(VolumeContract, GapsNeverExceedTheDistanceOfTheFittedPoints) {
    for (int i = 0; i < 2000; ++i) {
        const auto pair = this->draw_pair(4.0);
        const double gap = std::sqrt(squared_distance_lower_bound(pair.a, pair.b, this->relate(pair)));
        for (const glm::vec3& p : pair.points_a)
            for (const glm::vec3& q : pair.points_b)
                ASSERT_LE(gap, glm::distance(pair.world_from_a * p, pair.world_from_b * q));
    }
}

// Scales from the whole range of transforms, different on each axis: ratios up to 10^18 between axes.
TYPED_TEST(VolumeContract, GapsNeverExceedTheDistanceUnderScalesOfAnyAnisotropy) {
    int positive = 0, sharp = 0;
    const auto rounds = static_cast<int>(test::choose_effort(4000, 200000));
    for (int i = 0; i < rounds; ++i) {
        auto pair = this->draw_pair(0.0);
        const auto scaled = [&](bool is_scaled) {
            return make_pose(
                {oracle::draw_rotation(this->random_),
                 oracle::draw_point(this->random_, std::pow(10.0, draw(this->random_, -9.0, 9.5))),
                 oracle::draw_scale(this->random_, is_scaled ? 9.0 : 0.0)});
        };
        pair.world_from_a = scaled(i % 3 != 0);
        pair.world_from_b = scaled(i % 3 != 1);
        double least = std::numeric_limits<double>::infinity();
        for (const glm::vec3& p : pair.points_a)
            for (const glm::vec3& q : pair.points_b)
                least = std::min(least, glm::distance(pair.world_from_a * p, pair.world_from_b * q));
        ASSERT_LE(std::sqrt(squared_distance_lower_bound(pair.a, pair.b, this->relate(pair))), least);
        DirectionalGap directional(pair.world_from_a, pair.world_from_b, pair.a.bounds(), pair.b.bounds());
        ASSERT_LE(std::sqrt(directional.find_squared(pair.a, pair.b)), least);
        directional.aim(oracle::draw_point(this->random_, 1.0));
        const double gap = std::sqrt(directional.find_squared(pair.a, pair.b));
        ASSERT_LE(gap, least);
        positive += gap > 0.0;
        sharp += gap > 0.5 * least;
    }
    EXPECT_GT(positive, rounds / 10);
    EXPECT_GT(sharp, rounds / 20);
}

// At any distance of two points from each other and from the world's origin, the bound is below their distance by at
// most some ulps of the largest coordinate.
TYPED_TEST(VolumeContract, DirectionalGapsAreSharpAtAnyDistance) {
    for (int i = 0; i < 2000; ++i) {
        const double offset = std::pow(10.0, draw(this->random_, 0.0, 12.0)),
                     separation = std::pow(10.0, draw(this->random_, 0.0, 12.0));
        const auto warp = [&](const glm::dvec3& origin) {
            Pose pose =
                make_pose({oracle::draw_rotation(this->random_), {}, oracle::draw_scale(this->random_, 1.0)});
            pose.origin = origin;
            return pose;
        };
        const glm::dvec3 origin = oracle::draw_point(this->random_, offset);
        const Pose a = warp(origin), b = warp(origin + oracle::draw_point(this->random_, separation));
        const std::array p{glm::vec3(oracle::draw_point(this->random_, 1.0))},
            q{glm::vec3(oracle::draw_point(this->random_, 1.0))};
        const TypeParam of_p = TypeParam::fit(p), of_q = TypeParam::fit(q);
        DirectionalGap directional(a, b, of_p.bounds(), of_q.bounds());
        const double distance = glm::distance(a * p[0], b * q[0]);
        directional.aim(oracle::draw_point(this->random_, 1.0));
        const double gap = std::sqrt(directional.find_squared(of_p, of_q));
        ASSERT_LE(gap, distance);
        ASSERT_GE(gap,
                  distance - 0x1p-44 * (offset + separation) -
                      1e-5); // a volume that is fitted to one point is not exactly a point
    }
}

TYPED_TEST(VolumeContract, IntervalsContainTheFittedPoints) {
    for (int i = 0; i < 2000; ++i) {
        const auto points = draw_cloud(this->random_, 1 + i % 12, 0.6);
        const auto volume = TypeParam::fit(points);
        const glm::dvec3 direction = oracle::draw_scale(this->random_, 9.0);
        const VolumeInterval interval = interval_along(volume, direction);
        double lower = std::numeric_limits<double>::infinity(), upper = -lower;
        for (const glm::vec3& p : points) {
            lower = std::min(lower, glm::dot(direction, glm::dvec3(p)));
            upper = std::max(upper, glm::dot(direction, glm::dvec3(p)));
        }
        const double rounding = 1e-13 * glm::length(direction);
        ASSERT_LE(interval.lower, lower + rounding);
        ASSERT_GE(interval.upper, upper - rounding);
        ASSERT_LE(interval.upper - interval.lower,
                  4.0 * glm::length(direction)); // the clouds of points have a diameter of about 2.1
    }
}

TYPED_TEST(VolumeContract, BoundsOfTheOutlineContainTheFittedPoints) {
    const auto points = draw_cloud(this->random_, 12, 0.6);
    int lines = 0;
    Aabb outlined;
    TypeParam::fit(points).outline([&](const glm::vec3& from, const glm::vec3& to) {
        outlined = merge(outlined, Aabb::fit(std::array{from, to}));
        ++lines;
    });
    EXPECT_GE(lines, 3);
    for (const glm::vec3& p : points) EXPECT_TRUE(outlined.contains(p));
}

TYPED_TEST(VolumeContract, BuiltAndRefittedTreesHaveNoDefect) {
    oracle::SampleMesh mesh = oracle::make_torus(1.0, 0.4, 30, 20);
    SerialExecutor serial;
    for (const std::uint32_t leaf_size : {1u, 5u}) {
        auto tree = fit_volumes<TypeParam>(
            build_top_down(make_primitive_boxes(mesh.view()), {SplitRule::midpoint, leaf_size}, serial),
            mesh.view());
        auto defect = find_defect(tree, mesh.view());
        ASSERT_FALSE(defect.has_value()) << defect->message;
        for (glm::vec3& p : mesh.positions) p += glm::vec3(oracle::draw_point(this->random_, 0.5));
        EXPECT_TRUE(find_defect(tree, mesh.view()).has_value());
        refit(tree, mesh.view());
        defect = find_defect(tree, mesh.view());
        ASSERT_FALSE(defect.has_value()) << defect->message;
    }
}

TEST(AllVolumes, HaveDifferentNames) {
    std::vector<std::string_view> names;
    std::apply([&](auto... volume) { (names.push_back(decltype(volume)::kName), ...); }, AllVolumes{});
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end());
}

} // namespace
} // namespace boxwood::volume_contract_test

#include "collision/volumes/kdop.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/separation.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>
#include <glm/matrix.hpp>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;

template <class V>
class KdopTest : public testing::Test {
  protected:
    static constexpr int kEnds = static_cast<int>(2 * V::kDirections.size());
    Random random_{1};

    std::vector<glm::vec3> draw_points(int count, double size) {
        std::vector<glm::vec3> points;
        for (int i = 0; i < count; ++i) points.push_back(glm::vec3(oracle::draw_point(random_, size)));
        return points;
    }
    static DirectionSum cone_of(const glm::dvec3& g) { return find_cone<kEnds>(g); }
};
using Kdops = testing::Types<Kdop14, Kdop18, Kdop24, Kdop26>;
TYPED_TEST_SUITE(KdopTest, Kdops);

TYPED_TEST(KdopTest, directions_are_the_expected_numbers_of_axes_edges_and_corners) {
    int axes = 0, edges = 0, corners = 0;
    for (const auto& n : TypeParam::kDirections) {
        const int steps = std::abs(n[0]) + std::abs(n[1]) + std::abs(n[2]);
        (steps == 1 ? axes : steps == 2 ? edges : corners) += 1;
        for (const auto& m : TypeParam::kDirections) {
            EXPECT_NE(n, (std::array{-m[0], -m[1], -m[2]}));
        }
    }
    const int k = TestFixture::kEnds;
    EXPECT_EQ(axes, 3);
    EXPECT_EQ(edges, k == 14 ? 0 : 6);
    EXPECT_EQ(corners, k == 14 ? 4 : k == 18 ? 0 : k == 24 ? 3 : 4);
}

// Each end is the tightest float bound on the points' extent in double, for one to seven points of various sizes.
TYPED_TEST(KdopTest, ends_are_the_tightest_floats) {
    for (int i = 0; i < 300; ++i) {
        const double size = std::ldexp(1.0, i % 3 == 0 ? 0 : (i * 37) % 200 - 100);
        std::vector<glm::vec3> points = this->draw_points(1 + i % 7, size);
        if (i % 5 == 1) points[0].y *= 0x1p-40f; // sums that float cannot represent
        const TypeParam dop = TypeParam::fit(points);
        for (std::size_t k = 0; k < TypeParam::kDirections.size(); ++k) {
            double low = HUGE_VAL, high = -HUGE_VAL;
            for (const glm::vec3& p : points) {
                const glm::dvec3 n = to_direction(TypeParam::kDirections[k]), q(p);
                const double at = (n.x * q.x + n.y * q.y) + n.z * q.z;
                low = std::min(low, at);
                high = std::max(high, at);
            }
            ASSERT_LE(static_cast<double>(dop.lower[k]), low) << i;
            ASSERT_GT(static_cast<double>(std::nextafterf(dop.lower[k], HUGE_VALF)), low) << i;
            ASSERT_GE(static_cast<double>(dop.upper[k]), high) << i;
            ASSERT_LT(static_cast<double>(std::nextafterf(dop.upper[k], -HUGE_VALF)), high) << i;
        }
    }
}

// The support function in direction g of the k-DOP around the unit sphere: the minimum, over all triples of directions
// that represent g with nonnegative weights, of the sum of weights times lengths of the directions.
template <class V>
double find_least_support(const glm::dvec3& g) {
    std::vector<glm::dvec3> all;
    for (const auto& n : V::kDirections) {
        all.push_back(to_direction(n));
        all.push_back(-to_direction(n));
    }
    double least = HUGE_VAL;
    for (std::size_t i = 0; i < all.size(); ++i)
        for (std::size_t j = i + 1; j < all.size(); ++j)
            for (std::size_t k = j + 1; k < all.size(); ++k) {
                const glm::dmat3 basis(all[i], all[j], all[k]);
                if (std::fabs(glm::determinant(basis)) < 0.5) continue;
                const glm::dvec3 w = glm::inverse(basis) * g;
                if (w.x < -1e-12 || w.y < -1e-12 || w.z < -1e-12) continue;
                least = std::min(least, w.x * glm::length(all[i]) + w.y * glm::length(all[j]) +
                                            w.z * glm::length(all[k]));
            }
    return least;
}

TYPED_TEST(KdopTest, sums_rebuild_the_direction_and_are_the_tightest) {
    for (int i = 0; i < 400; ++i) {
        glm::dvec3 g = oracle::draw_point(this->random_, 1.0);
        if (i % 4 == 1) g[i / 4 % 3] = 0.0;
        if (i % 4 == 2) g.y = -g.x;
        if (i % 16 == 3) g = to_direction(TypeParam::kDirections[static_cast<std::size_t>(i) % 7]);
        const DirectionSum sum = TestFixture::cone_of(g);
        glm::dvec3 rebuilt(0.0);
        double support = 0.0;
        for (std::size_t l = 0; l < 3; ++l) {
            ASSERT_GE(sum.weights[l], 0.0);
            const glm::dvec3 n = to_direction(TypeParam::kDirections[sum.directions[l]]);
            rebuilt += (sum.is_reversed[l] ? -sum.weights[l] : sum.weights[l]) * n;
            support += sum.weights[l] * glm::length(n);
        }
        ASSERT_LE(glm::distance(rebuilt, g), 1e-12);
        if (i < 40) {
            ASSERT_NEAR(support, find_least_support<TypeParam>(g), 1e-12);
        }
    }
}

// Rotating the slabs of a DOP gives slabs that contain all rotated points.
TYPED_TEST(KdopTest, a_turned_dop_contains_its_turned_points) {
    const auto rounds = static_cast<int>(test::choose_effort(400, 20000));
    for (int i = 0; i < rounds; ++i) {
        const auto points = this->draw_points(10, 1.0);
        const TypeParam own = TypeParam::fit(this->draw_points(10, 1.0)), other = TypeParam::fit(points);
        Pose world_from_other = oracle::draw_pose(this->random_, 2.0);
        if (i % 2 == 0)
            world_from_other =
                make_pose({{1, 0, 0, 0}, {}, oracle::draw_scale(this->random_, 1.0)}) * world_from_other;
        const auto relation =
            TypeParam::make_relation(Pose{}, world_from_other, own, other, OverlapTest::sat);
        for (std::size_t k = 0; k < TypeParam::kCount; ++k) {
            const auto& turned = relation.b_along_a[k];
            const auto* ends = other.lower.data();
            double low = static_cast<double>(turned.shift), high = low;
            for (std::size_t l = 0; l < 3; ++l) {
                low += static_cast<double>(turned.weights[l]) * static_cast<double>(ends[turned.lower[l]]);
                high += static_cast<double>(turned.weights[l]) * static_cast<double>(ends[turned.upper[l]]);
            }
            for (const glm::vec3& p : points) {
                const double at = glm::dot(to_direction(TypeParam::kDirections[k]), world_from_other * p);
                ASSERT_LE(low - static_cast<double>(turned.error_bound), at);
                ASSERT_GE(high + static_cast<double>(turned.error_bound), at);
            }
        }
    }
}

// Without relative rotation the test compares intervals. This includes two objects with the same rotation.
TYPED_TEST(KdopTest, poses_without_relative_rotation_compare_intervals) {
    int separated = 0;
    for (int i = 0; i < 2000; ++i) {
        const TypeParam a = TypeParam::fit(this->draw_points(5, 0.4));
        auto points = this->draw_points(5, 0.4);
        const TypeParam b = TypeParam::fit(points);
        const glm::dvec3 shift = oracle::draw_point(this->random_, 0.8);
        for (glm::vec3& p : points) p = glm::vec3(glm::dvec3(p) + shift);
        const bool truth = overlap(a, TypeParam::fit(points));
        const Pose turn = oracle::draw_pose(this->random_, i % 2 == 0 ? 0.0 : 3.0);
        const Pose moved{glm::dmat3(1.0), shift};
        const auto relation = TypeParam::make_relation(turn, turn * moved, a, b, OverlapTest::sat);
        ASSERT_TRUE(relation.is_translated);
        ASSERT_EQ(overlap(a, b, relation), truth);
        separated += !truth;
    }
    EXPECT_GT(separated, 200);
    EXPECT_LT(separated, 1900);
}

// If the k-DOPs around two boxes are separated, then the boxes are separated, which the oracle decides by trying all
// candidate planes.
TYPED_TEST(KdopTest, boxes_of_separated_kdops_are_separated) {
    int separated = 0;
    const auto rounds = static_cast<int>(test::choose_effort(3000, 1000000));
    for (int i = 0; i < rounds; ++i) {
        const Aabb box_a = Aabb::fit(this->draw_points(3, 0.8)), box_b = Aabb::fit(this->draw_points(3, 0.8));
        const auto dop_of = [](const Aabb& box) {
            std::vector<glm::vec3> corners;
            box.outline([&](const glm::vec3& from, const glm::vec3& to) {
                corners.push_back(from);
                corners.push_back(to);
            });
            return TypeParam::fit(corners);
        };
        const Pose pose_a = oracle::draw_pose(this->random_, 1.0),
                   pose_b = oracle::draw_pose(this->random_, 1.0);
        const TypeParam a = dop_of(box_a), b = dop_of(box_b);
        if (overlap(a, b, TypeParam::make_relation(pose_a, pose_b, a, b, OverlapTest::sat))) continue;
        ++separated;
        ASSERT_GT(
            oracle::find_widest_gap(oracle::corners_of(pose_a, box_a), oracle::corners_of(pose_b, box_b)),
            0.0L);
    }
    EXPECT_GT(separated, rounds / 10);
}

TYPED_TEST(KdopTest, MergeIsTheFitOfBoth) {
    for (int i = 0; i < 200; ++i) {
        const auto points_a = this->draw_points(4, 1.0), points_b = this->draw_points(4, 2.0);
        auto both = points_a;
        both.insert(both.end(), points_b.begin(), points_b.end());
        const TypeParam a = TypeParam::fit(points_a), merged = merge(a, TypeParam::fit(points_b));
        ASSERT_EQ(merged, TypeParam::fit(both));
        ASSERT_TRUE(merged.contains(a));
    }
}

// kdop26 has all directions of kdop14 and kdop24, and kdop24 has those of kdop18. A k-DOP with more directions
// separates at least the same pairs.
TEST(KdopTightnessTest, MoreDirectionsSeparateMore) {
    Random random(2);
    const auto rounds = static_cast<int>(test::choose_effort(4000, 100000));
    std::array<int, 5> separated{};
    for (int i = 0; i < rounds; ++i) {
        std::vector<glm::vec3> points_a, points_b;
        for (int k = 0; k < 8; ++k) {
            points_a.push_back(glm::vec3(oracle::draw_point(random, 0.5)));
            points_b.push_back(glm::vec3(oracle::draw_point(random, 0.5)));
        }
        const Pose moved{glm::dmat3(1.0), oracle::draw_point(random, 1.0)};
        const auto test = [&]<class V>(V) {
            const V a = V::fit(points_a), b = V::fit(points_b);
            return !overlap(a, b, V::make_relation(Pose{}, moved, a, b, OverlapTest::sat));
        };
        const std::array<bool, 4> by{test(Kdop14{}), test(Kdop18{}), test(Kdop24{}), test(Kdop26{})};
        for (std::size_t k = 0; k < 4; ++k) separated[k] += by[k];
        ASSERT_LE(by[0], by[3]);
        ASSERT_LE(by[1], by[2]);
        ASSERT_LE(by[2], by[3]);
    }
    EXPECT_LT(separated[1], separated[3]);
    EXPECT_LT(separated[0], separated[3]);
}

} // namespace
} // namespace boxwood

// Counts the operations of overlap tests by running them; docs/volumes.md has the table.
#include "bench/experiments/box_tree/counted_tests.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace boxwood::operations_test {
namespace {

using counted::count_operations;
using counted::counting;
using counted::CountingDouble;
using counted::CountingLanes;
using counted::find_counted_axis;
using counted::Operations;
using oracle::Random;

template <class V>
struct VolumePair {
    V a, b;
    typename V::Relation relation;
};

// Fits volumes to two clouds of points around the origins of two poses, which differ by up to `reach` on each axis.
template <class V>
VolumePair<V> draw_pair(Random& random, double reach, OverlapTest test = OverlapTest::sat) {
    const auto draw_cloud = [&random] {
        std::vector<glm::vec3> points;
        for (int i = 0; i < 8; ++i) points.push_back(glm::vec3(oracle::draw_point(random, 0.5)));
        return points;
    };
    const V a = V::fit(draw_cloud()), b = V::fit(draw_cloud());
    const Pose world_from_a = oracle::draw_pose(random, 0.0), world_from_b = oracle::draw_pose(random, reach);
    return {a, b, V::make_relation(world_from_a, world_from_b, a, b, test)};
}

// The clouds are concentric, so that no axis separates them and all axes are tested.
template <class V>
VolumePair<V> draw_overlapping(OverlapTest test = OverlapTest::sat) {
    Random random(7);
    return draw_pair<V>(random, 0.0, test);
}

template <class V>
Operations count_test(const VolumePair<V>& pair) {
    const auto relation = counting(pair.relation);
    return count_operations([&] { find_counted_axis(pair.a, pair.b, relation); });
}

template <class V>
std::uint64_t flops_if_overlapping(OverlapTest test = OverlapTest::sat) {
    const VolumePair<V> pair = draw_overlapping<V>(test);
    EXPECT_EQ(find_separating_axis(pair.a, pair.b, pair.relation), -1);
    return count_test(pair).flops();
}

template <class V>
struct CountedTest : testing::Test {};
using Counted =
    testing::Types<Aabb, Sphere, Obb, ObbHull, Kdop14, Kdop18, Kdop24, Kdop26, Capsule, Rss, ObbRss>;
TYPED_TEST_SUITE(CountedTest, Counted);

// The counted test instantiates the production code with counting numbers. It must return the same axis.
TYPED_TEST(CountedTest, counted_test_returns_the_axis_of_the_production_test) {
    Random random(29);
    const auto cases = static_cast<int>(test::choose_effort(2000, 100'000));
    int separated = 0;
    for (int i = 0; i < cases; ++i) {
        const auto pair = draw_pair<TypeParam>(random, 1.1, i % 3 ? OverlapTest::sat : OverlapTest::sat_lite);
        const int axis = find_separating_axis(pair.a, pair.b, pair.relation);
        ASSERT_EQ(find_counted_axis(pair.a, pair.b, counting(pair.relation)), axis) << i;
        separated += axis >= 0;
    }
    EXPECT_GT(separated, cases / 10);
    EXPECT_LT(separated, cases * 9 / 10);
}

// The operations of each group: 21 + 36 + 99 for the axes and 21 for the relative center.
TEST(OperationsTest, axis_groups_of_aabbs_cost_21_36_and_99_operations) {
    const VolumePair<Aabb> pair = draw_overlapping<Aabb>();
    const ObbAxes<CountingLanes> axes = counting(pair.relation);
    const auto a = counting(pair.a), b = counting(pair.b);
    detail::RelativeBoxes<CountingLanes> boxes;
    const Operations relate = count_operations([&] { boxes = detail::relate(a, b, axes); });
    const auto count_axes = [&](auto project) {
        const Operations spent = count_operations([&] { detail::find_separated(project()); });
        EXPECT_EQ(spent.comparisons, 3u);
        return spent.flops();
    };
    EXPECT_EQ(count_axes([&] { return detail::project_on_a(boxes, axes); }), 21u);
    EXPECT_EQ(count_axes([&] { return detail::project_on_b(boxes, axes); }), 36u);
    EXPECT_EQ(count_axes([&] { return detail::project_on_cross<0>(boxes, axes); }) + count_axes([&] {
                  return detail::project_on_cross<1>(boxes, axes);
              }) + count_axes([&] { return detail::project_on_cross<2>(boxes, axes); }),
              99u);

    // Boxes store their lower and upper ends: 6 operations give the centers, 6 the extents, 3 add the error bound. The
    // rest computes M c_B + T - c_A.
    constexpr std::uint64_t kFromEnds = 6 + 6 + 3;
    EXPECT_EQ(relate.multiplications, 9u);
    EXPECT_EQ(relate.flops() - kFromEnds, 21u);
}

// 177 and 78 operations, plus 15 because boxes store their ends and grow by the error bound.
TEST(OperationsTest, aabb_tests_cost_192_or_93_operations) {
    EXPECT_EQ(flops_if_overlapping<Aabb>(), 177u + 15u);
    EXPECT_EQ(flops_if_overlapping<Aabb>(OverlapTest::sat_lite), 78u + 15u);
    EXPECT_EQ(count_test(draw_overlapping<Aabb>()).absolutes, 15u)
        << "one absolute value of a distance per axis";
}

// |M| and |N| have 9 absolute values each. They are computed once per pair of objects, not per test.
TEST(OperationsTest, a_relation_takes_18_absolute_values) {
    const VolumePair<Aabb> pair = draw_overlapping<Aabb>();
    const Operations spent = count_operations([&] { counting(pair.relation); });
    EXPECT_EQ(spent.absolutes, 18u);
    EXPECT_EQ(spent.flops(), 0u);
}

// Includes the composition per pair of nodes, 45 for a product of rotations and 18 for the center, plus the extra terms
// that docs/volumes.md lists.
TEST(OperationsTest, obb_tests_cost_395_or_287_operations) {
    using Matrix = glm::mat<3, 3, CountingDouble>;
    using Vector = glm::vec<3, CountingDouble>;
    const Matrix m(glm::dmat3(1.0));
    const Vector v(glm::dvec3(1.0));
    EXPECT_EQ(count_operations([&] { (void)(m * m); }).flops(), 45u);
    EXPECT_EQ(count_operations([&] { (void)(m * v + v); }).flops(), 18u);

    const VolumePair<Obb> pair = draw_overlapping<Obb>();
    const auto r = counting(pair.relation);
    ASSERT_TRUE(r.is_similar);
    detail::RelativeObbs<CountingDouble> boxes;
    const Operations relate = count_operations([&] { boxes = detail::relate(pair.a, pair.b, r); });
    const std::uint64_t quaternions =
        count_operations([&] { (void)pair.a.axes.matrix<CountingDouble>(); }).flops() * 2;
    EXPECT_EQ(quaternions, 2u * 38u);
    // Two products, the transform of the center to A's mesh and into A's box, the scale of the pose, the error bound,
    // and the margin for parallel edges.
    constexpr std::uint64_t kProducts = 2 * 45, kCenter = 18 + 3 + 15, kScale = 1 + 9 + 3, kSlack = 3,
                            kParallelMargin = 6;
    EXPECT_EQ(relate.flops(), quaternions + kProducts + kCenter + kScale + kSlack + kParallelMargin);

    Matrix edges = detail::abs_of_entries(boxes.edges), cofactors = detail::abs_of_entries(boxes.cofactors);
    const auto count = [](auto run) { return count_operations([&] { EXPECT_EQ(run(), -1); }).flops(); };
    EXPECT_EQ(count([&] { return detail::find_axis_of_a(boxes, edges); }), 21u);
    EXPECT_EQ(count([&] { return detail::find_axis_of_b(boxes, cofactors, CountingDouble(0.0)); }), 36u + 6u)
        << "6 more than for AABBs: a scale and a margin for affine poses";
    EXPECT_EQ(count([&] { return detail::find_cross_axis(boxes, edges, cofactors); }), 99u + 9u)
        << "9 more than for AABBs: the margin for parallel edges";
    EXPECT_EQ(flops_if_overlapping<Obb>(), 224u + 21u + 42u + 108u);
    EXPECT_EQ(flops_if_overlapping<Obb>(OverlapTest::sat_lite), 224u + 21u + 42u);
    EXPECT_EQ(flops_if_overlapping<ObbRss>(), flops_if_overlapping<Obb>());
    EXPECT_EQ(count_test(pair).absolutes, 18u + 15u)
        << "one per axis, and 18 that AABBs compute once per query";
}

TEST(OperationsTest, sphere_tests_cost_31_and_kdop_tests_17_k_operations) {
    // 21 for the center, 3 for the radii, 5 for the squared distance, 1 for the squared sum, 1 to compare
    EXPECT_EQ(flops_if_overlapping<Sphere>(), 31u);
    // per slab of A and of B: two sums of three products, shift, gaps, error bound
    const auto slabs = [](std::uint64_t k) { return 17u * k; };
    EXPECT_EQ(flops_if_overlapping<Kdop14>(), slabs(14));
    EXPECT_EQ(flops_if_overlapping<Kdop18>(), slabs(18));
    EXPECT_EQ(flops_if_overlapping<Kdop24>(), slabs(24));
    EXPECT_EQ(flops_if_overlapping<Kdop26>(), slabs(26));
    EXPECT_EQ(flops_if_overlapping<Kdop24>(OverlapTest::sat_lite), slabs(24) / 2);
}

TEST(OperationsTest, kdop_tests_without_rotation_cost_9_operations_per_slab) {
    Random random(8);
    VolumePair<Kdop24> pair = draw_pair<Kdop24>(random, 0.0);
    pair.relation = Kdop24::make_relation(Pose{}, Pose{}, pair.a, pair.b, OverlapTest::sat);
    ASSERT_EQ(find_separating_axis(pair.a, pair.b, pair.relation), -1);
    EXPECT_EQ(count_test(pair).flops(), 9u * 12u);
}

struct Range {
    std::uint64_t least = ~std::uint64_t{0}, most = 0, sum = 0, count = 0;
    void add(std::uint64_t flops) {
        least = std::min(least, flops);
        most = std::max(most, flops);
        sum += flops;
        ++count;
    }
    double mean() const { return static_cast<double>(sum) / static_cast<double>(count); }
};

template <class V>
Range flops_of_many() {
    Random random(9);
    Range range;
    for (int i = 0; i < 2000; ++i) range.add(count_test(draw_pair<V>(random, 1.6)).flops());
    return range;
}

// The search ends as soon as the result is certain, so that its cost depends on the pair: at least one evaluation along
// the line between the centers, at most a few improvements.
TEST(OperationsTest, capsule_and_rss_tests_cost_at_least_90_and_181_operations) {
    const Range lss = flops_of_many<Capsule>(), rss = flops_of_many<Rss>();
    EXPECT_EQ(lss.least, 90u);
    EXPECT_EQ(rss.least, 181u);
    EXPECT_NEAR(lss.mean(), 107.0, 10.0);
    EXPECT_NEAR(rss.mean(), 251.0, 20.0);
    EXPECT_LT(lss.most, 600u);
    EXPECT_LT(rss.most, 1800u);
}

TEST(OperationsTest, volumes_have_the_documented_sizes) {
    EXPECT_EQ(sizeof(Aabb), 24u);
    EXPECT_EQ(sizeof(Sphere), 16u);
    EXPECT_EQ(sizeof(Obb), 40u);
    EXPECT_EQ(sizeof(ObbHull), 40u);
    EXPECT_EQ(sizeof(Kdop14), 56u);
    EXPECT_EQ(sizeof(Kdop18), 72u);
    EXPECT_EQ(sizeof(Kdop24), 96u);
    EXPECT_EQ(sizeof(Kdop26), 104u);
    EXPECT_EQ(sizeof(Capsule), 28u);
    EXPECT_EQ(sizeof(Rss), 40u);
    EXPECT_EQ(sizeof(ObbRss), 80u);
}

} // namespace
} // namespace boxwood::operations_test

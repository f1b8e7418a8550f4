#include "collision/volumes/turned_kdop.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"
#include "tests/oracles/test_polytopes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

using oracle::Random;

template <class V>
class TurnedKdopTest : public testing::Test {
  protected:
    static constexpr int kEnds = static_cast<int>(2 * V::kCount);
};
using Kdops = testing::Types<Kdop14, Kdop18, Kdop24, Kdop26>;
TYPED_TEST_SUITE(TurnedKdopTest, Kdops);

// A body rotates slightly in each step and sometimes jumps. The scan contains the rotated vertices, the climb equals
// the scan bit for bit, and the sums and the corners contain the scan. Records how much wider than the scan they are.
TYPED_TEST(TurnedKdopTest, climb_equals_scan_and_sums_and_corners_contain_it) {
    constexpr int K = TestFixture::kEnds;
    Random random(1);
    double sums = 0.0, corners = 0.0, scans = 0.0;
    ClimbCounters counters;
    std::mt19937 shapes(2);
    const std::vector<test::Solid> solids{test::box({1.0f, 0.6f, 0.3f}), test::sphere(12, 7),
                                          test::tetrahedron(),
                                          test::random_hull(shapes, 30, 40, glm::vec3(0.025f)),
                                          test::random_hull(shapes, 12, 9, {0.1f, 0.02f, 0.1f})};
    for (const test::Solid& solid : solids) {
        const Polytope hull = test::polytope_of(solid);
        const TypeParam own = TypeParam::fit(hull.positions());
        const Aabb box = Aabb::fit(hull.positions());
        KdopClimbCache<K> cache;
        Pose pose;
        for (std::size_t step = 0; step < test::choose_effort(60, 2000); ++step) {
            const double size = step % 20 == 0 ? 3.0 : 0.02;
            pose = make_pose({glm::angleAxis(size, glm::normalize(oracle::draw_point(random, 1.0))),
                              oracle::draw_point(random, size), glm::dvec3(1.0)}) *
                   pose;
            const TypeParam scan = turn_by_scan<K>(hull.positions(), pose),
                            climb = turn_by_climb<K>(hull, pose, cache, counters);
            const TypeParam by_sums = turn_by_sums(own, pose), by_corners = turn_by_corners<K>(box, pose);
            ASSERT_EQ(climb, scan);
            ASSERT_TRUE(by_sums.contains(scan));
            ASSERT_TRUE(by_corners.contains(scan));
            for (const glm::vec3& p : hull.positions()) {
                const glm::dvec3 at = pose * p;
                for (std::size_t i = 0; i < TypeParam::kCount; ++i) {
                    const double along = glm::dot(to_direction(TypeParam::kDirections[i]), at);
                    ASSERT_LE(static_cast<double>(scan.lower[i]), along);
                    ASSERT_GE(static_cast<double>(scan.upper[i]), along);
                }
            }
            for (std::size_t i = 0; i < TypeParam::kCount; ++i) {
                scans += static_cast<double>(scan.upper[i] - scan.lower[i]);
                sums += static_cast<double>(by_sums.upper[i] - by_sums.lower[i]);
                corners += static_cast<double>(by_corners.upper[i] - by_corners.lower[i]);
            }
        }
    }
    this->RecordProperty("sums_to_scan", std::to_string(sums / scans));
    this->RecordProperty("corners_to_scan", std::to_string(corners / scans));
    EXPECT_LT(sums, 1.4 * scans);
    EXPECT_LT(sums, corners);
}

} // namespace
} // namespace boxwood

#include "collision/volumes/volume_lanes.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood::volume_lanes_test {
namespace {

using oracle::draw;
using oracle::Random;

// Coordinates lie on a coarse lattice, so that many boxes touch exactly; a few are denormal.
float draw_coordinate(Random& random) {
    if (random() % 64 == 0) return 1e-41f;
    return static_cast<float>(static_cast<int>(random() % 9) - 4) * 0.5f;
}
glm::vec3 draw_corner(Random& random) {
    return {draw_coordinate(random), draw_coordinate(random), draw_coordinate(random)};
}
Aabb draw_box(Random& random) {
    if (random() % 16 == 0) return {};
    return Aabb::fit(std::array{draw_corner(random), draw_corner(random)});
}

template <std::size_t N>
void expect_boxes_like_one(std::uint64_t seed) {
    Random random(seed);
    int met = 0, apart = 0;
    for (std::size_t round = 0; round < test::choose_effort(2000, 200000); ++round) {
        BoxColumns<N> a, b;
        std::array<std::array<Aabb, 2>, N> pairs{};
        const std::size_t used = 1 + random() % N; // unused lanes keep empty boxes
        for (std::size_t i = 0; i < used; ++i) {
            pairs[i] = {draw_box(random), draw_box(random)};
            a.set(i, pairs[i][0]);
            b.set(i, pairs[i][1]);
        }
        const std::uint32_t bits = find_overlaps(a, b);
        ASSERT_EQ(bits >> (N - 1) >> 1, 0u);
        for (std::size_t i = 0; i < N; ++i) {
            const auto& [x, y] = pairs[i];
            ASSERT_EQ((bits >> i & 1u) != 0, overlap(x, y));
            ASSERT_EQ(overlap(NegatedBox(x), NegatedBox(y)), overlap(x, y));
            ++(overlap(x, y) ? met : apart);
        }
    }
    EXPECT_GT(met, 100);
    EXPECT_GT(apart, 100);
}

TEST(VolumeLanesTest, four_box_lanes_agree_with_single_tests) {
    expect_boxes_like_one<4>(1);
}
TEST(VolumeLanesTest, eight_box_lanes_agree_with_single_tests) {
    expect_boxes_like_one<8>(2);
}

// A gap of one ulp separates along each axis, in either order of the boxes, in lanes and as NegatedBox.
TEST(VolumeLanesTest, touching_boxes_overlap_and_boxes_one_ulp_apart_do_not) {
    const Aabb unit{{0, 0, 0}, {1, 1, 1}};
    for (int axis = 0; axis < 3; ++axis)
        for (const float at : {1.0f, std::nextafterf(1.0f, 2.0f)}) {
            Aabb other = unit;
            other.lower[axis] = at;
            other.upper[axis] = 2.0f;
            BoxColumns<4> a, b;
            a.set(1, unit), b.set(1, other);
            a.set(2, other), b.set(2, unit);
            const std::uint32_t expected = at == 1.0f ? 0b0110u : 0u;
            EXPECT_EQ(find_overlaps(a, b), expected);
            EXPECT_EQ(overlap(NegatedBox(unit), NegatedBox(other)), at == 1.0f);
            EXPECT_EQ(overlap(NegatedBox(other), NegatedBox(unit)), at == 1.0f);
        }
}

TEST(VolumeLanesTest, a_NaN_bound_does_not_separate) {
    Aabb box{{0, 0, 0}, {1, 1, 1}}, odd = box;
    odd.lower.x = std::nanf("");
    BoxColumns<4> a, b;
    a.set(0, box), b.set(0, odd);
    EXPECT_EQ(find_overlaps(a, b), 1u);
    EXPECT_TRUE(overlap(NegatedBox(box), NegatedBox(odd)));
}

TEST(VolumeLanesTest, sphere_lanes_agree_with_single_tests) {
    Random random(3);
    int met = 0, touching = 0;
    for (std::size_t round = 0; round < test::choose_effort(3000, 300000); ++round) {
        SphereLanes<8> a, b;
        std::array<std::array<Sphere, 2>, 8> pairs;
        for (std::size_t i = 0; i < 8; ++i) {
            for (Sphere& sphere : pairs[i])
                // a radius of 0 gives a point
                sphere = {draw_corner(random), 0.5f * static_cast<float>(random() % 4)};
            a.set(i, pairs[i][0]);
            b.set(i, pairs[i][1]);
        }
        const std::uint32_t bits = find_overlaps(a, b);
        for (std::size_t i = 0; i < 8; ++i) {
            const auto& [x, y] = pairs[i];
            const double apart = glm::distance(glm::dvec3(x.center), glm::dvec3(y.center)),
                         radii = static_cast<double>(x.radius) + static_cast<double>(y.radius);
            ASSERT_EQ((bits >> i & 1u) != 0, overlaps_in_float(x, y));
            if (std::fabs(apart - radii) > 1e-6) {
                ASSERT_EQ(overlaps_in_float(x, y), apart < radii);
            }
            met += overlaps_in_float(x, y);
            touching += apart == radii && radii > 0.0;
        }
    }
    EXPECT_GT(met, 100);
    EXPECT_GT(touching, 10);
}

TEST(VolumeLanesTest, unused_spheres_overlap_nothing) {
    SphereLanes<4> a, b;
    EXPECT_EQ(find_overlaps(a, b), 0u);
    for (std::size_t i = 0; i < 4; ++i) b.set(i, {glm::vec3(0.0f), i % 2 == 0 ? 1.0f : HUGE_VALF});
    EXPECT_EQ(find_overlaps(a, b), 0u);
    a.set(1, {glm::vec3(0.25f), 0.0f});
    EXPECT_EQ(find_overlaps(a, b), 0b10u);
}

template <class V>
class KdopLanesTest : public testing::Test {};
using Kdops = testing::Types<Kdop14, Kdop18, Kdop24, Kdop26>;
TYPED_TEST_SUITE(KdopLanesTest, Kdops);

template <int K>
std::uint32_t expect_dops_like_one(Random& random, Kdop<K>) {
    KdopColumns<K, 4> a, b;
    std::array<std::array<Kdop<K>, 2>, 4> pairs{};
    const glm::vec3 t = draw_corner(random);
    const auto shifts = project_translation<K>(t);
    for (std::size_t i = 0; i < 3; ++i) { // the last lane keeps an empty DOP
        for (Kdop<K>& dop : pairs[i])
            dop = Kdop<K>::fit(std::array{draw_corner(random), draw_corner(random), draw_corner(random)});
        a.set(i, pairs[i][0]);
        b.set(i, pairs[i][1]);
    }
    const std::uint32_t bits = find_overlaps(a, b, shifts);
    for (std::size_t i = 0; i < 4; ++i)
        EXPECT_EQ((bits >> i & 1u) != 0, overlap_translated(pairs[i][0], pairs[i][1], shifts));
    return bits;
}

// On the lattice, shifts are exact. Translating the points first gives the same result as adding the shifts.
TYPED_TEST(KdopLanesTest, lanes_of_translated_kdops_agree_with_single_tests) {
    Random random(4);
    int met = 0, apart = 0;
    for (std::size_t round = 0; round < test::choose_effort(1000, 100000); ++round) {
        const std::uint32_t bits = expect_dops_like_one(random, TypeParam{});
        ASSERT_EQ(bits & 8u, 0u);
        met += bits != 0;
        apart += bits != 7u;
        if (this->HasFailure()) return;
    }
    EXPECT_GT(met, 50);
    EXPECT_GT(apart, 50);
    for (int i = 0; i < 300; ++i) {
        std::vector<glm::vec3> points{draw_corner(random), draw_corner(random), draw_corner(random)}, moved;
        glm::vec3 t;
        for (int axis = 0; axis < 3; ++axis) t[axis] = 0.25f * static_cast<float>(random() % 9);
        for (glm::vec3& p : points) p = glm::round(p); // rounds away denormals, whose sums would round
        for (const glm::vec3& p : points) moved.push_back(p + t);
        const TypeParam a =
            TypeParam::fit(std::array{glm::round(draw_corner(random)), glm::round(draw_corner(random))});
        ASSERT_EQ(overlap_translated(a, TypeParam::fit(points),
                                     project_translation<static_cast<int>(2 * TypeParam::kCount)>(t)),
                  overlap(a, TypeParam::fit(moved)));
    }
}

} // namespace
} // namespace boxwood::volume_lanes_test

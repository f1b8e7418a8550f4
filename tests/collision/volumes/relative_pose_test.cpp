#include "collision/volumes/relative_pose.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <glm/geometric.hpp>
#include <glm/mat3x3.hpp>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;
using Vec = glm::tvec3<long double>;
using Mat = glm::tmat3x3<long double>;

Pose draw_affine(Random& random, double decades, double reach) {
    return make_pose({oracle::draw_rotation(random), {}, oracle::draw_scale(random, decades)}) *
           make_pose({oracle::draw_rotation(random), oracle::draw_point(random, reach),
                      oracle::draw_scale(random, decades)});
}

// Compares the true position of a world vertex of B in A's frame, in long double, with the position that the relative
// pose gives.
TEST(RelativePoseTest, TheDisplacementBoundsTheErrorOfThePosition) {
    Random random(1);
    double largest_ratio = 0.0;
    const auto rounds = static_cast<int>(test::choose_effort(4000, 400000));
    for (int i = 0; i < rounds; ++i) {
        const double reach = std::pow(10.0, draw(random, -1.0, i % 3 == 0 ? 12.0 : 1.0));
        const Pose a = draw_affine(random, i % 2 == 0 ? 0.0 : 1.5, reach),
                   b = draw_affine(random, i % 4 < 2 ? 0.0 : 1.5, reach);
        const glm::dvec3 farthest(2.0);
        const RelativePose pose = relate_poses(a, b, farthest, farthest);
        const Mat inverse_a = glm::inverse(Mat(a.linear));
        for (int k = 0; k < 10; ++k) {
            const glm::dvec3 p = oracle::draw_point(random, 2.0);
            const Vec truth = inverse_a * (Vec(b * p) - Vec(a.origin));
            const Vec computed = Mat(pose.m) * Vec(p) + Vec(pose.t);
            for (int axis = 0; axis < 3; ++axis) {
                const auto off = static_cast<double>(std::fabs(truth[axis] - computed[axis]));
                ASSERT_LE(off, pose.displacement[axis]);
                largest_ratio = std::max(largest_ratio, off / pose.displacement[axis]);
            }
        }
    }
    EXPECT_GT(largest_ratio, 0.02); // the bound is within a factor of 50 for some pair
}

TEST(RelativePoseTest, NormsBoundTheLengthsOfMappedVectors) {
    Random random(2);
    for (int i = 0; i < 2000; ++i) {
        const glm::dmat3 m = draw_affine(random, i % 3 == 0 ? 0.0 : 1.0, 1.0).linear;
        const std::array<double, 3> weights = bound_squared_norm(m);
        const double stretch = bound_stretch(m);
        for (int k = 0; k < 20; ++k) {
            const glm::dvec3 v = oracle::draw_point(random, 1.0), w = m * v;
            ASSERT_LE(glm::length(w), stretch * glm::length(v) * (1.0 + 1e-14));
            ASSERT_GE(glm::dot(w, w) * (1.0 + 1e-12),
                      weights[0] * v.x * v.x + weights[1] * v.y * v.y + weights[2] * v.z * v.z);
        }
        if (i % 3 == 0) {
            ASSERT_NEAR(stretch, 1.0, 1e-12); // a rotation does not stretch
            ASSERT_NEAR(weights[0], 1.0, 1e-12);
        }
    }
}

TEST(RelativePoseTest, SimilarityTransformsAreDetected) {
    Random random(3);
    const Aabb box{glm::vec3(-1.0f), glm::vec3(1.0f)};
    const auto relate = [&](const Pose& a, const Pose& b) {
        return make_affine_relation(a, b, box, box, OverlapTest::sat);
    };
    for (int i = 0; i < 500; ++i) {
        const double scale = std::pow(10.0, draw(random, -6.0, 6.0));
        Pose a = oracle::draw_pose(random, 1.0), b = oracle::draw_pose(random, 1.0);
        a.linear *= scale;
        b.linear *= 3.0;
        if (i % 2 == 0) b.linear[2] *= -1.0; // mirrored
        const AffineRelation similar = relate(a, b);
        ASSERT_TRUE(similar.is_similar);
        ASSERT_NEAR(similar.scale * scale, 3.0, 1e-12);
        b.linear[1] *= 1.001;
        ASSERT_FALSE(relate(a, b).is_similar);
    }
    Pose flat;
    flat.linear[2] = glm::dvec3(0.0);
    EXPECT_FALSE(relate(flat, Pose{}).error_bound < 1e30); // infinite or NaN, so that nothing is separated
}

} // namespace
} // namespace boxwood

#include "collision/geometry/simd/triangle_lanes.hpp"

#include "collision/geometry/triangle/triangle_intersect.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <array>

namespace boxwood {
namespace {

using oracle::draw;
using oracle::Random;

struct Counts {
    std::size_t intersect = 0, disjoint = 0, open = 0;
};

void expect_verdicts(const oracle::SampleMesh& a, const oracle::SampleMesh& b, const Pose& pose_a,
                     const Pose& pose_b, Counts& io_counts) {
    const std::array<std::uint32_t, TriangleLanes::kLanes> triangles{0, 1, 2, 3, 4, 5, 6, 7};
    TriangleLanes lanes;
    const TriangleKernel& one_by_one = list_triangle_kernels().back();
    one_by_one.load(a.view(), triangles.data(), lanes.at[0]);
    one_by_one.load(b.view(), triangles.data(), lanes.at[1]);
    const LaneVerdicts plain = one_by_one.decide(lanes, pose_a, pose_b);
    ASSERT_EQ(plain.disjoint & plain.intersect, 0u);
    for (const TriangleKernel& kernel : list_triangle_kernels()) {
        TriangleLanes loaded;
        kernel.load(a.view(), triangles.data(), loaded.at[0]);
        kernel.load(b.view(), triangles.data(), loaded.at[1]);
        ASSERT_EQ(loaded.at, lanes.at) << kernel.name;
        const LaneVerdicts found = kernel.decide(lanes, pose_a, pose_b);
        ASSERT_EQ(found.disjoint, plain.disjoint) << kernel.name;
        ASSERT_EQ(found.intersect, plain.intersect) << kernel.name;
    }
    for (std::uint32_t k = 0; k < TriangleLanes::kLanes; ++k) {
        const TriangleVerdict exact =
            classify_triangles(world_triangle(pose_a, a.view(), k), world_triangle(pose_b, b.view(), k));
        const bool intersects = exact.contact != TriangleContact::disjoint;
        const bool is_disjoint = plain.disjoint >> k & 1u, is_met = plain.intersect >> k & 1u;
        if (is_disjoint) {
            ASSERT_FALSE(intersects);
        }
        if (is_met) {
            ASSERT_TRUE(intersects);
        }
        if (exact.is_exact_test) {
            ASSERT_FALSE(is_disjoint || is_met);
        } // a pair that needs an exact test must stay undecided, so that exact tests are counted
        ++(is_met ? io_counts.intersect : is_disjoint ? io_counts.disjoint : io_counts.open);
    }
}

// Random triangles at random poses. Every decision is right, all instruction sets decide the same, and more than 99.9 %
// of the pairs are decided.
TEST(TriangleLanesTest, decided_pairs_are_right_and_nearly_all_pairs_are_decided) {
    Random random(1);
    Counts counts;
    const std::size_t rounds = test::choose_effort(3000, 100000);
    for (std::size_t i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const double size = draw(random, 0.2, 1.5);
        const oracle::SampleMesh a = oracle::make_soup(random, 8, size),
                                 b = oracle::make_soup(random, 8, size);
        const Pose pose_a = make_pose({oracle::draw_rotation(random), oracle::draw_point(random, 0.5),
                                       i % 3 == 0 ? oracle::draw_scale(random, 1.0) : glm::dvec3(1.0)});
        expect_verdicts(a, b, pose_a, oracle::draw_pose(random, 0.5), counts);
    }
    EXPECT_GT(counts.intersect, counts.disjoint / 40);
    EXPECT_LT(1000 * counts.open, counts.intersect + counts.disjoint);
}

oracle::SampleMesh draw_lattice_triangles(Random& random) {
    oracle::SampleMesh mesh;
    for (std::uint32_t t = 0; t < 8; ++t) {
        for (int k = 0; k < 3; ++k)
            mesh.positions.push_back({static_cast<float>(random() % 4), static_cast<float>(random() % 4),
                                      static_cast<float>(random() % 3)});
        mesh.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
    }
    return mesh;
}

// Corners lie on a small lattice, so that many triangles are coplanar or touch. The scale is 2^-320, 2^200 or 1. At
// 2^-320, the extents are below the range of the error bound.
TEST(TriangleLanesTest, many_pairs_of_lattice_triangles_stay_undecided) {
    Random random(2);
    Counts counts;
    const std::size_t rounds = test::choose_effort(4000, 100000);
    for (std::size_t i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const std::array<oracle::SampleMesh, 2> meshes{draw_lattice_triangles(random),
                                                       draw_lattice_triangles(random)};
        Pose pose;
        pose.linear *= i % 4 == 0 ? 0x1p-320 : i % 4 == 1 ? 0x1p200 : 1.0;
        expect_verdicts(meshes[0], meshes[1], pose, pose, counts);
    }
    EXPECT_GT(counts.intersect, rounds / 4);
    EXPECT_GT(counts.open, rounds);
}

// The lattice is rotated, so that rounding moves coplanar corners off their planes. Rounding must not decide a side.
TEST(TriangleLanesTest, decisions_on_rotated_lattices_match_exact_arithmetic) {
    Random random(3);
    Counts counts;
    const std::size_t rounds = test::choose_effort(4000, 100000);
    for (std::size_t i = 0; i < rounds && !HasFatalFailure(); ++i) {
        const Pose pose = oracle::draw_pose(random, 0.5);
        expect_verdicts(draw_lattice_triangles(random), draw_lattice_triangles(random), pose, pose, counts);
    }
    EXPECT_GT(counts.intersect, rounds / 4);
    EXPECT_GT(counts.open, rounds / 2);
}

// The corners of a are lattice points that are scaled down and rounded to float; the pose scales them up again. Thus
// they are on the lattice only up to rounding. Sometimes only the second of the two final orientations is certain. The
// test of a single pair evaluates the first one first, so such a pair must stay undecided.
TEST(TriangleLanesTest, the_second_orientation_does_not_decide_before_the_first) {
    Random random(4);
    Counts counts;
    for (int i = 0; i < 400 && !HasFatalFailure(); ++i) {
        const double size = draw(random, 0.5, 1.0);
        oracle::SampleMesh a, b;
        for (std::uint32_t t = 0; t < 8; ++t) {
            for (const glm::dvec3& p : {glm::dvec3(1, 2, 1), glm::dvec3(1, 1, 0), glm::dvec3(2, 3, 0)})
                a.positions.push_back(glm::vec3(size * p));
            b.positions.insert(b.positions.end(), {{3, 2, 0}, {0, 1, 2}, {1, 2, 1}});
            a.triangles.push_back({3 * t, 3 * t + 1, 3 * t + 2});
        }
        b.triangles = a.triangles;
        Pose grown;
        grown.linear *= 1.0 / size;
        expect_verdicts(a, b, grown, {}, counts);
    }
    EXPECT_GT(counts.disjoint, 100u);
    EXPECT_GT(counts.open, 100u);
}

} // namespace
} // namespace boxwood

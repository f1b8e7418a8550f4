// A distance lower bound of one box against eight others never exceeds the distance of sampled points in the boxes, is
// no looser than squared_distance_lower_bound() except for its error bound, and is bitwise the same on every kernel.
#include "collision/volumes/simd/obb_gap.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <limits>

#include <glm/geometric.hpp>

namespace boxwood::obb_gap_test {
namespace {

using oracle::draw;
using oracle::Random;

Obb draw_box(Random& random, double size) {
    std::array<glm::vec3, 6> points;
    const glm::vec3 center(oracle::draw_point(random, size));
    for (glm::vec3& p : points) p = center + glm::vec3(oracle::draw_point(random, 0.2 * size));
    if (random() % 4 == 0) // flat
        for (glm::vec3& p : points) p.z = center.z;
    return Obb::fit(points);
}

struct BoxesOfMesh {
    std::array<Obb, WideObbs::kLanes> boxes;
    WideObbs lanes;
    ObbGap::Root root;
    Obb around;

    BoxesOfMesh(Random& random, double size, const glm::vec3& middle) {
        std::vector<glm::vec3> corners;
        for (Obb& box : boxes) {
            box = draw_box(random, size);
            box.center += middle;
            for (unsigned corner = 0; corner < 8; ++corner) corners.push_back(glm::vec3(box.corner(corner)));
        }
        around = Obb::fit(corners);
        root.origin = glm::dvec3(middle);
        for (const Obb& box : boxes)
            root.radius = std::max(root.radius, glm::distance(glm::dvec3(box.center), root.origin) +
                                                    glm::length(glm::dvec3(box.half)));
        root.size = root.radius;
        for (std::size_t lane = 0; lane < boxes.size(); ++lane) lanes.set(lane, boxes[lane], root.origin);
    }
};

Pose draw_similarity(Random& random, double scale, double distance) {
    return make_pose({oracle::draw_rotation(random), distance * glm::dvec3(oracle::draw_point(random, 1.0)),
                      glm::dvec3(scale, scale, random() % 4 == 0 ? -scale : scale)});
}

// A random corner, or a random point inside the box.
glm::dvec3 draw_inside(Random& random, const Obb& box) {
    if (random() % 2 == 0) return box.corner(static_cast<unsigned>(random() % 8));
    glm::dvec3 at{draw(random, -1.0, 1.0), draw(random, -1.0, 1.0), draw(random, -1.0, 1.0)};
    return glm::dvec3(box.center) + box.axes.matrix() * (at * glm::dvec3(box.half));
}

TEST(ObbGap, BoundsNeverExceedSampledDistancesAndAreAboutAsTightAsTheScalarBound) {
    Random random(3);
    int far = 0;
    const std::size_t count = test::choose_effort(300, 30000);
    for (std::size_t i = 0; i < count; ++i) {
        const double size_a = std::pow(10.0, draw(random, -2.0, 2.0)),
                     size_b = size_a * std::pow(10.0, draw(random, -1.5, 1.5));
        const BoxesOfMesh a(random, size_a, oracle::draw_point(random, 4.0 * size_a)),
            b(random, size_b, oracle::draw_point(random, 4.0 * size_b));
        const double scale = std::pow(10.0, draw(random, -3.0, 3.0)),
                     other_scale = scale * draw(random, 0.3, 3.0);
        const double distance = scale * (size_a + size_b) * std::pow(4.0, draw(random, -1.0, 1.0));
        const Pose pose_a = draw_similarity(random, scale, distance),
                   pose_b = draw_similarity(random, other_scale, distance);
        auto gap = ObbGap::make(pose_a, pose_b, a.root, b.root);
        if (!gap) continue; // the boxes are too far from each other, or their sizes differ too much
        if (i % 3 != 0) gap->aim(pose_b * b.root.origin - pose_a * a.root.origin);
        const AffineRelation relation =
            Obb::make_relation(pose_a, pose_b, a.around, b.around, OverlapTest::sat);
        const bool is_a_opened = random() % 2 == 0;
        const std::size_t kept = random() % WideObbs::kLanes;
        alignas(32) WideObbs::Lanes squared;
        gap->bound((is_a_opened ? a : b).lanes, (is_a_opened ? b : a).lanes, kept, is_a_opened, squared);
        const double size = scale * a.root.radius + other_scale * b.root.radius +
                            glm::distance(pose_a * a.root.origin, pose_b * b.root.origin);
        for (std::size_t lane = 0; lane < WideObbs::kLanes; ++lane) {
            const Obb &of_a = a.boxes[is_a_opened ? lane : kept], &of_b = b.boxes[is_a_opened ? kept : lane];
            double nearest = std::numeric_limits<double>::infinity();
            for (int k = 0; k < 40; ++k)
                nearest = std::min(nearest, glm::distance(pose_a * draw_inside(random, of_a),
                                                          pose_b * draw_inside(random, of_b)));
            const double bound = std::sqrt(static_cast<double>(squared[lane]));
            ASSERT_LE(bound, nearest);
            ASSERT_GE(bound, std::sqrt(squared_distance_lower_bound(of_a, of_b, relation)) - 0x1p-15 * size);
            far += bound > 0.5 * nearest;
        }
    }
    EXPECT_GT(far, static_cast<int>(count));
}

TEST(ObbGap, BoundsOfAlignedBoxesNeverExceedSampledDistances) {
    Random random(4);
    int far = 0;
    const std::size_t count = test::choose_effort(300, 30000);
    for (std::size_t i = 0; i < count; ++i) {
        const auto draw_boxes = [&](const glm::vec3& middle) {
            std::array<Aabb, WideObbs::kLanes> boxes;
            for (Aabb& box : boxes) {
                box = draw_box(random, 1.0).bounds();
                box.lower += middle;
                box.upper += middle;
            }
            return WideBoxes::make(boxes);
        };
        // The meshes lie up to 20 sizes from the origins of their frames.
        const glm::vec3 middle_a(oracle::draw_point(random, 20.0)),
            middle_b(oracle::draw_point(random, 20.0));
        const WideBoxes a = draw_boxes(middle_a), b = draw_boxes(middle_b);
        const auto root_of = [](const WideBoxes& boxes) {
            Aabb all;
            for (std::size_t lane = 0; lane < WideObbs::kLanes; ++lane) all = merge(all, boxes.box(lane));
            return ObbGap::Root{glm::dvec3(0.0), glm::length(farthest_corner(all)),
                                0.5 * glm::distance(glm::dvec3(all.lower), glm::dvec3(all.upper))};
        };
        const double scale = std::pow(10.0, draw(random, -2.0, 2.0));
        Pose pose_a = draw_similarity(random, scale, 0.0), pose_b = draw_similarity(random, scale, 0.0);
        pose_a.origin = -(pose_a.linear * glm::dvec3(middle_a));
        pose_b.origin =
            scale * glm::dvec3(oracle::draw_point(random, 4.0)) - pose_b.linear * glm::dvec3(middle_b);
        auto gap = ObbGap::make(pose_a, pose_b, root_of(a), root_of(b));
        ASSERT_TRUE(gap);
        if (i % 3 != 0) gap->aim(pose_b * glm::dvec3(middle_b) - pose_a * glm::dvec3(middle_a));
        const bool is_a_opened = random() % 2 == 0;
        const std::size_t kept = random() % WideObbs::kLanes;
        alignas(32) WideObbs::Lanes squared;
        gap->bound(is_a_opened ? a : b, is_a_opened ? b : a, kept, is_a_opened, squared);
        const auto draw_in = [&](const Aabb& box) {
            glm::dvec3 at{0.0};
            for (int k = 0; k < 3; ++k) {
                const double share =
                    random() % 2 == 0 ? static_cast<double>(random() % 2) : draw(random, 0.0, 1.0);
                at[k] = static_cast<double>(box.lower[k]) * (1.0 - share) +
                        static_cast<double>(box.upper[k]) * share;
            }
            return at;
        };
        for (std::size_t lane = 0; lane < WideObbs::kLanes; ++lane) {
            const Aabb of_a = a.box(is_a_opened ? lane : kept), of_b = b.box(is_a_opened ? kept : lane);
            double nearest = std::numeric_limits<double>::infinity();
            for (int k = 0; k < 60; ++k)
                nearest = std::min(nearest, glm::distance(pose_a * draw_in(of_a), pose_b * draw_in(of_b)));
            const double bound = std::sqrt(static_cast<double>(squared[lane]));
            ASSERT_LE(bound, nearest);
            far += bound > 0.5 * nearest;
        }
    }
    EXPECT_GT(far, static_cast<int>(count));
}

TEST(ObbGap, EveryKernelGivesTheSameBits) {
    Random random(5);
    ASSERT_EQ(list_obb_gap_kernels().back().name, "plain");
    for (int i = 0; i < 2000; ++i) {
        const BoxesOfMesh boxes(random, 1.0, glm::vec3(0.0f));
        KeptObb kept;
        GapDirection direction;
        const auto draw_three = [&](std::array<float, 3>& out, double size) {
            for (float& x : out) x = static_cast<float>(draw(random, -size, size));
        };
        draw_three(kept.center, 3.0);
        for (auto& axis : kept.axis) draw_three(axis, 1.0);
        for (float& half : kept.half) half = static_cast<float>(draw(random, 0.0, 1.0));
        draw_three(direction, i % 2 == 0 ? 1.0 : 0.0);
        alignas(32) WideObbs::Lanes expected;
        list_obb_gap_kernels().back().bound(boxes.lanes, kept, direction, 1e-5f, expected);
        for (const ObbGapKernel& kernel : list_obb_gap_kernels()) {
            alignas(32) WideObbs::Lanes squared;
            kernel.bound(boxes.lanes, kept, direction, 1e-5f, squared);
            ASSERT_EQ(squared, expected) << kernel.name;
        }
        std::array<Aabb, WideObbs::kLanes> aligned;
        for (std::size_t lane = 0; lane < aligned.size(); ++lane) aligned[lane] = boxes.boxes[lane].bounds();
        const WideBoxes lanes = WideBoxes::make(aligned);
        list_obb_gap_kernels().back().bound_aligned(lanes, kept, direction, 1e-5f, expected);
        for (const ObbGapKernel& kernel : list_obb_gap_kernels()) {
            alignas(32) WideObbs::Lanes squared;
            kernel.bound_aligned(lanes, kept, direction, 1e-5f, squared);
            ASSERT_EQ(squared, expected) << kernel.name;
        }
    }
}

TEST(ObbGap, IsNotMadeForUnsupportedPosesSizesOrDistances) {
    const ObbGap::Root root{glm::dvec3(0.0), 1.0, 1.0};
    const auto is_made = [&](const Pose& a, const Pose& b, const ObbGap::Root& of_b) {
        return ObbGap::make(a, b, root, of_b).has_value();
    };
    const Pose here, there = make_pose({.t = glm::dvec3(4.0, 0.0, 0.0)});
    EXPECT_TRUE(is_made(here, there, root));
    EXPECT_FALSE(
        is_made(here, make_pose({.t = glm::dvec3(4.0, 0.0, 0.0), .s = glm::dvec3(1.0, 1.0, 1.001)}), root));
    Pose sheared = there;
    sheared.linear[1].x = 1e-3;
    EXPECT_FALSE(is_made(here, sheared, root));
    EXPECT_FALSE(is_made(sheared, here, root));
    EXPECT_FALSE(is_made(here, make_pose({.t = glm::dvec3(1e5, 0.0, 0.0)}), root));
    EXPECT_FALSE(is_made(here, there, {glm::dvec3(0.0), 1e-6, 1e-6}));
    EXPECT_FALSE(is_made(here, there, {glm::dvec3(0.0), 0.0, 0.0}));
    EXPECT_FALSE(is_made(here, there, {glm::dvec3(0.0), std::numeric_limits<double>::infinity(), 1.0}));
    // The distance from the world's origin matters only if the rounding of the vertices becomes large.
    const glm::dvec3 far(8e6, 0.0, 0.0);
    EXPECT_TRUE(is_made(make_pose({.t = far}), make_pose({.t = far + glm::dvec3(4.0, 0.0, 0.0)}), root));
    EXPECT_FALSE(
        is_made(make_pose({.t = 1e6 * far}), make_pose({.t = 1e6 * far + glm::dvec3(4.0, 0.0, 0.0)}), root));
}

} // namespace
} // namespace boxwood::obb_gap_test

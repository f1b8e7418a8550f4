// The study volumes contain their triangles and never separate triangles that intersect. walk_pairs() counts the pairs
// that brute force finds.
#include "bench/experiments/tree_walk.hpp"
#include "bench/experiments/volumes/pie_slice.hpp"
#include "bench/experiments/volumes/quospo.hpp"
#include "collision/hierarchy/build/build_top_down.hpp"
#include "collision/hierarchy/refit/refit.hpp"
#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

using oracle::Random;

// Four triangles: strips of a cylinder, patches of a sphere, or soups.
std::vector<glm::vec3> draw_corners(Random& random, std::size_t round) {
    const glm::dvec3 center = oracle::draw_point(random, 1.0);
    const glm::dquat turn = oracle::draw_rotation(random);
    const double spread = round % 3 == 0 ? 2.0 : 0.3;
    std::vector<glm::vec3> corners;
    for (int k = 0; k < 12; ++k) {
        glm::dvec3 p = glm::dvec3(1, 0, 0) + oracle::draw_point(random, spread);
        if (round % 4 == 1) p = glm::normalize(p);
        if (round % 4 == 2) p = glm::dvec3(glm::normalize(glm::dvec2(p.x, p.y)), 2.0 * p.z);
        corners.push_back(glm::vec3(center + turn * p));
    }
    return corners;
}

Triangle64 triangle_at(const std::vector<glm::vec3>& corners, std::size_t k) {
    return {glm::dvec3(corners[k]), glm::dvec3(corners[k + 1]), glm::dvec3(corners[k + 2])};
}

// A random point of the triangles.
glm::dvec3 draw_inside(Random& random, const std::vector<glm::vec3>& corners) {
    const Triangle64 t = triangle_at(corners, 3 * (random() % 4));
    double u = oracle::draw(random, 0.0, 1.0), v = oracle::draw(random, 0.0, 1.0);
    if (u + v > 1.0) {
        u = 1.0 - u;
        v = 1.0 - v;
    }
    return t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]);
}

bool do_meet(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
    for (std::size_t i = 0; i < 12; i += 3)
        for (std::size_t j = 0; j < 12; j += 3)
            if (find_closest_points(triangle_at(a, i), triangle_at(b, j)).distance == 0.0) return true;
    return false;
}

TEST(StudyVolumes, pie_slices_contain_their_triangles_and_are_conservative) {
    Random random(1);
    std::size_t separated = 0, meeting = 0;
    const std::size_t rounds = test::choose_effort(2000, 100000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const std::vector<glm::vec3> of_a = draw_corners(random, round), of_b = draw_corners(random, round);
        const PieSlice a = fit_pie_slice(of_a), b = fit_pie_slice(of_b);
        for (const glm::vec3& p : of_a) ASSERT_TRUE(a.contains(glm::dvec3(p))) << round;
        for (int k = 0; k < 5; ++k) ASSERT_TRUE(a.contains(draw_inside(random, of_a))) << round;
        const bool meets = do_meet(of_a, of_b), overlaps = overlap(a, b);
        ASSERT_TRUE(overlaps || !meets) << round;
        ASSERT_EQ(overlaps, overlap(b, a));
        separated += overlaps ? 0 : 1;
        meeting += meets ? 1 : 0;
    }
    EXPECT_GT(separated, rounds / 10);
    EXPECT_GT(meeting, rounds / 20);
}

// Around a strip of a cylinder, a pie slice is only as thick as the sag of one quad; an oriented box is as thick as the
// sag of the whole arc.
TEST(StudyVolumes, a_pie_slice_is_thin_around_a_strip) {
    std::vector<glm::vec3> corners;
    constexpr int kQuads = 32;
    const auto at = [](int i, float z) {
        const double angle = -0.8 + 1.6 * i / kQuads;
        return glm::vec3(glm::dvec3(std::cos(angle), std::sin(angle), static_cast<double>(z)));
    };
    for (int i = 0; i < kQuads; ++i)
        for (const glm::vec3& p : {at(i, 0), at(i + 1, 0), at(i + 1, 1), at(i, 0), at(i + 1, 1), at(i, 1)})
            corners.push_back(p);
    const PieSlice slice = fit_pie_slice(corners);
    EXPECT_TRUE(slice.is_wedge());
    EXPECT_NEAR(slice.outer, 1.0, 1e-5);
    EXPECT_LT(slice.outer - slice.inner, 4e-4); // the sag of one quad, 1 - cos(0.025)
    EXPECT_NEAR(slice.half_angle, 0.8, 1e-5);
    EXPECT_NEAR(slice.high - slice.low, 1.0, 1e-6);
    // a coaxial strip, 2 % larger: the gap is smaller than the sag of the arc
    std::vector<glm::vec3> wider = corners;
    for (glm::vec3& p : wider) p = {1.02f * p.x, 1.02f * p.y, p.z};
    EXPECT_FALSE(overlap(slice, fit_pie_slice(wider)));
    const Obb box = Obb::fit_triangles(corners);
    EXPECT_GT(std::min({box.half.x, box.half.y, box.half.z}), 0.1f);
}

TEST(StudyVolumes, quospos_contain_their_triangles_and_are_conservative) {
    Random random(2);
    std::size_t separated = 0;
    const std::size_t rounds = test::choose_effort(1000, 50000);
    for (std::size_t round = 0; round < rounds; ++round) {
        const std::vector<glm::vec3> of_a = draw_corners(random, round);
        std::vector<glm::vec3> of_b = draw_corners(random, round);
        const Pose pose = oracle::draw_pose(random, 0.5);
        const Quospo a = fit_quospo(of_a), b = placed(fit_quospo(of_b), pose);
        for (const glm::vec3& p : of_a) {
            const glm::dvec3 in_frame = glm::transpose(a.frame) * glm::dvec3(p);
            for (std::size_t i = 0; i < Quospo::kSlabs; ++i) {
                const double place = glm::dot(Quospo::normals()[i], in_frame);
                ASSERT_TRUE(a.low[i] <= place && place <= a.high[i]);
            }
        }
        for (glm::vec3& p : of_b) p = glm::vec3(pose * p);
        const bool overlaps = overlap(a, b);
        ASSERT_TRUE(overlaps || !do_meet(of_a, of_b)) << round;
        ASSERT_EQ(overlaps, overlap(b, a));
        separated += overlaps ? 0 : 1;
    }
    EXPECT_GT(separated, rounds / 10);
    EXPECT_EQ(Quospo::orientations().size(), 486u);
}

TEST(TreeWalk, finds_the_pairs_of_leaves_that_overlap_and_counts_every_test) {
    Random random(3);
    const oracle::SampleMesh a = oracle::make_soup(random, 60, 0.3), b = oracle::make_soup(random, 50, 0.3);
    SerialExecutor serial;
    const Bvh2<Aabb> of_a = build_top_down(make_primitive_boxes(a.view()), {}, serial),
                     of_b = build_top_down(make_primitive_boxes(b.view()), {}, serial);
    std::size_t expected = 0, asked = 0;
    for (const Aabb& box_a : make_primitive_boxes(a.view()))
        for (const Aabb& box_b : make_primitive_boxes(b.view())) expected += overlap(box_a, box_b) ? 1 : 0;
    const WalkCounts counts = walk_pairs(of_a, of_b, [&](std::uint32_t i, std::uint32_t j) {
        ++asked;
        return overlap(of_a.nodes[i].volume, of_b.nodes[j].volume);
    });
    EXPECT_GT(expected, 10u);
    EXPECT_EQ(counts.leaf_pairs, expected);
    EXPECT_EQ(counts.volume_tests, asked);
    std::size_t corners_of_root = 0, leaves = 0;
    visit_patches(of_a, a.view(), [&](std::size_t node, std::span<const glm::vec3> corners) {
        if (node == 0) corners_of_root = corners.size();
        leaves += of_a.nodes[node].is_leaf() ? 1 : 0;
        for (const glm::vec3& p : corners) ASSERT_TRUE(of_a.nodes[node].volume.contains(p));
    });
    EXPECT_EQ(corners_of_root, 180u);
    EXPECT_EQ(leaves, 60u);
}

} // namespace
} // namespace boxwood

#include "collision/volumes/simd/wide_box_kernels.hpp"

#include "tests/oracles/effort.hpp"
#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

namespace boxwood::wide_box_kernels_test {
namespace {

using oracle::draw;
using oracle::Random;

WideBoxes draw_boxes(Random& random, std::size_t count) {
    std::vector<Aabb> boxes(count);
    for (Aabb& box : boxes) {
        const glm::vec3 center = oracle::draw_point(random, 1.0);
        glm::vec3 half(draw(random, 0.05, 0.6), draw(random, 0.05, 0.6), draw(random, 0.05, 0.6));
        if (random() % 8 == 0) half[static_cast<int>(random() % 3)] = 0.0f;
        box = {center - half, center + half};
    }
    return WideBoxes::make(boxes);
}

std::uint32_t all_of(std::size_t lanes) {
    return (1u << lanes) - 1u;
}

// Every kernel gives the results of single tests, and counts the same separating axes.
TEST(WideBoxKernelsTest, every_kernel_gives_the_results_of_single_tests) {
    Random random(1);
    const Aabb root{glm::vec3(-2.0f), glm::vec3(2.0f)};
    ASSERT_EQ(list_wide_box_kernels().back().name, "plain");
    std::set<int> axes;
    const std::size_t count = test::choose_effort(4000, 200000);
    for (std::size_t i = 0; i < count && !HasFatalFailure(); ++i) {
        const auto test = static_cast<OverlapTest>(i % 4 < 3 ? i % 4 : 0);
        const BoxRelation relation = make_box_relation(oracle::draw_pose(random, 0.5),
                                                       oracle::draw_pose(random, 0.5), root, root, test);
        const float scale_a = i % 2 == 0 ? 1.0f : 0.5f, scale_b = i % 3 == 0 ? 1.0f : 0.7f;
        const WideBoxRelation wide = make_wide_relation(relation, scale_a, scale_b);
        const std::size_t count_a = 1 + random() % 8, count_b = 1 + random() % 8;
        const WideBoxes a = draw_boxes(random, count_a), b = i % 5 == 0 ? a : draw_boxes(random, count_b);
        const bool is_row_of_a = random() % 2 == 0;
        const std::size_t lanes_b = i % 5 == 0 ? count_a : count_b;
        const std::size_t rows = is_row_of_a ? count_a : lanes_b, lanes = is_row_of_a ? lanes_b : count_a;
        const std::uint32_t asked = static_cast<std::uint32_t>(random()) & all_of(rows);
        for (const WideBoxKernel& kernel : list_wide_box_kernels()) {
            WidePairs found;
            SeparatingAxisHits exits;
            BoxTestTerms terms;
            kernel.test(wide, {&a, &b, all_of(rows), all_of(lanes), is_row_of_a}, terms, found, exits);
            if (i % 2 == 0) terms = {}; // the other rounds reuse the cached terms
            exits = {};
            kernel.test(wide, {&a, &b, asked, all_of(lanes), is_row_of_a}, terms, found, exits);
            std::array<std::uint64_t, 16> expected{}, counted{};
            for (std::size_t row = 0; row < rows; ++row)
                for (std::size_t lane = 0; lane < lanes; ++lane) {
                    if ((asked >> row & 1u) == 0) continue;
                    const Aabb box_a = a.box(is_row_of_a ? row : lane),
                               box_b = b.box(is_row_of_a ? lane : row);
                    const int axis = find_separating_axis(box_a, box_b, relation);
                    const float volume_a = box_a.volume() * scale_a, volume_b = box_b.volume() * scale_b;
                    ++expected[static_cast<unsigned>(axis) & 15u];
                    axes.insert(axis);
                    ASSERT_EQ(found.overlap >> (8 * row + lane) & 1, axis < 0) << kernel.name;
                    ASSERT_EQ(found.is_a_larger >> (8 * row + lane) & 1, volume_a > volume_b) << kernel.name;
                    ASSERT_EQ(found.is_tied >> (8 * row + lane) & 1, volume_a == volume_b) << kernel.name;
                }
            for (std::size_t row = 0; row < rows; ++row)
                ASSERT_EQ(found.overlap >> (8 * row) & (~all_of(lanes) & 255u),
                          0u); // empty lanes overlap nothing
            exits.add_to(counted);
            ASSERT_EQ(counted, expected) << kernel.name;
        }
    }
    // Each axis separates some pairs and some pairs overlap, but a brief run need not find all axes.
    EXPECT_GE(axes.size(), test::is_variable_set("BOXWOOD_BRIEF_TESTS") ? 12u : 16u);
}

struct Moved {
    Aabb parent;
    MovedBoxes moves;
    std::size_t count = 0;

    PlacedMoves placed() const { return {&moves, parent}; }
    Aabb box(std::size_t lane) const { return moves.box(lane, parent); }
};
Moved draw_moved(Random& random) {
    const glm::vec3 center = oracle::draw_point(random, 1.0),
                    half(draw(random, 0.1, 1.0), draw(random, 0.1, 1.0), 0.5);
    Moved moved{{center - half, center + half}, {}, 1 + random() % 8};
    for (std::size_t lane = 0; lane < moved.count; ++lane) {
        const glm::vec3 p(oracle::draw_point(random, 1.0)), q(oracle::draw_point(random, 1.0));
        moved.moves.set(lane, moved.parent, {center + half * glm::min(p, q), center + half * glm::max(p, q)});
    }
    return moved;
}

TEST(WideBoxKernelsTest, tests_of_moves_equal_tests_of_the_resulting_boxes) {
    Random random(2);
    const Aabb root{glm::vec3(-2.0f), glm::vec3(2.0f)};
    const std::size_t rounds = test::choose_effort(2000, 100000);
    std::size_t overlaps = 0, separations = 0;
    for (std::size_t i = 0; i < rounds; ++i) {
        const BoxRelation relation =
            make_box_relation(oracle::draw_pose(random, 0.5), oracle::draw_pose(random, 0.5), root, root,
                              static_cast<OverlapTest>(i % 3));
        const WideBoxRelation wide = make_wide_relation(relation, 1.0f, 0.7f);
        const Moved a = draw_moved(random), b = draw_moved(random);
        const bool is_row_of_a = i % 2 == 0;
        const std::size_t rows = (is_row_of_a ? a : b).count, lanes = (is_row_of_a ? b : a).count;
        for (const WideBoxKernel& kernel : list_wide_box_kernels()) {
            WidePairs found;
            SeparatingAxisHits exits;
            BoxTestTerms terms;
            for (const std::size_t row : {std::size_t{0}, rows - 1}) // the second test uses the cached terms
                kernel.test_moves(wide, {a.placed(), b.placed(), 1u << row, all_of(lanes), is_row_of_a},
                                  terms, found, exits);
            const std::size_t row = rows - 1;
            for (std::size_t lane = 0; lane < lanes; ++lane) {
                const Aabb box_a = a.box(is_row_of_a ? row : lane), box_b = b.box(is_row_of_a ? lane : row);
                const bool overlap = find_separating_axis(box_a, box_b, relation) < 0;
                ASSERT_EQ(found.overlap >> (8 * row + lane) & 1, overlap) << kernel.name;
                ASSERT_EQ(found.is_a_larger >> (8 * row + lane) & 1, box_a.volume() > box_b.volume() * 0.7f)
                    << kernel.name;
                ++(overlap ? overlaps : separations);
            }
        }
    }
    EXPECT_GT(overlaps, rounds / 8);
    EXPECT_GT(separations, rounds / 2);
}

TEST(WideBoxKernelsTest, an_infinite_error_bound_separates_nothing) {
    const Aabb root{glm::vec3(-1.0f), glm::vec3(1.0f)}, far{glm::vec3(5.0f), glm::vec3(6.0f)};
    BoxRelation relation = make_box_relation(Pose{}, Pose{}, root, root, OverlapTest::sat);
    const float infinity = std::numeric_limits<float>::infinity();
    relation.error_bound_a = make_float4(infinity, infinity, infinity);
    const WideBoxes a = WideBoxes::make(std::span(&root, 1)), b = WideBoxes::make(std::span(&far, 1));
    for (const WideBoxKernel& kernel : list_wide_box_kernels()) {
        WidePairs found;
        SeparatingAxisHits exits;
        BoxTestTerms terms;
        kernel.test(make_wide_relation(relation, 1.0f, 1.0f), {&a, &b, 1, 1, true}, terms, found, exits);
        EXPECT_EQ(found.overlap, 1u) << kernel.name;
    }
}

} // namespace
} // namespace boxwood::wide_box_kernels_test

#include "collision/query/traversal/distance/lane_squares.hpp"

#include "tests/oracles/sample_meshes.hpp"

#include <gtest/gtest.h>

namespace boxwood {
namespace {

// Every second square (8 x 8 bit matrix) is sparse: the AND of four random numbers.
TEST(LaneSquaresTest, transpose_find_rows_and_fill_rows_agree_with_loops_over_bits) {
    oracle::Random random(1);
    for (int i = 0; i < 1000 && !testing::Test::HasFailure(); ++i) {
        const std::uint64_t square = i % 2 == 0 ? random() : random() & random() & random() & random();
        const auto bits = static_cast<std::uint32_t>(random() & 255u);
        std::uint64_t turned = 0, filled = 0;
        std::uint32_t rows = 0;
        for (unsigned row = 0; row < 8; ++row)
            for (unsigned lane = 0; lane < 8; ++lane) {
                const std::uint64_t is_set = square >> (8 * row + lane) & 1u;
                turned |= is_set << (8 * lane + row);
                rows |= static_cast<std::uint32_t>(is_set) << row;
                filled |= std::uint64_t{bits >> row & 1u} << (8 * row + lane);
            }
        EXPECT_EQ(transpose(square), turned);
        EXPECT_EQ(find_rows(square), rows);
        EXPECT_EQ(fill_rows(bits), filled);
    }
}

} // namespace
} // namespace boxwood

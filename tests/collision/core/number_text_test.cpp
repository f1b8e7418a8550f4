#include "collision/core/numbers/number_text.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>

namespace boxwood {
namespace {

TEST(NumberTextTest, whole_numbers_print_as_integers) {
    EXPECT_EQ(range_text(0.0, 4294967295.0), "0 to 4294967295");
    EXPECT_EQ(range_text(-1e6, 1e12), "-1000000 to 1000000000000");
    EXPECT_EQ(number_text(9007199254740991.0), "9007199254740991");
    EXPECT_EQ(number_text(-0.0), "0");
}

TEST(NumberTextTest, other_numbers_have_the_fewest_digits_that_round_trip) {
    EXPECT_EQ(number_text(0.1), "0.1");
    EXPECT_EQ(number_text(1e-6), "1e-06");
    EXPECT_EQ(number_text(1e300), "1e+300");
    EXPECT_EQ(number_text(-2.5), "-2.5");
    EXPECT_EQ(number_text(123456.0, 3), "123000");
    EXPECT_EQ(number_text(1.0 / 3.0, 4), "0.3333");
    EXPECT_EQ(number_text(std::numeric_limits<double>::infinity(), 4), "inf");
    EXPECT_EQ(number_text(std::numeric_limits<double>::infinity()), "inf");
    EXPECT_EQ(number_text(std::numeric_limits<double>::quiet_NaN()), "nan");
    EXPECT_EQ(number_text(std::copysign(std::numeric_limits<double>::quiet_NaN(), -1.0)), "nan");
    EXPECT_EQ(number_text(std::copysign(std::numeric_limits<double>::quiet_NaN(), -1.0), 4), "nan");
    std::mt19937_64 bits(7);
    for (int i = 0; i < 100'000; ++i) {
        const auto value = std::bit_cast<double>(bits());
        if (std::isnan(value)) continue;
        const std::string text = number_text(value);
        double again = 0.0;
        ASSERT_EQ(std::from_chars(text.data(), text.data() + text.size(), again).ec, std::errc{}) << text;
        ASSERT_EQ(again, value) << text;
    }
}

} // namespace
} // namespace boxwood

// Of the three decimal numbers as they are written, the third is exactly the first minus the second.
#include "engine/explain/explanations/difference_text.hpp"

#include <cmath>
#include <limits>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace boxwood {
namespace {

// The digits as an integer, without the decimal point, and the number of decimals.
std::pair<long long, std::size_t> read_back(std::string text) {
    const std::string minus = "\u2212";
    const bool is_negative = text.starts_with(minus);
    if (is_negative) text.erase(0, minus.size());
    const std::size_t point = text.find('.');
    const std::size_t decimals = point == std::string::npos ? 0 : text.size() - point - 1;
    if (point != std::string::npos) text.erase(point, 1);
    const long long number = std::stoll(text);
    return {is_negative ? -number : number, decimals};
}

TEST(DifferenceText, the_written_numbers_differ_by_exactly_the_written_difference) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> exponent(-4.0, 4.0), share(-1.0, 1.0);
    for (int round = 0; round < 20000; ++round) {
        const double first = share(random) * std::pow(10.0, exponent(random));
        const double second = round % 2 == 0 ? first + 1e-3 * share(random) : share(random) * first;
        const DifferenceText text = write_difference(first, second);
        const auto a = read_back(text.first), b = read_back(text.second), c = read_back(text.difference);
        ASSERT_EQ(a.first - b.first, c.first) << text.first << ' ' << text.second << ' ' << text.difference;
        ASSERT_TRUE(a.second == b.second && b.second == c.second);
        ASSERT_NEAR(static_cast<double>(a.first) / std::pow(10.0, a.second), first,
                    0.501 / std::pow(10.0, a.second));
    }
}

TEST(DifferenceText, four_digits_unless_the_difference_is_small) {
    EXPECT_EQ(write_difference(5.068522, -1.3320616).first, "5.069");
    EXPECT_EQ(write_difference(5.068522, -1.3320616).second, "\u22121.332");
    EXPECT_EQ(write_difference(5.068522, -1.3320616).difference, "6.401");
    EXPECT_EQ(write_difference(2.0, 1.99998).difference, "0.000020");
    EXPECT_EQ(write_difference(0.0, 0.0).difference, "0");
    EXPECT_EQ(write_difference(std::numeric_limits<double>::infinity(), 1.0).difference, "\u2013");
}

} // namespace
} // namespace boxwood

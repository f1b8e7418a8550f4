#include "engine/deform/difference_spread.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace boxwood {
namespace {

double sorted_range(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
    };
    return at(0.75) - at(0.25);
}

TEST(DifferenceSpreadTest, its_range_is_that_of_sorting_within_a_bin) {
    std::mt19937 random(3);
    for (const double middle : {0.0, 0.4, -3.0}) {
        for (const double scatter : {1e-4, 0.2, 30.0}) {
            DifferenceSpread spread;
            std::vector<double> all;
            for (int i = 0; i < 2000; ++i) {
                const double d = middle + scatter * std::normal_distribution()(random);
                spread.add(d);
                all.push_back(d);
            }
            const double most = std::max(std::abs(middle), scatter);
            EXPECT_NEAR(spread.interquartile_range(), sorted_range(all), 0.16 * most)
                << middle << ' ' << scatter;
        }
    }
}

TEST(DifferenceSpreadTest, a_saving_is_more_than_noise_where_it_is_more_than_half_the_range_per_frame) {
    const auto told = [](double saved, std::size_t frames) {
        DifferenceSpread spread;
        for (std::size_t i = 0; i < frames; ++i)
            spread.add(saved + (i % 2 == 0 ? 1.0 : -1.0)); // a range of 2
        return !spread.is_within_noise();
    };
    EXPECT_FALSE(told(0.7, 400));
    EXPECT_FALSE(told(-0.7, 400));
    EXPECT_TRUE(told(1.3, 400));
    EXPECT_TRUE(told(-1.3, 400));
    EXPECT_TRUE(told(1.3, 8));
    EXPECT_FALSE(told(1.3, 7)) << "a few frames tell nothing";
    EXPECT_TRUE(DifferenceSpread{}.is_within_noise());
}

TEST(DifferenceSpreadTest, numbers_of_any_size_have_a_place) {
    DifferenceSpread spread;
    for (const double d : {0.0, 1e-300, -1e-300, -1e-7, 1e300, 1e300, 1e300, -1e300}) spread.add(d);
    EXPECT_EQ(DifferenceSpread{}.interquartile_range(), 0.0);
    EXPECT_NEAR(spread.interquartile_range(), 1e4, 1e3) << "the last bin has no end";
}

} // namespace
} // namespace boxwood

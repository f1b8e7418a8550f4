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
            std::vector<double> changes;
            double last = 0.0;
            for (int i = 0; i < 2000; ++i) {
                const double d = middle * i / 100.0 + scatter * std::normal_distribution()(random);
                spread.add(d);
                if (i > 0) changes.push_back(d - last);
                last = d;
            }
            EXPECT_NEAR(spread.interquartile_range(), sorted_range(changes),
                        0.25 * (std::abs(middle) / 100.0 + scatter))
                << middle << ' ' << scatter;
        }
    }
}

TEST(DifferenceSpreadTest, a_saving_is_more_than_noise_where_it_is_more_than_half_the_range_per_frame) {
    const auto exceeds_noise = [](double saved, std::size_t frames) {
        DifferenceSpread spread;
        for (std::size_t i = 0; i < frames; ++i)
            spread.add(saved + (i % 2 == 0 ? 1.0 : -1.0)); // consecutive values differ by 2
        return !spread.is_within_noise();
    };
    EXPECT_FALSE(exceeds_noise(1.0, 400));
    EXPECT_FALSE(exceeds_noise(-1.0, 400));
    EXPECT_TRUE(exceeds_noise(1.8, 400));
    EXPECT_TRUE(exceeds_noise(-1.8, 400));
    EXPECT_TRUE(exceeds_noise(1.8, 8));
    EXPECT_FALSE(exceeds_noise(1.8, 7)) << "a few frames tell nothing";
    EXPECT_TRUE(DifferenceSpread{}.is_within_noise());
    DifferenceSpread growing; // a saving that grows is still a saving
    for (int i = 0; i < 400; ++i) growing.add(0.01 * i + (i % 2 == 0 ? 0.3 : -0.3));
    EXPECT_FALSE(growing.is_within_noise());
}

TEST(DifferenceSpreadTest, numbers_of_any_size_have_a_place) {
    DifferenceSpread spread;
    for (const double d : {0.0, 1e-300, 1e300, 0.0, 1e300, 0.0, -1e300, 1e300}) spread.add(d);
    EXPECT_EQ(DifferenceSpread{}.interquartile_range(), 0.0);
    EXPECT_NEAR(spread.interquartile_range(), 2e4, 3e3) << "the last bin has no end";
}

} // namespace
} // namespace boxwood

#include "engine/deform/difference_spread.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace boxwood {
namespace {

double interquartile_range_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
    };
    return at(0.75) - at(0.25);
}

TEST(DifferenceSpreadTest, interquartile_range_matches_that_of_the_sorted_changes) {
    std::mt19937 random(3);
    for (const double trend : {0.0, 0.4, -3.0}) { // of the difference in 100 frames
        for (const double scatter : {1e-4, 0.2, 30.0}) {
            DifferenceSpread spread;
            std::vector<double> changes;
            double last = 0.0;
            for (int i = 0; i < 2000; ++i) {
                const double d = trend * i / 100.0 + scatter * std::normal_distribution()(random);
                spread.add(d);
                if (i > 0) changes.push_back(d - last);
                last = d;
            }
            EXPECT_NEAR(spread.interquartile_range(), interquartile_range_of(changes),
                        0.25 * (std::abs(trend) / 100.0 + scatter))
                << trend << ' ' << scatter;
        }
    }
}

TEST(DifferenceSpreadTest, a_saving_exceeds_noise_above_iqr_over_2_sqrt_2_per_frame) {
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
    EXPECT_FALSE(exceeds_noise(1.8, 7)) << "fewer than 8 frames are always within noise";
    EXPECT_TRUE(DifferenceSpread{}.is_within_noise());
    DifferenceSpread growing; // a growing saving does not count as noise
    for (int i = 0; i < 400; ++i) growing.add(0.01 * i + (i % 2 == 0 ? 0.3 : -0.3));
    EXPECT_FALSE(growing.is_within_noise());
}

TEST(DifferenceSpreadTest, changes_of_any_size_fall_into_a_bin) {
    DifferenceSpread spread;
    for (const double d : {0.0, 1e-300, 1e300, 0.0, 1e300, 0.0, -1e300, 1e300}) spread.add(d);
    EXPECT_EQ(DifferenceSpread{}.interquartile_range(), 0.0);
    EXPECT_NEAR(spread.interquartile_range(), 2e4, 3e3)
        << "changes beyond the last bin are counted in it, as about 1e4 ms";
}

} // namespace
} // namespace boxwood

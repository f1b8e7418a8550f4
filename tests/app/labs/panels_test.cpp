#include "app/labs/settings/settings.hpp"
#include "app/labs/wording.hpp"
#include "app/panels/ramp_range.hpp"
#include "collision/query/any_hierarchy.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cctype>

namespace boxwood {
namespace {

TEST(RampRange, the_fit_is_the_range_of_the_nonempty_bins) {
    const std::array<std::uint32_t, 10> bins{0, 0, 0, 7, 0, 1, 0, 0, 0, 0};
    const RampPart part = fit_ramp(bins);
    EXPECT_FLOAT_EQ(part.low, 0.3f);
    EXPECT_FLOAT_EQ(part.high, 0.6f);
}

TEST(RampRange, the_fit_without_data_or_with_one_nonempty_bin_has_a_width) {
    EXPECT_EQ(fit_ramp({}).high, 1.0f);
    EXPECT_EQ(fit_ramp(std::array<std::uint32_t, 3>{}).low, 0.0f);
    for (const std::size_t place : {0u, 500u, 999u}) {
        std::array<std::uint32_t, 1000> bins{};
        bins[place] = 4;
        const RampPart part = fit_ramp(bins);
        EXPECT_GT(part.high - part.low, 0.015f) << "at least the minimum distance of the handles";
        EXPECT_TRUE(part.low >= 0.0f && part.high <= 1.0f);
    }
}

TEST(Wording, titles_of_methods_begin_with_a_capital_or_a_digit_or_k_DOP) {
    EXPECT_EQ(method_title("binned-sah"), "Binned SAH");
    EXPECT_EQ(hierarchy_title({.kind = "bvh8", .volume = "aabb", .builder = "binned-sah", .leaf_size = 2}),
              "BVH8 · AABB · Binned SAH · 2 per leaf");
    for (const auto& names : {list_hierarchy_kinds(), list_volumes(), list_builders()})
        for (const std::string_view name : names) {
            const std::string title = method_title(name);
            EXPECT_TRUE(std::isupper(static_cast<unsigned char>(title[0])) || std::isdigit(title[0]) ||
                        title.starts_with("k-DOP"))
                << title;
        }
}

} // namespace
} // namespace boxwood

#include "engine/ui/export.hpp"
#include "engine/ui/text/format.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <string>

namespace boxwood::ui {
namespace {

// Writes a thin space as "_" and the true minus as "-".
std::string readable(const std::string& text) {
    return replaced(replaced(text, kThinSpace, "_"), kMinus, "-");
}

TEST(FormatTest, counts_are_grouped_by_thousands) {
    EXPECT_EQ(readable(format_count(0)), "0");
    EXPECT_EQ(readable(format_count(999)), "999");
    EXPECT_EQ(readable(format_count(1000)), "1_000");
    EXPECT_EQ(readable(format_count(44850)), "44_850");
    EXPECT_EQ(readable(format_count(-1234567)), "-1_234_567");
    EXPECT_EQ(readable(format_count(std::numeric_limits<std::int64_t>::min())), "-9_223_372_036_854_775_808");
}

TEST(FormatTest, fixed_numbers_have_the_requested_decimals) {
    EXPECT_EQ(readable(format_fixed(12345.678, 1)), "12_345.7");
    EXPECT_EQ(readable(format_fixed(-0.04, 1)), "0.0");
    EXPECT_EQ(readable(format_fixed(-0.06, 1)), "-0.1");
    EXPECT_EQ(readable(format_fixed(2.0, 0)), "2");
    EXPECT_EQ(format_fixed(std::nan(""), 2), "–");
    EXPECT_EQ(format_fixed(-std::numeric_limits<double>::infinity(), 2), "−∞");
    EXPECT_EQ(format_fixed(3e20, 2), "3.00e+20");
    EXPECT_EQ(format_fixed(-3e20, 2), "\u22123.00e+20");
}

TEST(FormatTest, significant_digits_survive_rounding_up) {
    EXPECT_EQ(format_significant(9.994, 3), "9.99");
    EXPECT_EQ(format_significant(9.996, 3), "10.0");
    EXPECT_EQ(format_significant(0.0099951, 3), "0.0100");
    EXPECT_EQ(format_significant(99.96, 3), "100");
    EXPECT_EQ(readable(format_significant(123456.0, 3)), "123_456");
    EXPECT_EQ(format_significant(0.0, 3), "0.00");
    EXPECT_EQ(format_significant(-0.5, 1), "−0.5");
}

TEST(FormatTest, times_have_a_unit_that_fits_their_size) {
    EXPECT_EQ(format_time_text(0.0012), "1.20 µs");
    EXPECT_EQ(format_time_text(0.0999), "99.9 µs");
    EXPECT_EQ(format_time_text(0.1), "0.100 ms");
    EXPECT_EQ(format_time_text(1.2345), "1.23 ms");
    EXPECT_EQ(format_time_text(16.666), "16.7 ms");
    EXPECT_EQ(format_time_text(12345.0), "12.3 s");
    EXPECT_EQ(format_time_text(0.0), "0.00 ms");
}

TEST(FormatTest, now_median_p95_share_unit_and_decimals) {
    const TimeReadout times = format_times(1.2345, 1.35, 15.1);
    EXPECT_EQ(times.now, "1.23");
    EXPECT_EQ(times.median, "1.35");
    EXPECT_EQ(times.p95, "15.10");
    EXPECT_EQ(times.unit, "ms");
    const TimeReadout small = format_times(0.511, 0.0502, 0.569);
    EXPECT_EQ(small.now, "511.0");
    EXPECT_EQ(small.unit, "µs");
}

TEST(FormatTest, percentages_have_2_digits_and_hashes_have_groups_of_4) {
    EXPECT_EQ(format_percent(0.038), "3.8 %");
    EXPECT_EQ(format_hash(0x9f3c71e0a8524d16u), "9f3c 71e0 a852 4d16");
    EXPECT_EQ(format_hash(0x1u), "0000 0000 0000 0001");
}

TEST(FormatTest, typed_numbers_are_parsed) {
    EXPECT_EQ(parse_number("0.5"), 0.5);
    EXPECT_EQ(parse_number(" 44 850 "), 44850.0);
    EXPECT_EQ(parse_number("44\u2009850"), 44850.0);
    EXPECT_EQ(parse_number("1,5"), 1.5);
    EXPECT_EQ(parse_number("+3 m/s"), 3.0);
    EXPECT_EQ(parse_number("−2.5"), -2.5);
    EXPECT_EQ(parse_number("1e-3"), 1e-3);
    EXPECT_EQ(parse_number(".25"), 0.25);
}

TEST(FormatTest, invalid_typed_numbers_are_refused) {
    for (const char* typed : {"", " ", "m", "-", "1.2.3", "1e", "1e999", "nan", "inf", "--1", "1-2"}) {
        EXPECT_FALSE(parse_number(typed)) << '"' << typed << '"';
    }
}

TEST(FormatTest, formatted_numbers_can_be_parsed) {
    for (double value = -2e6; value < 2e6; value += 12345.678) {
        const auto read = parse_number(format_fixed(value, 2));
        ASSERT_TRUE(read) << value;
        EXPECT_NEAR(*read, value, 0.00501);
    }
}

TEST(FormatTest, numbers_in_csv_are_ascii) {
    EXPECT_EQ(csv_value(format_fixed(-12345.5, 1)), "-12345.5");
    EXPECT_EQ(csv_value(format_fixed(-0.5, 1) + ", \"b\""), "\"-0.5, \"\"b\"\"\"");
    EXPECT_EQ(csv_value("a\rb"), "\"a\rb\"");
}

} // namespace
} // namespace boxwood::ui

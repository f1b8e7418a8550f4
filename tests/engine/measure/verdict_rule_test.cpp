// Checks the verdicts on intervals near every bound of a rule, and that printed values give the same verdict when they
// are read back.
#include "engine/measure/claims/source_claim.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace boxwood {
namespace {

constexpr VerdictRule kTwice{"ratio", between(1.5, 2.5), above(1.0)};

Verdict verdict(const VerdictRule& rule, std::initializer_list<Interval> intervals) {
    std::vector<ClaimValue> values;
    for (const Interval& interval : intervals) values.emplace_back("m", interval);
    return judge(rule, values).verdict;
}
Interval at(double value, double half = 0.0) {
    return {value, value - half, value + half};
}

TEST(VerdictRule, the_whole_interval_of_a_value_is_judged) {
    EXPECT_EQ(verdict(kTwice, {at(2.0, 0.4)}), Verdict::reproduced);
    EXPECT_EQ(verdict(kTwice, {at(2.0, 0.6)}),
              Verdict::same_direction); // the interval crosses an inner bound, but stays above 1
    EXPECT_EQ(verdict(kTwice, {at(3.0, 0.1)}), Verdict::same_direction);
    EXPECT_EQ(verdict(kTwice, {at(1.1, 0.2)}), Verdict::not_judged);
    EXPECT_EQ(verdict(kTwice, {at(0.9, 0.05)}), Verdict::not_reproduced);
    EXPECT_EQ(verdict(kTwice, {at(1.0)}), Verdict::not_reproduced); // a range does not include its bounds
    EXPECT_EQ(verdict(kTwice, {at(1.5)}), Verdict::same_direction);
    EXPECT_EQ(verdict(kTwice, {}), Verdict::not_judged);
    // a value measured with only one seed has an unbounded interval
    EXPECT_EQ(verdict(kTwice, {{2.0, -INFINITY, INFINITY}}), Verdict::not_judged);
    EXPECT_EQ(verdict(kTwice, {{NAN, NAN, NAN}}), Verdict::not_judged);
}

TEST(VerdictRule, an_empty_inner_range_excludes_reproduced_and_an_empty_outer_range_excludes_same_direction) {
    constexpr VerdictRule kLost{"ratio", kNoRange, above(1.0)}, kConstant{"change", between(-0.1, 0.1)};
    EXPECT_EQ(verdict(kLost, {at(2.0)}), Verdict::same_direction);
    EXPECT_EQ(verdict(kLost, {at(0.5)}), Verdict::not_reproduced);
    EXPECT_EQ(verdict(kConstant, {at(0.05, 0.01)}), Verdict::reproduced);
    EXPECT_EQ(verdict(kConstant, {at(0.2, 0.01)}), Verdict::not_reproduced);
    EXPECT_EQ(verdict(kConstant, {at(0.1, 0.01)}), Verdict::not_judged);
}

TEST(VerdictRule, the_worst_value_decides_unless_the_rule_needs_only_some_values) {
    VerdictRule rule = kTwice;
    EXPECT_EQ(verdict(rule, {at(2.0), at(2.1), at(3.0)}), Verdict::same_direction);
    EXPECT_EQ(verdict(rule, {at(2.0), at(3.0), at(0.5)}), Verdict::not_reproduced);
    // One value outside both ranges is enough for not_reproduced, because all values are needed.
    EXPECT_EQ(verdict(rule, {at(2.0), at(1.0, 0.1), at(0.5)}), Verdict::not_reproduced);
    EXPECT_EQ(verdict(rule, {at(2.0), at(1.0, 0.1)}), Verdict::not_judged);
    rule.needed = 2;
    EXPECT_EQ(verdict(rule, {at(2.0), at(2.0), at(0.5)}), Verdict::reproduced);
    EXPECT_EQ(verdict(rule, {at(2.0), at(3.0), at(0.5)}), Verdict::same_direction);
    EXPECT_EQ(verdict(rule, {at(2.0), at(0.6), at(0.5)}), Verdict::not_reproduced);
    EXPECT_EQ(verdict(rule, {at(2.0), at(1.0, 0.1), at(0.5)}), Verdict::not_judged);
}

TEST(VerdictRule, the_reason_names_the_undecided_value) {
    const std::vector<ClaimValue> values{{"torus", 2.0}, {"craft", at(1.0, 0.1)}};
    EXPECT_EQ(judge(kTwice, values).reason, "the 95 % interval of craft contains a bound of the rule");
    EXPECT_EQ(rule_text(kTwice), "ratio; 1.5 to 2.5; same direction above 1");
    EXPECT_EQ(rule_text({"share", kNoRange, below(0.5), 2}),
              "share; same direction below 0.5; at least 2 values must lie in a range");
}

TEST(VerdictRule, values_survive_printing_and_reading_with_the_same_verdict) {
    std::mt19937 random(4);
    std::uniform_real_distribution<double> middle(0.2, 3.2), half(0.0, 0.3);
    for (int trial = 0; trial < 2000; ++trial) {
        std::vector<ClaimValue> values;
        for (const char* of : {"k 14", "torus", ""})
            values.emplace_back(of, at(middle(random), trial % 3 == 0 ? 0.0 : half(random)));
        const Result<std::vector<ClaimValue>> read = read_values(values_text(values));
        ASSERT_TRUE(read) << read.error().message;
        ASSERT_EQ(read->size(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            EXPECT_EQ((*read)[i].of, values[i].of);
            EXPECT_EQ((*read)[i].interval.value, values[i].interval.value);
            EXPECT_EQ((*read)[i].interval.low, values[i].interval.low);
            EXPECT_EQ((*read)[i].interval.high, values[i].interval.high);
        }
        EXPECT_EQ(judge(kTwice, *read).verdict, judge(kTwice, values).verdict);
    }
    EXPECT_EQ(values_text(std::vector<ClaimValue>{{"a", at(1.23456, 0.1)}, {"", -0.00012344}}),
              "a 1.235 (1.135 to 1.335), -0.0001234");
    for (const char* wrong : {"torus", "torus 1.x", "1 (2 3)", "1 (2 to )", "1,2", "1 (a to 2)"})
        EXPECT_FALSE(read_values(wrong)) << wrong;
}

TEST(SourceClaim, a_claim_that_states_why_it_cannot_be_judged_is_not_judged_and_its_note_says_why) {
    SourceClaim claim{"experiment/name", "[S] [Nobody 1900]", "s", "2", kTwice};
    const std::vector<ClaimValue> values{{"", 2.0}};
    EXPECT_EQ(make_claim_result(claim, values).verdict, Verdict::reproduced);
    EXPECT_EQ(make_claim_result(claim, values).key, "name");
    claim.not_judged = "follows from the definition";
    const ClaimResult result = make_claim_result(claim, values, "and more");
    EXPECT_EQ(result.verdict, Verdict::not_judged);
    EXPECT_EQ(result.note, "follows from the definition; and more");
    EXPECT_EQ(result.estimate, "2");
    claim.rule = {"q"};
    claim.not_judged = {};
    EXPECT_EQ(make_claim_result(claim, values).verdict, Verdict::observed);
}

} // namespace
} // namespace boxwood

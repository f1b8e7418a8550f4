// What: the rule of a claim and the verdict that follows from it: ranges for one or several measured values.
// Units: those of the quantity that the rule names.
// Invariants: ranges are open. A value counts with its whole 95 % interval. Reproduced: enough values lie in the inner
//             range. Same direction: enough lie in that or in the outer range. Not reproduced: too many lie outside both.
//             Otherwise not judged, because an interval contains a bound. Judging the printed values gives the same
//             verdict as judging the measured ones: values are rounded before both.
// Degenerate input: no value, or one that is not a number, is not judged.
// Oracle: tests/engine/measure/verdict_rule_test.cpp.
#pragma once

#include "collision/core/result.hpp"
#include "engine/measure/claims/claim_result.hpp"
#include "engine/measure/statistics.hpp"

#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace boxwood {

struct ClaimRange {
    double low = std::numeric_limits<double>::infinity(), high = -std::numeric_limits<double>::infinity();

    constexpr bool is_empty() const { return low > high; }
};
constexpr ClaimRange between(double low, double high) {
    return {low, high};
}
constexpr ClaimRange above(double low) {
    return {low, std::numeric_limits<double>::infinity()};
}
constexpr ClaimRange below(double high) {
    return {-std::numeric_limits<double>::infinity(), high};
}
inline constexpr ClaimRange
    kNoRange{}; // an inner one: the figure is lost; an outer one: the statement has no direction

struct VerdictRule {
    std::string_view quantity; // "volume tests, AABB over OBB"
    ClaimRange reproduced = kNoRange;
    ClaimRange direction = kNoRange; // contains the other
    std::size_t needed = 0;          // values that must lie in a range; 0: all
};
std::string rule_text(const VerdictRule& rule);

// One of the values that a claim rests on.
struct ClaimValue {
    std::string of; // "torus"; empty if the claim has only one. Without comma and parenthesis
    Interval interval;

    ClaimValue(std::string what, const Interval& measured); // rounds to four significant digits
    ClaimValue(std::string what, double exact)
        : ClaimValue(std::move(what), Interval{exact, exact, exact}) {}
};

// "torus 3.021 (2.95 to 3.1), craft 2.1"; without an interval if it has no width. read_values reads that back.
std::string values_text(std::span<const ClaimValue> values);
Result<std::vector<ClaimValue>> read_values(std::string_view text);

struct Ruling {
    Verdict verdict = Verdict::not_judged;
    std::string reason; // why not judged
};
Ruling judge(const VerdictRule& rule, std::span<const ClaimValue> values);

} // namespace boxwood

// What: judges measured values by the rule of a claim. A rule is a set of ranges for one or several values.
// Units: as the quantity that the rule names.
// Invariants: ranges are open. A value lies in a range if its whole 95 % interval does. Reproduced: enough values lie
//             in the inner range. Same direction: enough values lie in the inner or the outer range. Not reproduced:
//             too many values lie outside both ranges. Otherwise the claim is not judged, because an interval contains
//             a bound of a range. Values are rounded before they are judged or printed, so the printed values give the
//             same verdict.
// Degenerate input: a claim without values, or with a value that is not a number, is not judged.
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
// An empty inner range means that the figure is lost. An empty outer range means that the statement has no direction.
inline constexpr ClaimRange kNoRange{};

struct VerdictRule {
    std::string_view quantity;        // "volume tests, AABB / OBB"
    ClaimRange reproduced = kNoRange; // the inner range
    ClaimRange direction = kNoRange;  // the outer range, which contains the inner one
    std::size_t needed = 0;           // number of values that must lie in a range; 0: all
};
std::string rule_text(const VerdictRule& rule);

// One of the measured values by which a claim is judged.
struct ClaimValue {
    std::string of; // "torus", without commas and parentheses; empty if the claim has only one value
    Interval interval;

    ClaimValue(std::string what, const Interval& measured); // rounds to four significant digits
    ClaimValue(std::string what, double exact)
        : ClaimValue(std::move(what), Interval{exact, exact, exact}) {}
};

// "torus 3.021 (2.95 to 3.1), craft 2.1"; intervals of zero width are left out. read_values parses this text.
std::string values_text(std::span<const ClaimValue> values);
Result<std::vector<ClaimValue>> read_values(std::string_view text);

struct Ruling {
    Verdict verdict = Verdict::not_judged;
    std::string reason; // if not judged
};
Ruling judge(const VerdictRule& rule, std::span<const ClaimValue> values);

} // namespace boxwood

// Judges two claims: one about the deformation families on one mesh, and one about the times of refit and rebuild over
// mesh sizes.
#include "bench/experiments/claims/source_claims.hpp"
#include "bench/experiments/deformation/deformation_study.hpp"

#include <algorithm>
#include <cstdio>

namespace boxwood {
namespace {

constexpr double kTimesUsual = 1.0; // families are compared at this multiple of the usual amplitude

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", value);
    return text;
}

const FamilyRow* find_row(const DeformationResults& results, std::string_view family, double times_usual) {
    for (const FamilyRow& row : results.families)
        if (row.family == family && row.times_usual == times_usual) return &row;
    return nullptr;
}

double rho(const DeformationResults& results, std::string_view family) {
    const FamilyRow* row = find_row(results, family, kTimesUsual);
    return row ? row->rho() : 0.0;
}

constexpr std::array<std::string_view, 3> kMild{"bend", "wave", "taper"};
constexpr std::array<std::string_view, 3> kRadical{"twist", "swirl", "inflate"};

} // namespace

std::vector<ClaimResult> judge_deformation(const DeformationResults& results) {
    const auto largest = [&](std::span<const std::string_view> families) {
        double most = 0.0;
        for (const std::string_view family : families) most = std::max(most, rho(results, family));
        return most;
    };
    const double tear = rho(results, "tear"), radical = largest(kRadical), mild = largest(kMild);
    std::vector<ClaimResult> claims;
    claims.push_back({"refitting costs most for tear, and more for the costliest of twist, swirl and inflate "
                      "than for bend, wave and taper",
                      "[D]",
                      "largest rho of twist, swirl and inflate: below rho(tear) / 1.25, and above the "
                      "largest rho of bend, wave and taper",
                      number(tear) + " > " + number(radical) + " > " + number(mild),
                      verdict_if(tear > 1.25 * radical && radical > mild)});
    std::vector<ClaimValue> values;
    for (const SizeRow& row : results.sizes)
        values.emplace_back(std::to_string(row.triangles) + " triangles", row.speed_up());
    claims.push_back(judge_source_claim("deformation/refit", std::move(values)));
    return claims;
}

} // namespace boxwood

// The source's claims about refitted trees, checked against the study's counts.
#include "bench/experiments/deformation/deformation_study.hpp"

#include <algorithm>
#include <cstdio>

namespace boxwood {
namespace {

constexpr double kLittle = 1.10; // maximum rho that counts as a small cost
constexpr double kBadly = 1.50;  // minimum rho that counts as bad degradation
constexpr double kUsually = 1.0; // multiple of the usual amplitude at which families are compared
constexpr std::size_t kHigh = 6; // depths 0 to 5 count as high in the tree

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
    const FamilyRow* row = find_row(results, family, kUsually);
    return row ? row->rho() : 0.0;
}

std::string list_rho(const DeformationResults& results, std::span<const std::string_view> families) {
    std::string text;
    for (const std::string_view family : families)
        text += (text.empty() ? "" : ", ") + std::string(family) + " " + number(rho(results, family));
    return text;
}

constexpr std::array<std::string_view, 3> kMild{"bend", "wave", "taper"};
constexpr std::array<std::string_view, 3> kRadical{"twist", "swirl", "inflate"};
constexpr std::array<std::string_view, 2> kTwisting{"twist", "swirl"};
constexpr std::array<std::string_view, 1> kInflate{"inflate"};

// Growth of the overlap by refitting instead of rebuilding, mean over the depths [first, last).
double mean_growth(const FamilyRow& row, std::size_t first, std::size_t last) {
    double sum = 0.0;
    std::size_t count = 0;
    const std::size_t depths = std::min(row.refit_overlap.size(), row.rebuild_overlap.size());
    for (std::size_t d = first; d < std::min(last, depths); ++d, ++count)
        sum += row.refit_overlap[d] - row.rebuild_overlap[d];
    return count > 0 ? sum / static_cast<double>(count) : 0.0;
}

} // namespace

std::vector<ClaimResult> judge_deformation(const DeformationResults& results) {
    std::vector<ClaimResult> claims;
    const auto largest = [&](std::span<const std::string_view> families) {
        double most = 0.0;
        for (const std::string_view family : families) most = std::max(most, rho(results, family));
        return most;
    };
    const auto add = [&](const char* shape, const char* source, const char* test, std::string estimate,
                         bool is_reproduced, Basis basis = Basis::counts) {
        claims.push_back({shape, source, test, std::move(estimate), verdict_if(is_reproduced), basis});
    };
    const double tear = rho(results, "tear");
    add("a torn mesh, whose adjacency is broken, degrades badly", "[S]", "rho(tear) >= 1.5", number(tear),
        tear >= kBadly);
    add("deformations that leave adjacency intact cost little", "[S]", "rho of bend, wave, taper <= 1.1",
        list_rho(results, kMild), largest(kMild) <= kLittle);
    add("strong twisting is noticeable", "[S]", "rho of twist, swirl: the largest > 1.1",
        list_rho(results, kTwisting), largest(kTwisting) > kLittle);
    add("single features inflated far beyond the rest are noticeable", "[S]", "rho(inflate) > 1.1",
        list_rho(results, kInflate), largest(kInflate) > kLittle);
    add("tear costs most, then twist and inflate, then what is mild", "[D]",
        "rho(tear) > 1.25 x largest of twist, swirl, inflate > largest of bend, wave, taper",
        number(tear) + " > " + number(largest(kRadical)) + " > " + number(largest(kMild)),
        tear > 1.25 * largest(kRadical) && largest(kRadical) > largest(kMild));
    if (const FamilyRow* row = find_row(results, "tear", kUsually)) {
        const std::size_t depths = row->rebuild_overlap.size();
        const double high = mean_growth(*row, 0, kHigh), low = mean_growth(*row, depths / 2, depths);
        add("overlap grows first high in the tree, boxes near the leaves stay tight", "[S]",
            "tear: growth of overlap at depths 0 to 5 > in the deeper half of the tree",
            number(high) + " > " + number(low), high > low);
    }
    if (!results.sizes.empty()) {
        double least = 1e300, most = 0.0;
        for (const SizeRow& row : results.sizes) {
            const double speed_up = ratio_to(row.rebuild_ms, row.refit_ms);
            least = std::min(least, speed_up);
            most = std::max(most, speed_up);
        }
        add("refitting is faster than rebuilding for large models", "[S], its numbers are lost",
            "rebuild / refit > 1 at every size", number(least) + " to " + number(most), least > 1.0,
            Basis::times);
    }
    return claims;
}

} // namespace boxwood

// The study's tables, comma-separated, a heading each.
#include "engine/experiments/deformation_study.hpp"

#include <algorithm>
#include <cstdio>

namespace boxwood {
namespace {

template <class... T>
std::string line(const char* format, T... values) {
    char text[512];
    std::snprintf(text, sizeof text, format, values...);
    return text;
}

std::string csv_cell(std::string_view text) {
    return "\"" + std::string(text) + "\""; // none of ours holds a quotation mark
}

const char* yes_no(bool is) {
    return is ? "yes" : "no";
}

} // namespace

std::string families_csv(const DeformationResults& results) {
    std::string text =
        "family,times_usual,amplitude,rho,refit_volume_tests,rebuild_volume_tests,refit_ms,rebuild_ms,"
        "refit_query_ms,rebuild_query_ms,break_even_queries,inflation,contacts,same_answer\n";
    for (const FamilyRow& row : results.families)
        text +=
            std::string(row.family) +
            line(",%g,%g,%.4f,%llu,%llu,%.4f,%.4f,%.4f,%.4f,%.1f,%.4f,%llu,%s\n", row.times_usual,
                 row.amplitude, row.rho(), static_cast<unsigned long long>(row.refit_tests),
                 static_cast<unsigned long long>(row.rebuild_tests), row.refit_ms, row.rebuild_ms,
                 row.refit_query_ms, row.rebuild_query_ms, row.break_even(results.config.poses),
                 row.inflation, static_cast<unsigned long long>(row.contacts), yes_no(row.is_same_answer));
    return text;
}

std::string levels_csv(const DeformationResults& results) {
    std::string text = "family,times_usual,depth,refit_overlap,rebuild_overlap\n";
    for (const FamilyRow& row : results.families) {
        const std::size_t depths = std::max(row.refit_overlap.size(), row.rebuild_overlap.size());
        const auto at = [](const std::vector<double>& overlaps, std::size_t depth) {
            return depth < overlaps.size() ? line("%.6f", overlaps[depth]) : std::string();
        };
        for (std::size_t depth = 0; depth < depths; ++depth)
            text += std::string(row.family) + line(",%g,%zu,", row.times_usual, depth) +
                    at(row.refit_overlap, depth) + "," + at(row.rebuild_overlap, depth) + "\n";
    }
    return text;
}

std::string sizes_csv(const DeformationResults& results) {
    std::string text = "triangles,refit_ms,rebuild_ms,rebuild_by_refit,refit_ns_per_triangle\n";
    for (const SizeRow& row : results.sizes)
        text += line("%u,%.4f,%.4f,%.2f,%.2f\n", row.triangles, row.refit_ms, row.rebuild_ms,
                     ratio_to(row.rebuild_ms, row.refit_ms), 1e6 * row.refit_ms / row.triangles);
    return text;
}

std::string replays_csv(const DeformationResults& results) {
    std::string text =
        "family,policy,total_ms,update_ms,query_ms,volume_tests,triangle_tests,contacts,rebuilds,"
        "partial_rebuilds,same_answer\n";
    for (const Replay& replay : results.replays)
        for (const PolicyTotals& p : replay.policies)
            text += std::string(replay.family) + "," + p.name +
                    line(",%.4f,%.4f,%.4f,%llu,%llu,%llu,%u,%u,%s\n", p.total_ms(), p.update_ms, p.query_ms,
                         static_cast<unsigned long long>(p.volume_tests),
                         static_cast<unsigned long long>(p.triangle_tests),
                         static_cast<unsigned long long>(p.contacts), p.rebuilds, p.partial_rebuilds,
                         yes_no(replay.is_same_answer));
    return text;
}

std::string claims_csv(std::span<const DeformationClaim> claims) {
    std::string text = "shape,source,test,estimate,verdict\n";
    for (const DeformationClaim& claim : claims)
        text += csv_cell(claim.shape) + "," + csv_cell(claim.source) + "," + csv_cell(claim.test) + "," +
                csv_cell(claim.estimate) + (claim.is_reproduced ? ",reproduced\n" : ",not reproduced\n");
    return text;
}

std::string sentences(const DeformationResults& results) {
    std::string text;
    for (const Replay& replay : results.replays)
        text += std::string(replay.family) + ": " + replay.sentence + "\n";
    return text;
}

} // namespace boxwood

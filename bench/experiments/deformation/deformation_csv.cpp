// The tables of the deformation study.
#include "bench/experiments/deformation/deformation_study.hpp"

#include <algorithm>

namespace boxwood {
namespace {

const char* yes_no(bool is) {
    return is ? "yes" : "no";
}

Cell break_even_cell(const FamilyRow& row, int poses) {
    const double queries = row.break_even(poses);
    return queries < 0.0 ? Cell("never") : Cell(queries, 1);
}

} // namespace

Table families_table(const DeformationResults& results) {
    Table table{"families",
                "Every family and amplitude",
                {"family", "times_usual", "amplitude", "rho", "refit_volume_tests", "rebuild_volume_tests",
                 "refit_ms", "rebuild_ms", "refit_query_ms", "rebuild_query_ms", "break_even_queries",
                 "inflation", "contacts", "same_answer"}};
    for (const FamilyRow& row : results.families)
        table.add({row.family,
                   row.times_usual,
                   row.amplitude,
                   {row.rho(), 4},
                   row.refit_tests,
                   row.rebuild_tests,
                   {row.refit_ms, 4},
                   {row.rebuild_ms, 4},
                   {row.refit_query_ms, 4},
                   {row.rebuild_query_ms, 4},
                   break_even_cell(row, results.config.poses),
                   {row.inflation, 4},
                   row.contacts,
                   yes_no(row.is_same_answer)});
    return table;
}

Table kinds_table(const DeformationResults& results) {
    Table table{"kinds",
                "Other hierarchies, at the usual amplitude",
                {"kind", "volume", "builder", "leaf_size", "family", "rho", "refit_ms", "rebuild_ms",
                 "refit_query_ms", "rebuild_query_ms", "break_even_queries", "same_answer"}};
    for (const FamilyRow& row : results.kinds)
        table.add({row.hierarchy.kind,
                   row.hierarchy.volume,
                   row.hierarchy.builder,
                   row.hierarchy.leaf_size,
                   row.family,
                   {row.rho(), 4},
                   {row.refit_ms, 4},
                   {row.rebuild_ms, 4},
                   {row.refit_query_ms, 4},
                   {row.rebuild_query_ms, 4},
                   break_even_cell(row, results.config.poses),
                   yes_no(row.is_same_answer)});
    return table;
}

Table levels_table(const DeformationResults& results) {
    Table table{"levels",
                "Overlap of siblings at each depth",
                {"family", "times_usual", "depth", "refit_overlap", "rebuild_overlap"}};
    table.is_on_page = false;
    for (const FamilyRow& row : results.families) {
        const std::size_t depths = std::max(row.refit_overlap.size(), row.rebuild_overlap.size());
        const auto at = [](const std::vector<double>& overlaps, std::size_t depth) {
            return depth < overlaps.size() ? Cell(overlaps[depth], 6) : Cell("");
        };
        for (std::size_t depth = 0; depth < depths; ++depth)
            table.add({row.family, row.times_usual, depth, at(row.refit_overlap, depth),
                       at(row.rebuild_overlap, depth)});
    }
    return table;
}

Table sizes_table(const DeformationResults& results) {
    Table table{"sizes",
                "Medians of the repeats with 95 % intervals; rho: volume tests of queries with the refitted "
                "tree / with the rebuilt tree",
                {"triangles", "refit_ms", "rebuild_ms", "rebuild_by_refit", "low", "high",
                 "refit_ns_per_triangle", "refit_volume_tests", "rebuild_volume_tests", "rho"}};
    for (const SizeRow& row : results.sizes) {
        const double refit_ms = median_of(row.refit_ms);
        const Interval speed_up = row.speed_up();
        table.add({row.triangles,
                   {refit_ms, 4},
                   {median_of(row.rebuild_ms), 4},
                   {speed_up.value, 2},
                   {speed_up.low, 2},
                   {speed_up.high, 2},
                   {1e6 * refit_ms / row.triangles, 2},
                   row.refit_tests,
                   row.rebuild_tests,
                   {row.rho(), 4}});
    }
    return table;
}

Table replays_table(const DeformationResults& results) {
    Table table{"policies",
                "Each policy over all frames",
                {"family", "policy", "total_ms", "update_ms", "query_ms", "volume_tests", "triangle_tests",
                 "contacts", "rebuilds", "partial_rebuilds", "same_answer"}};
    for (const Replay& replay : results.replays)
        for (const PolicyTotals& p : replay.policies)
            table.add({replay.family,
                       p.name,
                       {p.total_ms(), 4},
                       {p.update_ms, 4},
                       {p.query_ms, 4},
                       p.volume_tests,
                       p.triangle_tests,
                       p.contacts,
                       p.rebuilds,
                       p.partial_rebuilds,
                       yes_no(replay.is_same_answer)});
    return table;
}

std::string sentences(const DeformationResults& results) {
    std::string text;
    for (const Replay& replay : results.replays)
        text += (text.empty() ? "" : "\n") + std::string(replay.family) + ": " + replay.sentence;
    return text;
}

} // namespace boxwood

#include "app/cli/query/query_costs.hpp"

#include <cstdio>

namespace boxwood {
namespace {

template <class... Values>
void append(std::string& io_text, const char* format, Values... values) {
    char line[160];
    std::snprintf(line, sizeof line, format, values...);
    io_text += line;
}

void append_term(std::string& io_text, const char* name, const CostTerm& term) {
    append(io_text, "%-16s %14llu x %10.2f ns = %14.1f us\n", name,
           static_cast<unsigned long long>(term.count), term.ns_each(), term.us);
}

constexpr double kPercent = 100.0;

} // namespace

ResultCosts result_costs(const CostReport& report) {
    return {.n_v = report.volumes.count,
            .n_p = report.primitives.count,
            .n_u = report.updates.count,
            .c_v_ns = report.volumes.ns_each(),
            .c_p_ns = report.primitives.ns_each(),
            .c_u_ns = report.updates.ns_each(),
            .wall_us = report.wall_us,
            .residual_us = report.residual_us()};
}

std::string summarize_costs(const CostReport& report, const AxisCounts& separations,
                            std::span<const std::string_view> axis_names) {
    std::string text;
    append_term(text, "volume tests", report.volumes);
    append_term(text, "triangle tests", report.primitives);
    append_term(text, "volume updates", report.updates);
    append(text, "%-46s = %14.1f us\n", "sum", report.sum_us());
    append(text, "%-46s = %14.1f us\n", "measured", report.wall_us);
    append(text, "%-46s = %14.1f us, %.1f %%\n", "residual", report.residual_us(),
           kPercent * report.residual_share());
    const SeparationShares shares = share_separations(separations, axis_names);
    if (shares.tests == 0) return text;
    append(text, "overlap tests: %llu; disjoint: %.2f %%; separated only by a cross product axis: %.2f %%\n",
           static_cast<unsigned long long>(shares.tests), kPercent * shares.disjoint_share(),
           kPercent * shares.cross_share());
    text += "first separating axis:";
    for (std::size_t axis = 0; axis < axis_names.size(); ++axis)
        if (separations[axis] > 0)
            text += ' ' + std::string(axis_names[axis]) + ' ' + std::to_string(separations[axis]);
    return text + '\n';
}

} // namespace boxwood

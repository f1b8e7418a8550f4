// What: the costs of batch queries: those of one for its result line, and the summary of all.
// Units: as engine/measure/cost_report.hpp; processor time of the thread.
#pragma once

#include "engine/measure/cost_report.hpp"
#include "engine/measure/exit_shares.hpp"
#include "engine/scene/results.hpp"

#include <span>
#include <string>
#include <string_view>

namespace boxwood {

ResultCosts line_of(const CostReport& report);

// The three terms, their sum against the time of the queries, and on which axes the volume tests ended.
std::string summarize_costs(const CostReport& report, const AxisCounts& exits,
                            std::span<const std::string_view> axis_names);

} // namespace boxwood

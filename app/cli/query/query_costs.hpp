// What: formats the costs of queries, for the result line of one query and as a summary of all.
// Units: see engine/measure/cost_report.hpp; times are processor time of the thread.
#pragma once

#include "engine/measure/cost_report.hpp"
#include "engine/measure/sweeps/exit_shares.hpp"
#include "engine/scene/queries/results.hpp"

#include <span>
#include <string>
#include <string_view>

namespace boxwood {

ResultCosts line_of(const CostReport& report);

// Lists the three cost terms, their sum, the measured query time, the residual, and the axes that separated volumes.
std::string summarize_costs(const CostReport& report, const AxisCounts& exits,
                            std::span<const std::string_view> axis_names);

} // namespace boxwood

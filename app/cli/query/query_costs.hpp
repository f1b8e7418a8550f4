// What: formats the costs of queries: of one query for its result line, and of all queries as a summary.
// Units: see engine/measure/cost_report.hpp; times are processor time of the thread.
#pragma once

#include "engine/measure/cost_report.hpp"
#include "engine/measure/sweeps/separation_shares.hpp"
#include "engine/scene/queries/results.hpp"

#include <span>
#include <string>
#include <string_view>

namespace boxwood {

ResultCosts result_costs(const CostReport& report);

// Lists the three cost terms, their sum, the measured query time, the residual, and the axes that separated volumes.
std::string summarize_costs(const CostReport& report, const AxisCounts& separations,
                            std::span<const std::string_view> axis_names);

} // namespace boxwood

// What: the costs of batch queries: per query for its result line, and a summary of all.
// Units: as engine/measure/cost_report.hpp; processor time of the thread.
#pragma once

#include "engine/measure/cost_report.hpp"
#include "engine/measure/sweeps/exit_shares.hpp"
#include "engine/scene/results.hpp"

#include <span>
#include <string>
#include <string_view>

namespace boxwood {

ResultCosts line_of(const CostReport& report);

// The three terms, their sum compared with the measured query time, and the axes that decided the volume tests.
std::string summarize_costs(const CostReport& report, const AxisCounts& exits,
                            std::span<const std::string_view> axis_names);

} // namespace boxwood

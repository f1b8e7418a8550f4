// What: shows the panels about visits in the pair lab: the inspector, and the pages "Visits" and "Side by side". They
//       show the followed view.
#pragma once

#include "app/labs/pair/panels/side_by_side_table.hpp"
#include "app/labs/pair/visits/pair_visits.hpp"
#include "app/labs/settings/panel_rows.hpp"

namespace boxwood {

void show_visit_inspector(const PanelRows& controls, PairVisits& io_visits, ViewContext& context);
// Both return true if the user opens a visit.
bool show_visit_page(PairVisits& io_visits, ViewContext& context);
bool show_side_by_side_page(SideBySideTable& io_table, PairVisits& io_visits, const HierarchyChoice& own,
                            ViewContext& context);

} // namespace boxwood

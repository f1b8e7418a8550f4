// What: shows the left panel of the deformation lab, except for the policies and the pause rules: motion and mesh,
//       hierarchy, display.
#pragma once

#include "app/labs/deformation/setup/pair_builder.hpp"
#include "app/labs/deformation/view/copies_view.hpp"
#include "app/labs/settings/panel_rows.hpp"

namespace boxwood {

// True: the user wants to choose a file. `pair` is null before the first pair is built.
bool show_deformation_parameters(const PanelRows& rows, const PairBuilder& builder,
                                 const DeformingPair* pair);
void show_hierarchy_parameters(const PanelRows& rows, const draw::Palette& palette);
void show_display_parameters(const PanelRows& rows, const DeformationDisplay& display, CopiesView& io_view,
                             const draw::Palette& palette);

} // namespace boxwood

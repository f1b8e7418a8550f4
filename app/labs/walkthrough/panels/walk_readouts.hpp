// What: shows the right panel of the walkthrough, and its log of events at the bottom.
#pragma once

#include "app/labs/view.hpp"
#include "app/labs/walkthrough/run/walk_journal.hpp"
#include "app/labs/walkthrough/run/walkthrough_oracle.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"

namespace boxwood {

void show_walk_readouts(const CurrentWalk& now, const WalkthroughOracle& oracle, const WalkCosts& costs,
                        const ViewContext& context);
void show_walk_log(const WalkLog& log, const draw::Palette& palette);

} // namespace boxwood

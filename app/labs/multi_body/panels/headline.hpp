// What: shows the readouts at the top left of the multi-body lab's view: the numbers of bodies, possible pairs,
//       overlapping boxes and contacts, the bodies that can have passed through others, the pairs that a step missed,
//       and the displayed step of a walk.
#pragma once

#include "app/labs/multi_body/view/crowd_view.hpp"

namespace boxwood {

void show_crowd_headline(const CrowdView& view, const draw::Palette& palette);

// The number of contacts of the current bodies. After an edit, it can differ from the frame's counters, which belong to
// the step before the edit.
std::size_t count_contacts(const StepOutput& output);

} // namespace boxwood

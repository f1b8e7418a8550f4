// What: the readouts at the top left of the multi-body lab's view: bodies, possible pairs, overlapping boxes, contacts; what
//       a step missed; the displayed step of a walk.
#pragma once

#include "app/labs/multi_body/view/crowd_view.hpp"

namespace boxwood {

void show_crowd_headline(const CrowdView& view, const draw::Palette& palette);

// Of the current bodies: after an edit, the frame's own counters belong to the step before it.
std::size_t count_contacts(const StepOutput& output);

} // namespace boxwood

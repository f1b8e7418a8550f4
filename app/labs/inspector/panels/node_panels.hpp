// What: the inspector's sections about nodes: the selected node and what is hidden, the name of the visit or of what is
//       picked instead, and the counters so far.
#pragma once

#include "app/labs/inspector/recording/shown_test.hpp"
#include "engine/draw/palette.hpp"

namespace boxwood {

// `offers_faults`: volume faults can be injected into the hierarchies.
void show_marks(const ShownTest& shown, NodeMarks& io_marks, bool offers_faults,
                const draw::Palette& palette);
void show_test_name(const ShownTest& shown, NodeMarks& io_marks, const draw::Palette& palette);
void show_visit_counters(const ShownTest& shown);

} // namespace boxwood

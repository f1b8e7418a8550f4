// What: shows the inspector's sections about nodes: the selected node and the hidden subtrees, the names of the visit
//       or of the picked nodes or triangles, and the counters so far.
#pragma once

#include "app/labs/inspector/recording/shown_test.hpp"
#include "engine/draw/palette.hpp"

namespace boxwood {

// With `offers_faults`, the user can inject volume faults into the hierarchies.
void show_marks(const ShownTest& shown, NodeMarks& io_marks, bool offers_faults,
                const draw::Palette& palette);
void show_test_name(const ShownTest& shown, NodeMarks& io_marks, const draw::Palette& palette);
void show_visit_counters(const ShownTest& shown);

} // namespace boxwood

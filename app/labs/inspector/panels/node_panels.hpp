// What: shows three parts of the inspector: the hidden subtrees and the selected node; the nodes or triangles of the
//       test, with the number of its visit; and the counters of the query up to this visit.
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

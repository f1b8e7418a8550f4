// What: the joints of the selected body: a slider per joint, and which of its own parts touch.
#pragma once

#include "app/labs/multi_body/edits/crowd_edits.hpp"
#include "app/labs/multi_body/view/crowd_view.hpp"

namespace boxwood {

void show_joints(const CrowdView& view, CrowdEdits& edits); // nothing for a body without joints

} // namespace boxwood

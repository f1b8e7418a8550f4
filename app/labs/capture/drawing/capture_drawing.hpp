// What: 3D drawing of a finding: the objects at their poses, the node at fault, what sticks out of it, the missed pair, the
//       volumes or triangles of a visit.
#pragma once

#include "app/labs/capture/case/case_on_screen.hpp"
#include "app/labs/capture/case/tree_measures.hpp"
#include "app/labs/capture/drawing/capture_display.hpp"
#include "app/labs/lab.hpp"

#include <optional>
#include <vector>

namespace boxwood {

struct CapturePicture {
    const CaseOnScreen& shown;
    const TreeMeasures& measures;
    const CaptureDisplay& display;
    std::optional<std::size_t> visit{}; // that is shown; none: none
};
void draw_capture(const CapturePicture& picture, draw::DrawList& out, const draw::Palette& palette);
std::vector<LegendEntry> legend_of(const CapturePicture& picture, const draw::Palette& palette);

} // namespace boxwood

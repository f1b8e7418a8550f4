// What: draws a finding in 3D: the objects at their poses, the faulty node, the triangle that extends beyond its
//       volume, the missed pair, and the volumes or triangles of a visit.
#pragma once

#include "app/labs/capture/case/case_on_screen.hpp"
#include "app/labs/capture/case/tree_measures.hpp"
#include "app/labs/capture/drawing/capture_display.hpp"
#include "app/labs/parts/lab_viewport.hpp"

#include <optional>
#include <vector>

namespace boxwood {

struct CapturePicture {
    const CaseOnScreen& current_case;
    const TreeMeasures& measures;
    const CaptureDisplay& display;
    std::optional<std::size_t> visit{}; // the visit to draw, if any
};
void draw_capture(const CapturePicture& picture, draw::DrawList& out, const draw::Palette& palette);
std::vector<LegendEntry> legend_of(const CapturePicture& picture, const draw::Palette& palette);

} // namespace boxwood

// What: draws the 3D view of the walkthrough: surfaces, contacts in red, the hand, collision structures, and fingertip
//       distances.
#pragma once

#include "app/labs/drawing.hpp"
#include "app/labs/walkthrough/drawing/walk_display.hpp"
#include "app/labs/walkthrough/input/hand_target.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "app/panels/outliner_marks.hpp"

namespace boxwood {

struct WalkPicture {
    const CurrentWalk& now;
    const ShapeGallery& gallery;
    const WalkDisplay& display;
    const HandTarget& target;
    const OutlinerMarks& marks; // by body
    BodyId selected = kNone;
};
void draw_walk(const WalkPicture& picture, draw::DrawList& out, const draw::Palette& palette);

} // namespace boxwood

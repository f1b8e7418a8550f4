// What: draws the collision structure of objects that are touched, held or pointed at in the walkthrough: convex parts,
//       boxes, hierarchy, closest features. Also draws contact marks.
#pragma once

#include "app/labs/walkthrough/drawing/walk_display.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "app/panels/outliner_marks.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"

#include <string>
#include <vector>

namespace boxwood {

// The objects whose structure is drawn, at most six. `aim` is the object that is pointed at; kNone: none.
std::vector<BodyId> structure_subjects(const Walk& walk, BodyId aim);
// Draws the structure of these objects, except for objects that `marks` hide. With `features`, draws the features in
// contact of all touched polytopes instead.
void draw_structure(WalkStructure structure, const CurrentWalk& now, const OutlinerMarks& marks, BodyId aim,
                    draw::DrawList& out, const draw::Palette& palette);
// A disc on the touched surface. It marks a contact with a fixed object, which can be as large as a wall and is
// therefore not colored. Draws nothing if the normal is 0.
void draw_contact_mark(draw::DrawList& out, const Touch& touch, draw::Color color);
std::string structure_of(const Body& body); // "4 convex parts"

} // namespace boxwood

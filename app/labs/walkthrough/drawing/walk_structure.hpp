// What: the collision structure of what is touched, held or pointed at in the walkthrough: convex parts, boxes, hierarchy,
//       closest features; and the mark of a contact.
#pragma once

#include "app/labs/walkthrough/drawing/walk_display.hpp"
#include "app/labs/walkthrough/scene/current_walk.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"

#include <string>
#include <vector>

namespace boxwood {

// `aim`: what is pointed at; kNone: nothing. At most a few.
std::vector<BodyId> structure_subjects(const Walk& walk, BodyId aim);
void draw_structure(WalkStructure structure, const CurrentWalk& now, BodyId aim, draw::DrawList& out,
                    const draw::Palette& palette);
// A disc on the surface where it is touched.
void draw_contact_mark(draw::DrawList& out, const Touch& touch, draw::Color color);
std::string structure_of(const Body& body); // "4 convex parts"

} // namespace boxwood

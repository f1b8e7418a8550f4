// What: shows the section "Why" of the inspector, which explains why two volumes, a leaf's triangles and a volume, or
//       two triangles intersect or are separated.
#pragma once

#include "app/labs/inspector/explain/visit_explanation.hpp"
#include "engine/draw/palette.hpp"

namespace boxwood {

void show_why(const VisitExplanation& explanation, const ShownTest& shown, const draw::Palette& palette);

} // namespace boxwood

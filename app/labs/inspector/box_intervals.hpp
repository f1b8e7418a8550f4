// What: shows the intervals of two world boxes along x, y and z, with their overlap or gap.
#pragma once

#include "engine/draw/palette.hpp"
#include "engine/explain/explanations/box_test_explanation.hpp"

namespace boxwood {

void show_box_intervals(const BoxTestExplanation& why, const draw::Palette& palette);

} // namespace boxwood

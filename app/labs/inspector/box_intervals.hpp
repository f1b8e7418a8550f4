// What: both world boxes' intervals on x, y and z, and by how much they overlap or miss each other.
#pragma once

#include "engine/draw/palette.hpp"
#include "engine/explain/explanations/box_test_explanation.hpp"

namespace boxwood {

void box_intervals(const BoxTestExplanation& why, const draw::Palette& palette);

} // namespace boxwood

// What: draws the distances of the fingertips as bars, for a chip over the view and for a panel.
// Units: pixels at scale 1; millimeters.
#pragma once

#include "engine/draw/palette.hpp"
#include "engine/ui/panel.hpp"
#include "engine/walk/walk.hpp"

#include <string>

struct ImDrawList;

namespace boxwood {

inline constexpr float kTipBarRow = 22.0f, kTipBarTicks = 20.0f;
inline constexpr float kTipBarsHeight = kTipBarRow * static_cast<float>(kFingers) + kTipBarTicks;

// The name of the object that is nearest to the largest number of fingertips; "nothing near" if there is none, and
// "nothing: off" if collision detection is off.
std::string tip_target_name(const Walk& walk);
// Draws the bars of all fingers with numbers or words, above a scale in millimeters.
void draw_tip_bars(ImDrawList& list, const ui::Rect& rect, const Walk& walk, const draw::Palette& palette);

} // namespace boxwood

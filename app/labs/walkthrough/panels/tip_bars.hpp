// What: the distances of the fingertips as bars, for a chip over the view and for a panel.
// Units: pixels at scale 1; millimetres.
#pragma once

#include "engine/draw/palette.hpp"
#include "engine/ui/panel.hpp"
#include "engine/walk/walk.hpp"

#include <string>

struct ImDrawList;

namespace boxwood {

inline constexpr float kTipBarRow = 22.0f, kTipBarTicks = 20.0f;
inline constexpr float kTipBarsHeight = kTipBarRow * static_cast<float>(kFingers) + kTipBarTicks;

// What most fingertips are nearest to, in words.
std::string tip_target_name(const Walk& walk);
// Bars of all fingers with their numbers or words, over ticks in millimetres.
void draw_tip_bars(ImDrawList& list, const ui::Rect& rect, const Walk& walk, const draw::Palette& palette);

} // namespace boxwood

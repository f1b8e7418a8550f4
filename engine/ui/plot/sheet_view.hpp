// What: draws a sheet in the interface, in the current theme. The text of a zone appears when the mouse is over the
//       zone.
// Frame: the sheet is at Dear ImGui's cursor, with its size times the interface scale.
// Cost: linear in the number of shapes on the sheet.
#pragma once

#include "engine/draw/sheet.hpp"

namespace boxwood::ui {

void sheet_view(const draw::Sheet& sheet);

} // namespace boxwood::ui

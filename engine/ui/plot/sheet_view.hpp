// What: a flat sheet in the interface, in the current theme; the text of a zone appears when the mouse is over it.
// Frame: at Dear ImGui's cursor, the sheet's size times the interface scale.
// Cost: linear in the sheet.
#pragma once

#include "engine/draw/sheet.hpp"

namespace boxwood::ui {

void sheet_view(const draw::Sheet& sheet);

} // namespace boxwood::ui

// What: the embedded typeface at every size of the interface, with figures of equal width.
// Cost: about 40 ms, once per change of scale.
#pragma once

#include "engine/ui/theme.hpp"

#include <array>

struct ImFontAtlas;

namespace boxwood::ui {

// Clears the atlas and rebuilds it. Textures made from it before are stale.
std::array<ImFont*, kFontCount> build_fonts(ImFontAtlas& io_atlas, float scale);

} // namespace boxwood::ui

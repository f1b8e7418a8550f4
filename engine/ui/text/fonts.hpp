// What: the embedded typeface at every size of the interface, with digits of the same width.
// Cost: about 40 ms, once per change of scale.
#pragma once

#include "engine/ui/theme.hpp"

#include <array>

struct ImFontAtlas;

namespace boxwood::ui {

// Clears the atlas and rebuilds it. Textures of the previous atlas become invalid.
std::array<ImFont*, kFontCount> build_fonts(ImFontAtlas& io_atlas, float scale);

} // namespace boxwood::ui

// What: writes a sheet as an SVG picture.
// Degenerate input: points of lines and bands, bars, dots, texts and zones are skipped if a coordinate is not finite;
//     texts are escaped.
#pragma once

#include "engine/draw/sheet.hpp"

#include <string>
#include <string_view>

namespace boxwood::draw {

// light, dark: the colors of one theme, for a standalone file with a background and a margin. variables: CSS variables
// (--text1) of the surrounding page; an ink without a variable is written as currentColor.
enum class SvgColors : std::uint8_t { light, dark, variables };

// `title` is the accessible text of the picture.
std::string to_svg(const Sheet& sheet, SvgColors colors, std::string_view title);

// "--text1:#1d232c;..." for every ink that has a variable.
std::string css_variables(const Palette& palette);

std::string xml_escaped(std::string_view text);

} // namespace boxwood::draw

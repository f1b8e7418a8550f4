// What: writes a sheet as an SVG picture.
// Degenerate input: points that are not finite are skipped; texts are escaped.
#pragma once

#include "engine/draw/sheet.hpp"

#include <string>
#include <string_view>

namespace boxwood::draw {

// light, dark: the colors of one theme, for a standalone file. variables: CSS variables (--text1) of the surrounding
// page.
enum class SvgColors : std::uint8_t { light, dark, variables };

// `title` is the accessible text of the picture.
std::string to_svg(const Sheet& sheet, SvgColors colors, std::string_view title);

// "--text1:#1b1f26;..." for every ink that a sheet can use.
std::string css_variables(const Palette& palette);

std::string xml_escaped(std::string_view text);

} // namespace boxwood::draw

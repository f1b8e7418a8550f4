// What: a sheet as an SVG picture.
// Degenerate input: a point that is not finite is left out; words are escaped.
#pragma once

#include "engine/draw/sheet.hpp"

#include <string>
#include <string_view>

namespace boxwood::draw {

// Colors as numbers of one theme, for a file of its own; or as CSS variables (--text1) of the page around it.
enum class SvgColors : std::uint8_t { light, dark, variables };

// `title` is what the picture says to those who cannot see it.
std::string to_svg(const Sheet& sheet, SvgColors colors, std::string_view title);

// "--text1:#1b1f26;..." for every ink that a sheet may use.
std::string css_variables(const Palette& palette);

std::string xml_escaped(std::string_view text);

} // namespace boxwood::draw

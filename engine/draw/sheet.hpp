// What: a 2D drawing as plain data: bands, bars, lines, dots and texts. The screen and files use the same description.
// Frame: x to the right, y down, from the top left corner. Units: pixels at interface scale 1.
// Invariants: a color is stored as a pointer to a member of Palette, so a sheet can be drawn in every theme. The
//     members of Sheet are drawn in their order.
#pragma once

#include "engine/draw/palette.hpp"

#include <cstdint>
#include <string>
#include <vector>

#include <glm/vec2.hpp>

namespace boxwood::draw {

using Ink = Color Palette::*;

enum class TextAnchor : std::uint8_t { start, middle, end };

struct SheetBand { // the filled area between two curves with the same x coordinates
    std::vector<glm::vec2> upper, lower;
    Ink ink = &Palette::text1;
    float alpha = 1.0f;
};
struct SheetBar {
    glm::vec2 min{0.0f}, max{0.0f};
    Ink ink = &Palette::text1;
};
struct SheetLine {
    std::vector<glm::vec2> points;
    Ink ink = &Palette::text1;
    float width = 1.0f;
    bool is_dashed = false;
};
struct SheetDot {
    glm::vec2 center{0.0f};
    float radius = 2.0f;
    Ink ink = &Palette::text1;
};
struct SheetText {
    glm::vec2 baseline{0.0f};
    std::string text;
    Ink ink = &Palette::text1;
    float size = 12.0f; // 11, 12, 13 or 15
    bool is_bold = false;
    TextAnchor anchor = TextAnchor::start;
};
struct SheetZone { // shows its text while the mouse is over it
    glm::vec2 min{0.0f}, max{0.0f};
    std::string text;
};

struct Sheet {
    glm::vec2 size{0.0f};
    std::vector<SheetLine> grid; // behind everything
    std::vector<SheetBand> bands;
    std::vector<SheetBar> bars;
    std::vector<SheetLine> lines;
    std::vector<SheetDot> dots;
    std::vector<SheetText> texts;
    std::vector<SheetZone> zones;
};

// Returns the approximate width of `text`, for layout without a font.
float rough_text_width(std::string_view text, float size);

} // namespace boxwood::draw

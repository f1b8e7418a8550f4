// What: the appearance of all widgets: palette, fonts and scale of the current interface, and the layout grid.
// Units: px() converts pixels at UI scale 1 to whole screen pixels. Font sizes are in em pixels.
// Invariants: the theme belongs to the current Dear ImGui context, so two interfaces share no state.
#pragma once

#include "engine/draw/palette.hpp"

#include <array>
#include <cstdint>

#include <glm/vec2.hpp>

struct ImFont;

namespace boxwood::ui {

enum class ThemeKind : std::uint8_t { dark, light };

// The comments give the size in em pixels, and the weight if it is not regular.
enum class Font : std::uint8_t {
    body,          // 13
    body_bold,     // 13, 600
    small,         // 12
    small_bold,    // 12, 600
    caption,       // 11: ticks, table headings
    capitals,      // 11, 600, tracked: section headings
    title,         // 15
    title_bold,    // 15, 600
    readout,       // 20, 600
    readout_large, // 26, 600
    count,
};
inline constexpr std::size_t kFontCount = static_cast<std::size_t>(Font::count);

// Sizes in pixels at UI scale 1. All sizes are multiples of 4, except those of thin lines and corners.
namespace grid {
inline constexpr float kGap = 8.0f;
inline constexpr float kPadding = 12.0f;
inline constexpr float kControl = 24.0f; // height of a control
inline constexpr float kPitch = 28.0f;   // from one control to the next
inline constexpr float kTableRow = 20.0f;
inline constexpr float kTextLine = 20.0f; // pitch of running text
inline constexpr float kTabRow = 32.0f;
inline constexpr float kLabelColumn = 104.0f;
inline constexpr float kRounding = 6.0f;      // buttons, popups
inline constexpr float kFieldRounding = 4.0f; // fields, chips
inline constexpr float kUnderline = 2.0f;
} // namespace grid

// Limits of the interface scale, which includes the display's density.
inline constexpr float kMinScale = 0.75f, kMaxScale = 3.0f;

struct Theme {
    ThemeKind kind = ThemeKind::dark;
    draw::Palette palette = draw::dark_palette();
    float scale = 1.0f;
    std::array<ImFont*, kFontCount> fonts{};
};

// The theme of the current context. Requires that a Ui exists.
const Theme& theme();
inline const draw::Palette& palette() {
    return theme().palette;
}
ImFont* font(Font name);

// Returns the size in whole screen pixels; at least 1 for a positive argument.
float px(float at_scale_1);
glm::vec2 px(float x_at_scale_1, float y_at_scale_1);

// Dear ImGui's packed color. Its alpha is multiplied by `alpha` and by the alpha of the current style, which is below 1
// for disabled and fading widgets.
std::uint32_t packed(draw::Color color, float alpha = 1.0f);

// Sets metrics and colors in the style of the current context.
void apply_style(const Theme& theme);

} // namespace boxwood::ui

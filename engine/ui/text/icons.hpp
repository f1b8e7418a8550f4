// What: the icons. They are drawn as shapes, so they are sharp at every scale and need no font.
// Frame: window pixels; an icon fills about two thirds of a square around `center` with sides of length `size`.
#pragma once

#include "engine/ui/theme.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

struct ImDrawList;

namespace boxwood::ui {

enum class Icon : std::uint8_t {
    play,
    pause,
    step_forward,
    step_back,
    jump_forward,
    jump_back,
    restart,
    record,
    fold,   // chevron to the left
    unfold, // chevron to the right
    chevron_down,
    chevron_up,
    camera,
    open,
    save,
    close,
    help,
    check,
    cross,
    copy,
    settings,
    dash, // marks pruned visits
    more, // three dots, opens a menu
    panel_left,
    panel_right,
    panel_bottom,
    count,
};

void draw_icon(ImDrawList& list, Icon icon, glm::vec2 center, float size, draw::Color color,
               float alpha = 1.0f);

struct IconButtonStyle {
    std::string_view tooltip{};
    bool raised = false; // always has a background, not only under the mouse
    bool enabled = true;
    bool toggled = false; // drawn in the accent color
    float width = 24.0f;  // pixels at scale 1
    float icon_size = 16.0f;
    std::optional<draw::Color> color{};
};
// Returns true when clicked.
bool icon_button(const char* id, Icon icon, const IconButtonStyle& style = {});

} // namespace boxwood::ui

// What: the parts that all controls share: label column, field, frame and context menu. For engine/ui only.
#pragma once

#include "engine/ui/geometry.hpp"
#include "engine/ui/text/text.hpp"

#include <string_view>

namespace boxwood::ui {

// "Method##broad" -> "Method".
std::string_view visible_part(std::string_view label);

// During the lifetime of an instance, ids belong to the current section of the panel.
class SectionIds {
  public:
    SectionIds();
    ~SectionIds();
    SectionIds(const SectionIds&) = delete;
    SectionIds& operator=(const SectionIds&) = delete;
};

// Writes the label, moves the cursor to the field, and returns the size of the field, which fills the rest of the row.
glm::vec2 begin_field(std::string_view label, std::string_view tooltip_text);

// The context menu of the previous widget, which opens on right-click. If it returns true, add entries with
// ImGui::MenuItem, then call end_context_menu().
[[nodiscard]] bool begin_context_menu();
[[nodiscard]] bool begin_menu(const char* id); // the same menu, opened by ImGui::OpenPopup
void end_context_menu();

// Background and border of a field.
void draw_field(ImDrawList& list, const Rect& rect, bool is_hovered);
void draw_diamond(ImDrawList& list, glm::vec2 center, float radius, ImU32 color);
// Returns the position at which a line of text at x is vertically centered in the rectangle.
glm::vec2 centered_text_pos(const Rect& rect, Font name, float x);

} // namespace boxwood::ui

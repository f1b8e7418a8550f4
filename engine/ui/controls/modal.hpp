// What: the frame that all dialogs share: in the middle of the window, with the rest dimmed. For engine/ui only.
#pragma once

#include "engine/ui/geometry.hpp"

#include <span>
#include <string_view>

namespace boxwood::ui {

enum class PressedKey { escape, enter, up, down, page_up, page_down, backspace };
// Whether the key went down (or repeats) in this frame, according to Dear ImGui.
bool is_pressed(PressedKey key);

// A dialog with a size in pixels at scale 1, reduced to fit the window. Call it every frame, at the outermost level; if
// true, fill it and call end_modal(). Escape and the cross set io_is_open to false.
[[nodiscard]] bool begin_modal(const char* id, std::string_view title, glm::vec2 size, bool& io_is_open);
void end_modal(bool is_open);

// The text field of a dialog, as wide as the line. It takes what is typed from the frame in which the dialog opens, while
// Dear ImGui gives a field the keyboard some frames later; and it takes the keyboard back when nothing else has it.
struct SearchFieldEvents {
    bool edited = false, entered = false;
};
SearchFieldEvents search_field(const char* hint, std::span<char> io_text);

} // namespace boxwood::ui

// What: the frame that all dialogs share. A dialog is centered in the window, and the rest of the window is dimmed. For
//       engine/ui only.
#pragma once

#include "engine/ui/geometry.hpp"

#include <span>
#include <string_view>

namespace boxwood::ui {

enum class PressedKey { escape, enter, up, down, page_up, page_down, backspace };
// True if the key was pressed or repeated in this frame, according to Dear ImGui. An Escape that has closed a list or a
// menu does not count.
bool is_pressed(PressedKey key);

// Begins a dialog. `size` is in pixels at scale 1 and is reduced to fit the window. Call it every frame, outside any
// other window. If it returns true, draw the contents, then call end_modal(). Escape and the close button set
// io_is_open to false.
[[nodiscard]] bool begin_modal(const char* id, std::string_view title, glm::vec2 size, bool& io_is_open);
void end_modal(bool is_open);

// The text field of a dialog, as wide as the dialog. It receives typed text from the first frame of the dialog on,
// although Dear ImGui focuses a field only some frames later. It regains the focus when no other widget has it.
struct SearchFieldEvents {
    bool edited = false, entered = false;
};
SearchFieldEvents search_field(const char* hint, std::span<char> io_text);

} // namespace boxwood::ui

// What: the panel opened by F1: every key that is active now; and the palette opened by Ctrl+P: every action by name.
// Frame: both open in the middle of the window, over everything, and close with Escape.
#pragma once

#include "engine/ui/keymap.hpp"

#include <array>
#include <string_view>
#include <vector>

namespace boxwood::ui {

// Draws while `io_is_open`; sets it to false when closed.
void keymap_panel(const Keymap& keymap, std::string_view context, bool& io_is_open);

// The actions that are active in `context` and whose title contains all words of `typed`, in any case and order; those
// that begin with it first.
std::vector<const Action*> find_actions(const Keymap& keymap, std::string_view context,
                                        std::string_view typed);

class CommandPalette {
  public:
    void open();
    bool is_open() const { return is_open_; }
    // The action chosen in this frame, or nullptr.
    const Action* draw(const Keymap& keymap, std::string_view context);

  private:
    std::array<char, 128> typed_{};
    int chosen_ = 0;
    bool is_open_ = false;
    bool just_opened_ = false;
};

} // namespace boxwood::ui

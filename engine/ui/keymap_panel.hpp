// What: the panel opened by F1: every key that is active now, and what can be read about the rest, with a search field.
// Frame: it opens in the middle of the window, over everything, and closes with Escape.
#pragma once

#include "engine/ui/keymap.hpp"

#include <array>
#include <span>
#include <string>
#include <string_view>

namespace boxwood::ui {

struct HelpTopic {
    std::string title;
    std::string text;    // sentences
    std::string where{}; // muted, after the title; a topic with one appears only in a search
};

class HelpPanel {
  public:
    void toggle() { is_open_ ? close() : open({}); }
    void open(std::string_view search); // "" shows everything
    void close() { is_open_ = false; }
    bool is_open() const { return is_open_; }
    // Call every frame, at the outermost level.
    void draw(const Keymap& keymap, std::string_view context, std::span<const HelpTopic> topics);

  private:
    void draw_found(const Keymap& keymap, std::string_view context, std::span<const HelpTopic> topics) const;

    std::array<char, 128> typed_{};
    int times_opened_ = 0;
    bool is_open_ = false;
};

} // namespace boxwood::ui

// What: the panel that F1 opens: all active keys and the help topics, with a search field.
// Frame: centered in the window, in front of everything else. Escape closes it.
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
    std::string where{}; // muted, after the title; if it is not empty, only search results contain the topic
};

class HelpPanel {
  public:
    void toggle() { is_open_ ? close() : open({}); }
    void open(std::string_view search); // "" shows everything
    void close() { is_open_ = false; }
    bool is_open() const { return is_open_; }
    // Call every frame, outside any other window.
    void draw(const Keymap& keymap, std::string_view context, std::span<const HelpTopic> topics);

  private:
    void draw_search_results(const Keymap& keymap, std::string_view context,
                             std::span<const HelpTopic> topics) const;

    std::array<char, 128> typed_{};
    int times_opened_ = 0;
    bool is_open_ = false;
};

} // namespace boxwood::ui

// What: the palette of the window, which lists everything by name; after a setting is chosen, it lists its values.
// Errors: a value that the setting rejects is reported as a message.
#pragma once

#include "app/shell/window/opening/file_opener.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "engine/ui/controls/palette.hpp"
#include "engine/ui/keymap.hpp"
#include "engine/ui/keymap_panel.hpp"

#include <string>

namespace boxwood {

class ActionPalette {
  public:
    // `io_help` shows the help topics that are chosen.
    ActionPalette(const ui::Keymap& keymap, OpenLabs& labs, FileOpener& opener,
                  const Preferences& preferences, Messages& messages, ui::HelpPanel& io_help)
        : keymap_(keymap)
        , labs_(labs)
        , opener_(opener)
        , preferences_(preferences)
        , messages_(messages)
        , help_(io_help) {}

    void open();
    // Carries out the choice. Returns a chosen action for the caller to carry out; null: none.
    const ui::Action* draw();
    // If the user requested it, returns from the values of a setting to the complete list. Call this after draw() and
    // after the chosen action was carried out.
    void go_back();

  private:
    const ui::Action* choose(const ui::Palette::Answer& answer);
    void ask_value(const std::string& setting);
    void edit_setting(const std::string& name, const std::string& value);

    const ui::Keymap& keymap_;
    OpenLabs& labs_;
    FileOpener& opener_;
    const Preferences& preferences_;
    Messages& messages_;
    ui::HelpPanel& help_;
    ui::Palette palette_;
    std::string asked_setting_; // setting whose values are listed; empty: the complete list
};

} // namespace boxwood

// What: the command palette of the window. It lists actions, settings, files and help topics by name; after a setting
//     is chosen, the values of that setting.
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
    // Draws the palette and carries out the user's choice, except for an action, which is returned to the caller. Null:
    // no action was chosen.
    const ui::Action* draw();
    // Shows the complete list again if the user pressed Backspace in the empty field while the values of a setting were
    // listed. Call this after draw() and after the chosen action was carried out.
    void go_back();

  private:
    const ui::Action* choose(const ui::Palette::Answer& answer);
    void list_values_of(const std::string& setting);
    void edit_setting(const std::string& name, const std::string& value);

    const ui::Keymap& keymap_;
    OpenLabs& labs_;
    FileOpener& opener_;
    const Preferences& preferences_;
    Messages& messages_;
    ui::HelpPanel& help_;
    ui::Palette palette_;
    std::string listed_setting_; // setting whose values are listed; empty: the complete list
};

} // namespace boxwood

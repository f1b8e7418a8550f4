// What: the palette of the window: everything by name, and the values of a setting that was chosen there.
// Errors: a value that a setting does not take is a message.
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
    ActionPalette(const ui::Keymap& keymap, OpenLabs& labs, FileOpener& opener, const Preferences& kept,
                  Messages& messages, ui::HelpPanel& io_help)
        : keymap_(keymap)
        , labs_(labs)
        , opener_(opener)
        , kept_(kept)
        , messages_(messages)
        , help_(io_help) {}

    void open();
    // Carries out what was chosen; an action is left to the caller. Null: none was chosen.
    const ui::Action* draw();
    // After draw() and the action: from the values of a setting back to everything, if that was asked for.
    void go_back();

  private:
    const ui::Action* choose(const ui::Palette::Answer& answer);
    void ask_value(const std::string& setting);
    void edit_setting(const std::string& name, const std::string& value);

    const ui::Keymap& keymap_;
    OpenLabs& labs_;
    FileOpener& opener_;
    const Preferences& kept_;
    Messages& messages_;
    ui::HelpPanel& help_;
    ui::Palette palette_;
    std::string asked_setting_; // whose values are listed; empty: everything is
};

} // namespace boxwood

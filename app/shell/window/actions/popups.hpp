// What: draws everything that opens on top of the window: hints, start screen, key list and help, palette, menu of the
//       view, file dialog, toasts.
#pragma once

#include "app/panels/window/view_menu.hpp"
#include "app/shell/window/actions/action_palette.hpp"
#include "app/shell/window/interface/welcome.hpp"
#include "app/shell/window/opening/file_opener.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "engine/ui/keymap.hpp"
#include "engine/ui/keymap_panel.hpp"

#include <functional>

namespace boxwood {

class Popups {
  public:
    Popups(const ui::Keymap& keymap, OpenLabs& labs, FileOpener& opener, Preferences& preferences,
           Messages& messages)
        : keymap_(keymap)
        , labs_(labs)
        , opener_(opener)
        , messages_(messages)
        , welcome_(labs, opener, preferences)
        , palette_(keymap, labs, opener, preferences, messages, help_) {}

    void toggle_help() { help_.toggle(); }
    void open_palette() { palette_.open(); }
    void open_view_menu() { view_menu_.open(); }
    Welcome& welcome() { return welcome_; }

    // Toasts cover only `free_place`; hints are at the bottom of the viewport. `act` carries out an action of the
    // palette or of the menu of the view.
    void draw(const ui::Rect& viewport, const ui::Rect& free_place,
              const std::function<void(const ui::Action&)>& act);

  private:
    // The chosen action of the menu of the view, or null.
    const ui::Action* draw_view_menu();

    const ui::Keymap& keymap_;
    OpenLabs& labs_;
    FileOpener& opener_;
    Messages& messages_;
    ui::HelpPanel help_;
    Welcome welcome_;
    ActionPalette palette_;
    ViewMenu view_menu_;
};

} // namespace boxwood

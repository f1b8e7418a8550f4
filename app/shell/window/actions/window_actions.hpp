// What: carries out the actions of the key map and the palette. Actions of a lab are forwarded to the current lab.
// Degenerate input: if an action is unavailable, a message gives the reason.
#pragma once

#include "app/shell/window/actions/picture_saver.hpp"
#include "app/shell/window/actions/popups.hpp"
#include "app/shell/window/opening/file_opener.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/window_surface.hpp"
#include "engine/ui/keymap.hpp"

#include <string_view>

namespace boxwood {

class WindowActions {
  public:
    WindowActions(WindowSurface& surface, OpenLabs& labs, FileOpener& opener, PictureSaver& pictures,
                  Popups& popups, Messages& messages)
        : surface_(surface)
        , labs_(labs)
        , opener_(opener)
        , pictures_(pictures)
        , popups_(popups)
        , messages_(messages) {}

    void act(const ui::Action& action);
    void quit() { is_quitting_ = true; }
    bool is_quitting() const { return is_quitting_; }

  private:
    bool act_on_playback(std::string_view id);
    bool act_on_window(std::string_view id);
    bool act_on_view(std::string_view id);
    bool act_on_panels(std::string_view id);

    WindowSurface& surface_;
    OpenLabs& labs_;
    FileOpener& opener_;
    PictureSaver& pictures_;
    Popups& popups_;
    Messages& messages_;
    bool is_quitting_ = false;
};

// True for the actions that work even while a list, a dialog or a field has keyboard focus: quit, the pictures, and the
// key list.
bool is_always_active(std::string_view action);

} // namespace boxwood

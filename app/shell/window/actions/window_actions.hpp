// What: carries out the actions of the key map and of the palette: those of the window here, the others in the lab.
// Degenerate input: an action without effect now shows the reason as a message.
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

// Active even while a list, a dialog or a field has keyboard focus: quit, screenshot, and close the key list.
bool answers_always(std::string_view action);

} // namespace boxwood

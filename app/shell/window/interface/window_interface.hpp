// What: the interface of a frame, drawn over the views: bars, panels, status line, and what opens over them.
// Invariants: a lab that is chosen in a bar is on screen from there on, within the same frame.
#pragma once

#include "app/shell/window/actions/picture_saver.hpp"
#include "app/shell/window/actions/popups.hpp"
#include "app/shell/window/actions/window_actions.hpp"
#include "app/shell/window/frame_pace.hpp"
#include "app/shell/window/interface/scene_views.hpp"
#include "app/shell/window/opening/file_opener.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/stepper.hpp"
#include "app/shell/window/window_surface.hpp"

#include <string>

namespace boxwood {

class WindowInterface {
  public:
    // What the interface shows and changes.
    struct Parts {
        WindowSurface& surface;
        OpenLabs& labs;
        FileOpener& opener;
        SceneViews& views;
        Messages& messages;
        const Stepper& stepper;
        const FramePace& pace;
        PictureSaver& pictures;
        Popups& popups;
        WindowActions& actions;
    };
    explicit WindowInterface(const Parts& parts)
        : parts_(parts) {}

    void draw(const ui::Layout& layout);

  private:
    void draw_bars(const ui::Layout& layout);
    void draw_panels(const ui::Layout& layout);
    void draw_status(const ui::Rect& rect);

    Parts parts_;
    std::string hovered_; // what is under the mouse
};

} // namespace boxwood

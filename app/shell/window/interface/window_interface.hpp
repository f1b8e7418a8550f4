// What: draws the interface of a frame over the views: bars, panels, status line and popups.
// Invariants: if the user chooses another lab in a bar, everything that is drawn after that bar already belongs to the
//             chosen lab. The status line is drawn after the panels and the overlay, which set its text.
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
    // The objects that the interface displays or changes.
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
    // `hovered` describes the item under the mouse.
    void draw_status(const ui::Rect& rect, const std::string& hovered);

    Parts parts_;
};

} // namespace boxwood

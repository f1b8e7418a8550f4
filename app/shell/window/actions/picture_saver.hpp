// What: saves the picture of the window, or of the view alone, at the end of the frame that asked for it.
// Errors: a file that cannot be written is a message.
#pragma once

#include "app/panels/window/messages.hpp"
#include "app/shell/window/interface/scene_views.hpp"
#include "app/shell/window/window_surface.hpp"

#include <filesystem>

namespace boxwood {

class PictureSaver {
  public:
    PictureSaver(WindowSurface& surface, SceneViews& views, Messages& messages)
        : surface_(surface)
        , views_(views)
        , messages_(messages) {}

    // Saves to the next free name in the output folder.
    void ask_for(bool with_interface);
    // After the renderer has shown the frame.
    void save_if_asked();

  private:
    WindowSurface& surface_;
    SceneViews& views_;
    Messages& messages_;
    std::filesystem::path path_; // empty: none is asked for
    bool with_interface_ = true;
};

} // namespace boxwood

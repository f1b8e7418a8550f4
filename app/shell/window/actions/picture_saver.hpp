// What: saves a picture of the window or only of the view, at the end of the frame that requested it.
// Errors: if the file cannot be written, a message says so.
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

    // The picture gets the next free file name in the output folder.
    void request(bool with_interface);
    // Call it after the renderer has shown the frame.
    void save_if_requested();

  private:
    WindowSurface& surface_;
    SceneViews& views_;
    Messages& messages_;
    std::filesystem::path path_; // empty: no picture is requested
    bool with_interface_ = true;
};

} // namespace boxwood

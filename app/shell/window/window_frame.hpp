// What: runs one frame of the window: input, step, views, interface, picture.
#pragma once

#include "app/shell/window/actions/picture_saver.hpp"
#include "app/shell/window/actions/popups.hpp"
#include "app/shell/window/actions/window_actions.hpp"
#include "app/shell/window/frame_pace.hpp"
#include "app/shell/window/interface/scene_views.hpp"
#include "app/shell/window/interface/window_interface.hpp"
#include "app/shell/window/opening/file_opener.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/stepper.hpp"
#include "app/shell/window/window_input.hpp"
#include "app/shell/window/window_surface.hpp"
#include "engine/platform/input_frame.hpp"
#include "engine/ui/keymap.hpp"

namespace boxwood {

class WindowFrame {
  public:
    WindowFrame(WindowSurface& surface, OpenLabs& labs, Stepper& stepper, FileOpener& opener,
                SceneViews& views, FramePace& pace, Preferences& preferences, Messages& messages);

    // With software rendering, while a simulation is playing, run() presents one frame late: it computes the next step,
    // presents the picture that the previous run() drew, and then draws. The threads of the OpenGL driver finish that
    // picture during the step. Otherwise, run() presents the picture that it draws.
    void run(const platform::InputFrame& input);

    Welcome& welcome() { return popups_.welcome(); }
    bool holds_keys() const { return input_.holds_keys(); }
    bool is_quitting() const { return actions_.is_quitting(); }

  private:
    void take_window_events(const platform::InputFrame& input);
    void take_actions(const platform::InputFrame& input);
    void present_later();
    void present();

    WindowSurface& surface_;
    OpenLabs& labs_;
    Stepper& stepper_;
    FileOpener& opener_;
    SceneViews& views_;
    FramePace& pace_;
    ui::Keymap keymap_;
    PictureSaver pictures_;
    Popups popups_;
    WindowActions actions_;
    WindowInput input_;
    WindowInterface interface_;
    bool is_picture_waiting_ = false; // drawn, but not presented
};

} // namespace boxwood

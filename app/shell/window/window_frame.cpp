#include "app/shell/window/window_frame.hpp"

#include "app/shell/actions.hpp"
#include "app/shell/show_common.hpp"

#include <filesystem>
#include <vector>

namespace boxwood {

WindowFrame::WindowFrame(WindowSurface& surface, OpenLabs& labs, Stepper& stepper, FileOpener& opener,
                         SceneViews& views, FramePace& pace, Preferences& preferences, Messages& messages)
    : surface_(surface)
    , labs_(labs)
    , stepper_(stepper)
    , opener_(opener)
    , views_(views)
    , pace_(pace)
    , keymap_(make_keymap())
    , pictures_(surface, views, messages)
    , popups_(keymap_, labs, opener, preferences, messages)
    , actions_(surface, labs, opener, pictures_, popups_, messages)
    , input_(keymap_, surface, labs, views)
    , interface_({surface, labs, opener, views, messages, stepper, pace, pictures_, popups_, actions_}) {}

void WindowFrame::run(const platform::InputFrame& input) {
    const double seconds = pace_.begin_frame(input);
    take_window_events(input);
    opener_.poll();
    surface_.ui->begin_frame(input, surface_.frame_size(), static_cast<float>(seconds));
    take_actions(input);
    const ui::Layout layout = surface_.layout(labs_.current().layout);
    views_.gather(layout.viewport, true);
    input_.take(input);
    if (input_.take_menu_request()) popups_.open_view_menu();

    stepper_.advance();
    if (is_picture_waiting_) present();
    const double drawing_started_at = now_milliseconds();
    views_.draw(layout.viewport, true);
    interface_.draw(layout);
    input_.watch_edits(input);
    surface_.renderer.show();
    stepper_.note_drawn(now_milliseconds() - drawing_started_at, surface_.renderer.stats().uploaded_bytes);
    pictures_.save_if_requested();
    if (surface_.is_drawn_directly && labs_.current().playback.is_playing)
        present_later();
    else
        present();
}

void WindowFrame::present_later() {
    surface_.renderer.flush();
    is_picture_waiting_ = true;
}

void WindowFrame::present() {
    surface_.window->present();
    is_picture_waiting_ = false;
}

void WindowFrame::take_window_events(const platform::InputFrame& input) {
    std::vector<std::filesystem::path> dropped;
    for (const platform::InputEvent& event : input.events) {
        if (std::holds_alternative<platform::QuitEvent>(event)) actions_.quit();
        if (const auto* drop = std::get_if<platform::DropFileEvent>(&event)) dropped.emplace_back(drop->path);
    }
    if (!dropped.empty()) opener_.open_files(dropped);
}

void WindowFrame::take_actions(const platform::InputFrame& input) {
    for (const ui::Action* action : keymap_.triggered(input, labs_.entry().name)) {
        const bool is_choice = popups_.welcome().has_start_screen() && action->id.starts_with(kLabAction);
        if (!surface_.ui->wants_keyboard() || is_choice || is_always_active(action->id))
            actions_.act(*action);
    }
}

} // namespace boxwood

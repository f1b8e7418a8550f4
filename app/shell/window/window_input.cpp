#include "app/shell/window/window_input.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {

void WindowInput::take(const platform::InputFrame& input) {
    const ui::Ui& ui = *surface_.ui;
    const platform::Window& window = *surface_.window;
    const float pixels_per_point =
        static_cast<float>(window.size_pixels().width) / static_cast<float>(window.size_points().width);
    Lab& lab = labs_.lab();
    held_.update(input, keymap_, labs_.entry().name, ui.wants_keyboard());
    if (window.is_visible())
        lab.viewport().input({input, held_.ids(), ui.wants_mouse(), labs_.current().playback.is_playing});
    if (!lab.presentation().wants_mouse)
        gestures_.handle(input, views_.places(), pixels_per_point, ui.wants_mouse(), lab.viewport());
    capture_mouse();
    if (gestures_.take_focus_request()) labs_.focus(true);
}

void WindowInput::capture_mouse() {
    const bool wants = labs_.lab().presentation().wants_mouse && surface_.window->is_visible();
    if (std::exchange(has_mouse_, wants) != wants) surface_.window->capture_mouse(wants);
}

void WindowInput::watch_edits(const platform::InputFrame& input) {
    const bool has_acted = std::ranges::any_of(input.events, [](const platform::InputEvent& event) {
        const auto* key = std::get_if<platform::KeyEvent>(&event);
        return (key && key->pressed) || std::holds_alternative<platform::MouseButtonEvent>(event);
    });
    labs_.lab().watch_edits(!surface_.ui->is_at_rest(), has_acted);
}

} // namespace boxwood

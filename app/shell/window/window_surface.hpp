// What: the window, with the renderer and the interface that draw into it, and the scale and theme of the interface.
// Invariants: open_surface() creates all three; the window outlives the other two.
// Errors: open_surface() reports a missing display or a missing OpenGL feature.
#pragma once

#include "app/shell/preferences.hpp"
#include "app/shell/show.hpp"
#include "engine/platform/window.hpp"
#include "engine/render/renderer.hpp"
#include "engine/ui/layout.hpp"
#include "engine/ui/ui_context.hpp"

#include <memory>

namespace boxwood {

struct WindowSurface {
    std::unique_ptr<platform::Window> window;
    render::Renderer renderer;
    std::unique_ptr<ui::Ui> ui;
    bool is_drawn_directly = false; // see Renderer::set_draws_into_window()
    bool has_chosen_scale = false;  // the user set the scale; otherwise it follows the display

    ui::FrameSize frame_size() const { return {window->size_points(), window->size_pixels()}; }
    // The layout of the next frame with these settings.
    ui::Layout layout(const ui::LayoutSettings& settings) const;
    void choose_scale(float scale);
    void change_theme(); // dark to light, or back

    void apply(const Preferences& preferences);
    void keep(Preferences& io_preferences) const;
};

Result<std::unique_ptr<WindowSurface>> open_surface(const ViewerOptions& options, bool is_offscreen);

// Call it before opening a window: its message about a missing display is clearer than that of the window system.
Status check_display();

} // namespace boxwood

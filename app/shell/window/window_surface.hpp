// What: the window with the renderer and the interface that draw into it, and how large and in which theme the interface
//       is drawn.
// Invariants: the parts of an open surface exist; the window outlives the others.
// Errors: open_surface() says what of the display or of OpenGL is missing.
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
    bool is_drawn_directly = false; // see Renderer::draw_into_window()
    bool has_chosen_scale = false; // by a person; else the scale follows the display

    ui::FrameSize frame_size() const { return {window->size_points(), window->size_pixels()}; }
    // Of the next frame, with these settings.
    ui::Layout layout(const ui::LayoutSettings& settings) const;
    void choose_scale(float scale);
    void change_theme(); // dark to light, or back

    void take_kept(const Preferences& kept);
    void keep(Preferences& io_kept) const;
};

Result<std::unique_ptr<WindowSurface>> open_surface(const ShowOptions& options, bool is_offscreen);

// Checked before the window system, whose own message about a missing display is less clear.
Status check_display();

} // namespace boxwood

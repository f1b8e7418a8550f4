#include "app/shell/window/window_surface.hpp"

#include "engine/ui/text/format.hpp"
#include "engine/ui/theme.hpp"

#include <cstdlib>
#include <string>

#include <glm/common.hpp>

namespace boxwood {

Result<std::unique_ptr<WindowSurface>> open_surface(const ViewerOptions& options, bool is_offscreen) {
    auto surface = std::make_unique<WindowSurface>();
    std::string error;
    surface->window = platform::Window::open(
        {"Boxwood", options.width, options.height, is_offscreen, !is_offscreen}, error);
    if (!surface->window) return Error{error};
    if (!is_offscreen && !surface->window->is_visible())
        return Error{"the display cannot be reached; check DISPLAY, or use boxwood run ... --headless "
                     "--screenshot FILE.png"};
    if (error = surface->renderer.create(platform::Window::gl_proc_address()); !error.empty())
        return Error{error};
    surface->is_drawn_directly =
        !is_offscreen && options.screenshot.empty() && surface->renderer.gpu().is_software;
    surface->renderer.set_draws_into_window(surface->is_drawn_directly);
    surface->ui = std::make_unique<ui::Ui>(surface->window.get());
    surface->ui->set_scale(surface->window->dpi_scale());
    surface->ui->use_fill([&renderer = surface->renderer](const ui::Rect& rect, draw::Color color) {
        const glm::ivec2 min(glm::round(rect.min)), max(glm::round(rect.max));
        renderer.fill({min.x, min.y, max.x - min.x, max.y - min.y}, color);
    });
    return surface;
}

Status check_display() {
    if (std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY")) return ok();
    return Error{
        "no display was found; set DISPLAY, or use boxwood run ... --headless --screenshot FILE.png"};
}

ui::Layout WindowSurface::layout(const ui::LayoutSettings& settings) const {
    return ui::make_layout(settings, ui->size_pixels(), ui::theme().scale);
}

void WindowSurface::choose_scale(float scale) {
    ui->set_scale(scale);
    has_chosen_scale = true;
}

void WindowSurface::change_theme() {
    ui->set_theme(ui->theme_kind() == ui::ThemeKind::dark ? ui::ThemeKind::light : ui::ThemeKind::dark);
}

void WindowSurface::apply(const Preferences& preferences) {
    if (const std::string scale = preferences.find("interface.scale"); !scale.empty())
        if (const float value = std::strtof(scale.c_str(), nullptr); value > 0.0f) choose_scale(value);
    if (preferences.find("interface.theme") == "light") ui->set_theme(ui::ThemeKind::light);
}

void WindowSurface::keep(Preferences& io_preferences) const {
    if (has_chosen_scale)
        io_preferences.set("interface.scale", ui::format_fixed(static_cast<double>(ui->scale()), 2));
    io_preferences.set("interface.theme", ui->theme_kind() == ui::ThemeKind::light ? "light" : "dark");
}

} // namespace boxwood

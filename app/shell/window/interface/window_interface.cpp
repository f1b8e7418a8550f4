#include "app/shell/window/interface/window_interface.hpp"

#include "app/panels/window/status_line.hpp"
#include "app/shell/window/interface/window_bars.hpp"
#include "app/shell/window/interface/window_panels.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/theme.hpp"

namespace boxwood {

void WindowInterface::draw(const ui::Layout& layout) {
    draw_bars(layout);
    draw_panels(layout);
    // Drawn after the lab's own overlay, which these controls avoid.
    parts_.labs.choose(draw_bare_controls(layout.viewport, parts_.labs.current()));
    parts_.popups.draw(layout.viewport, parts_.views.free_place(),
                       [this](const ui::Action& action) { parts_.actions.act(action); });
    for (ui::Note& note : ui::take_notes())
        note.is_error ? parts_.messages.error(note.text) : parts_.messages.info(note.text);
    parts_.surface.ui->render();
}

void WindowInterface::draw_bars(const ui::Layout& layout) {
    const bool is_visible = parts_.surface.window->is_visible();
    const BarChoice choice =
        draw_window_bar(layout, is_visible ? parts_.pace.frames_per_second() : 0.0, parts_.labs.current());
    if (choice.wants.file) parts_.opener.open_dialog();
    if (choice.wants.picture) parts_.pictures.request(true);
    if (choice.wants.help) parts_.popups.toggle_help();
    parts_.labs.choose(choice.lab);
}

void WindowInterface::draw_status(const ui::Rect& rect, const std::string& hovered) {
    const MeshLoader& loader = parts_.opener.loader();
    const OpenLab& open = parts_.labs.current();
    const Simulation& simulation = open.lab->frames().simulation();
    std::string progress = loader.is_busy() ? "Loading " + loader.file_names() : parts_.stepper.progress();
    if (progress.empty()) progress = open.lab->presentation().progress;
    const std::string message = parts_.messages.is_showing() ? parts_.messages.last() : "";
    draw_status_line(rect, {hovered.empty() ? message : hovered, open.playback.is_playing, simulation.frame,
                            open.lab->frames().hash_state(), simulation.total_stopped_bodies, progress});
}

void WindowInterface::draw_panels(const ui::Layout& layout) {
    OpenLab& open = parts_.labs.current();
    ViewContext context{
        ui::palette(), open.times, layout.viewport.min, layout.viewport.size(), open.playback.is_playing, {}};
    draw_side_panels(layout, open, context);
    parts_.views.draw_overlay(layout.viewport, context);
    draw_bottom_panel(layout, open, parts_.messages, context);
    draw_status(layout.status, context.status);
}

} // namespace boxwood

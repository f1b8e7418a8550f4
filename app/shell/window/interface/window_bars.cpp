#include "app/shell/window/interface/window_bars.hpp"

#include "app/panels/window/top_bar.hpp"

#include <optional>
#include <utility>
#include <vector>

namespace boxwood {

BarChoice draw_window_bar(const ui::Layout& layout, double frames_per_second, OpenLab& io_open) {
    Lab& lab = *io_open.lab;
    const std::vector<const char*> titles = lab_titles();
    const Presentation presentation = lab.presentation();
    TopBar bar{titles,
               index_of(*io_open.entry),
               presentation.scene,
               io_open.times,
               frames_per_second,
               lab.speed(),
               layout,
               io_open.layout};
    if (const Setting* speed = lab.find_setting("speed"))
        bar.default_speed = speed->range.reset.value_or(1.0);
    if (std::optional<OracleStatus> verdict = lab.verdict()) {
        bar.verdict = std::move(verdict->text);
        bar.verdict_tooltip = std::move(verdict->tooltip);
        bar.verdict_brief = std::move(verdict->brief);
        bar.agrees = verdict->agrees;
    }
    bar.scene_seed = presentation.seed;
    io_open.playback.seed = bar.scene_seed.value_or(io_open.playback.seed);
    bar.why_no_step_back = lab.why_unavailable("play.back");
    bar.why_no_speed = lab.why_unavailable("play.speed");
    bar.why_no_seed = lab.why_unavailable("play.seed");
    draw_top_bar(layout.top_bar, bar, io_open.playback);
    return {bar.lab, bar.wants_file || lab.take_file_request(), bar.wants_picture, bar.wants_help};
}

int draw_bare_controls(const ui::Rect& viewport, OpenLab& io_open) {
    const int current = index_of(*io_open.entry);
    const Presentation presentation = io_open.lab->presentation();
    if (!io_open.layout.viewport_only || presentation.wants_mouse) return current;
    const std::vector<const char*> titles = lab_titles();
    BareBar bar{titles, current};
    draw_bare_bar(viewport, presentation.covered, bar);
    if (bar.wants_panels) io_open.layout.viewport_only = false;
    return bar.lab;
}

} // namespace boxwood

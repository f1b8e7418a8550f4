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
    const Setting* speed = lab.find_setting("speed");
    TopBar bar{titles,
               index_of(*io_open.entry),
               presentation.scene,
               io_open.times,
               frames_per_second,
               lab.frames().speed(),
               speed ? speed->range.reset.value_or(1.0) : 1.0,
               layout,
               io_open.layout};
    if (std::optional<OracleStatus> verdict = lab.oracle().verdict())
        bar.verdict = {.text = std::move(verdict->text),
                       .tooltip = std::move(verdict->tooltip),
                       .brief = std::move(verdict->brief),
                       .agrees = verdict->agrees};
    bar.scene_seed = presentation.seed;
    io_open.playback.seed = bar.scene_seed.value_or(io_open.playback.seed);
    bar.why_not = {.step_back = lab.why_unavailable("play.back"),
                   .speed = lab.why_unavailable("play.speed"),
                   .seed = lab.why_unavailable("play.seed")};
    draw_top_bar(layout.top_bar, bar, io_open.playback);
    bar.wants.file |= lab.take_file_request();
    return {bar.lab, bar.wants};
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

#include "app/panels/status_line.hpp"

#include "engine/ui/format.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text.hpp"

namespace boxwood {

void draw_status_line(const ui::Rect& rect, const StatusLine& status) {
    if (!ui::begin_status("status", rect)) return;
    const ui::TextStyle muted{ui::Font::small, ui::palette().text3},
        plain{ui::Font::small, ui::palette().text2};
    ui::text(status.progress.empty() ? status.left : status.progress, plain);
    const std::string frame = (status.is_playing ? "frame " : "paused at frame ") +
                              ui::format_count(static_cast<std::int64_t>(status.frame));
    const std::string hash = "state " + ui::format_hash(status.hash);
    ui::same_line();
    if (ui::begin_right_aligned("state")) {
        ui::text(frame, plain);
        ui::same_line(24.0f);
        ui::text(hash, muted);
        ui::same_line(24.0f);
        ui::text("m · step · ms", muted);
        ui::end_right_aligned();
    }
    ui::end_panel();
}

} // namespace boxwood

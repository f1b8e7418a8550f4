#include "app/panels/window/status_line.hpp"

#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/text/text.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

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
        if (status.stopped_count > 0) {
            ui::text("stopped at the limit 1e15: " +
                         ui::format_count(static_cast<std::int64_t>(status.stopped_count)),
                     {ui::Font::small, ui::palette().bad});
            ui::tooltip(
                "Number of times that a body stopped because its next step would have exceeded the largest "
                "coordinate of a world, 1e15. The body stays there and loses its velocity and spin.");
            ui::same_line(24.0f);
        }
        ui::text(frame, plain);
        ui::same_line(24.0f);
        // Reserves the width of the widest digits, so that the text next to the hash does not move.
        const float widest = std::ceil(ui::text_size(ui::Font::small, "state dddd dddd dddd dddd").x);
        const float rest = widest - ui::text_size(ui::Font::small, hash).x;
        ui::text(hash, muted);
        ImGui::SameLine(0.0f, std::max(rest, 0.0f) + ui::px(24.0f));
        ui::text("m · step · ms", muted);
        ui::end_right_aligned();
    }
    ui::end_panel();
}

} // namespace boxwood

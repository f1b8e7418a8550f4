#include "app/shell/window/opening/open_lab_meanwhile.hpp"

#include "app/jobs/job.hpp"
#include "engine/ui/panel.hpp"
#include "engine/ui/text/format.hpp"
#include "engine/ui/theme.hpp"

#include <string>
#include <utility>

namespace boxwood {
namespace {

void draw_message(const std::string& message, WindowSurface& io_surface) {
    const platform::SizeI size = io_surface.window->size_pixels();
    io_surface.renderer.begin_frame({size.width, size.height}, ui::palette().view);
    io_surface.renderer.begin_overlay();
    io_surface.ui->begin_frame({}, io_surface.frame_size(), 0.02f);
    const ui::Rect middle{0.4f * io_surface.ui->size_pixels(), io_surface.ui->size_pixels()};
    if (ui::begin_overlay("opening", middle)) {
        ui::text(message);
        ui::end_panel();
    }
    io_surface.ui->render();
    io_surface.renderer.show();
    io_surface.window->present();
}

} // namespace

std::optional<Result<std::unique_ptr<Lab>>> open_lab_meanwhile(const LaunchTarget& target,
                                                               const ViewerOptions& options,
                                                               WindowSurface& io_surface,
                                                               FrameHeartbeat& io_heartbeat) {
    constexpr double kMessageDelay = 0.15; // seconds; shorter loads show no message
    Job<Result<std::unique_ptr<Lab>>> job;
    job.start([&] { return open_lab(target, options); });
    const std::string lab_title = options.target.empty() ? std::string(target.lab->title) : options.target;
    bool is_window_open = true;
    while (true) {
        if (std::optional<Result<std::unique_ptr<Lab>>> lab = job.take_result())
            return is_window_open ? std::optional(std::move(*lab)) : std::nullopt;
        const platform::InputFrame input = io_surface.window->wait(0.02);
        for (const platform::InputEvent& event : input.events)
            if (std::holds_alternative<platform::QuitEvent>(event)) is_window_open = false;
        if (job.seconds() < kMessageDelay) continue;
        draw_message((is_window_open ? "Building " : "Closing after ") + lab_title + " · " +
                         ui::format_fixed(job.seconds(), 1) + " s",
                     io_surface);
        io_heartbeat.beat(true);
    }
}

} // namespace boxwood

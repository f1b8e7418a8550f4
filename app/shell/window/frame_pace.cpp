#include "app/shell/window/frame_pace.hpp"

#include "app/jobs/job.hpp"
#include "engine/platform/system.hpp"

#include <algorithm>

namespace boxwood {
namespace {

constexpr double kBusyAfterInput = 0.6; // seconds at full frame rate after input, for hover effects and fades
constexpr double kDrawnAfterChange =
    1.0;                                // seconds after input or a background job until the picture is stable
constexpr double kFrameSmoothing = 0.1; // weight of the newest frame in the average

} // namespace

FramePace::FramePace(const WindowSurface& surface, const OpenLabs& labs, const FileOpener& opener,
                     const Stepper& stepper, const Messages& messages)
    : surface_(surface)
    , labs_(labs)
    , opener_(opener)
    , stepper_(stepper)
    , messages_(messages) {
    restart();
}

void FramePace::restart() {
    last_frame_at_ = last_input_at_ = last_change_at_ = platform::now_seconds();
}

double FramePace::begin_frame(const platform::InputFrame& input) {
    const double now = platform::now_seconds();
    const double seconds = now - last_frame_at_;
    last_frame_at_ = now;
    ++frame_count_;
    if (!input.events.empty()) last_input_at_ = now;
    seconds_per_frame_ += kFrameSmoothing * (seconds - seconds_per_frame_);
    return seconds;
}

void FramePace::skip_frame() {
    last_frame_at_ = platform::now_seconds();
}

bool FramePace::is_idle() const {
    const OpenLab& open = labs_.current();
    const bool has_no_input = platform::now_seconds() - last_input_at_ > kBusyAfterInput;
    return has_no_input && !open.playback.is_playing && !open.lab->presentation().is_animating &&
           !opener_.loader().is_busy() && !surface_.ui->has_pending_input() && !stepper_.is_replaying();
}

bool FramePace::is_busy() const {
    return opener_.loader().is_busy() || running_jobs > 0 || stepper_.is_replaying() ||
           surface_.ui->has_pending_input();
}

bool FramePace::detect_still_frame(const platform::InputFrame& input, bool holds_keys) {
    const double now = platform::now_seconds();
    const bool may_change = !input.events.empty() || is_busy() || messages_.is_showing() ||
                            !surface_.ui->is_at_rest() || holds_keys || input.gamepad != last_gamepad_;
    last_gamepad_ = input.gamepad;
    if (may_change) last_change_at_ = now;
    return is_idle() && now - last_change_at_ > kDrawnAfterChange;
}

double FramePace::frames_per_second() const {
    return 1.0 / std::max(seconds_per_frame_, 1e-4);
}

} // namespace boxwood

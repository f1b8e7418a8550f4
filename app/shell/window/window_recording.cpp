#include "app/shell/window/window_recording.hpp"

namespace boxwood {

Status WindowRecording::begin(const ViewerOptions& options) {
    recorded_ = &labs_.entry();
    return recording_.begin(options, std::string(recorded_->name), labs_.lab().frames());
}

// Edits are not recorded, so the recording ends before the first one.
void WindowRecording::record_frame() {
    if (!recording_.is_on() || &labs_.entry() != recorded_) return;
    const Lab& lab = labs_.lab();
    if (lab.frames().edited_frames().empty() && lab.frames().branch() == nullptr)
        return recording_.record_frame(lab.frames());
    recording_.finish_early();
    messages_.error("The recording ends here, because changes made in the window are not recorded.");
}

void WindowRecording::end_before_other_run() {
    if (!recording_.has_frames() || &labs_.entry() != recorded_) return;
    recording_.finish_early();
    messages_.info("The recording ends here, because another run begins.");
}

bool WindowRecording::finish() {
    return recording_.finish((recorded_ ? *labs_.open_lab(*recorded_).lab : labs_.lab()).frames());
}

} // namespace boxwood

#include "app/shell/window/stepper.hpp"

#include "app/shell/show_common.hpp"

#include <algorithm>
#include <utility>

namespace boxwood {
namespace {

constexpr double kMaxStepping_ms = 100.0; // limit for several steps in one frame of the window

} // namespace

// The frame draws exactly the state that advance() leaves.
void Stepper::advance() {
    Lab& lab = labs_.lab();
    lab.update();
    OpenLab& open = labs_.current();
    Playback& playback = open.playback;
    if (is_replaying()) run_replay();
    if (std::exchange(playback.wants_restart, false) || lab.take_restart_request()) restart();
    if (lab.take_beginning()) forget_timeline();
    if (const auto frame = std::exchange(playback.wanted_frame, std::nullopt)) go_to(*frame);
    for (int back = std::exchange(playback.steps_back, 0); back > 0; --back) step_back();
    const int step_count = std::exchange(playback.steps_forward, 0);
    for (int step = 0; step < step_count; ++step) take_step();
    play(playback.take_steps());
    lab.frames().catch_up(now_milliseconds);
    open.times.forget_after(std::max(lab.frames().range().last, lab.frames().simulation().frame));
    open.times.show(lab.frames().simulation().frame);
    for (const std::string& note : lab.take_notes()) {
        messages_.error(note);
        rejection_ = note;
    }
}

// At a fast rate, one frame of the window performs several steps.
void Stepper::play(int steps) {
    if (steps < 0) return play_back(-steps);
    Lab& lab = labs_.lab();
    Playback& playback = labs_.current().playback;
    const double until = now_milliseconds() + kMaxStepping_ms;
    for (int step = 0; step < steps && (step == 0 || now_milliseconds() < until); ++step) {
        if (playback.loop && lab.frames().simulation().frame >= playback.loop->second)
            go_to(playback.loop->first);
        else
            take_step();
        const std::string why = lab.frames().why_pause();
        if (why.empty()) continue;
        playback.is_playing = false;
        messages_.info("Paused at frame " + std::to_string(lab.frames().simulation().frame) + ": " + why +
                       ".");
        return;
    }
}

void Stepper::play_back(int steps) {
    Lab& lab = labs_.lab();
    Playback& playback = labs_.current().playback;
    const FrameRange range = lab.frames().range();
    const std::uint64_t now = lab.frames().simulation().frame;
    const std::uint64_t first = playback.loop ? std::max(range.first, playback.loop->first) : range.first;
    const auto back = static_cast<std::uint64_t>(steps);
    if (now <= first && playback.loop)
        go_to(std::min(range.last, playback.loop->second));
    else if (now <= first)
        playback.is_playing = false; // at the first frame
    else
        go_to(now - std::min(back, now - first));
}

bool Stepper::is_replaying() const {
    return options_.replay && !has_replay_ended_ && (replayed_ == nullptr || replayed_ == &labs_.entry());
}

std::string Stepper::progress() const {
    if (!is_replaying()) return {};
    return "Replaying the recording (" + std::to_string(options_.replay->last_frame()) + " frames)";
}

void Stepper::run_replay() {
    Lab& lab = labs_.lab();
    const Recording& recording = *options_.replay;
    if (std::exchange(replayed_, &labs_.entry()) == nullptr)
        if (const Status status = lab.frames().repeat_inputs(recording.inputs, recording.last_frame());
            !status)
            messages_.error(status.error().message);
    const double until = now_milliseconds() + kMaxStepping_ms;
    while (lab.frames().simulation().frame < recording.last_frame() && now_milliseconds() < until) {
        take_step();
        if (const auto difference = compare_with(recording, lab.frames())) {
            has_replay_ended_ = is_replay_different_ = true;
            require_ok(lab.frames().repeat_inputs({}, 0));
            messages_.error(describe(recording, *difference));
            const capture::StateRecord* state =
                recording.state_before(options_.replay_frame.value_or(difference->frame));
            if (recording.why_different().empty() || state == nullptr) return;
            lab.frames().show_recorded([&](Simulation& io_simulation) { show_state(*state, io_simulation); });
            return forget_times();
        }
    }
    if (lab.frames().simulation().frame < recording.last_frame()) return;
    has_replay_ended_ = true;
    require_ok(lab.frames().repeat_inputs({}, 0)); // later steps use the user's input, in recorded frames too
    messages_.info("Equal to the recording in all " + std::to_string(recording.frames.size()) + " frames" +
                   (recording.is_finished ? "" : "; the file is truncated after them"));
    if (options_.replay_frame) go_to(*options_.replay_frame);
}

void Stepper::step_back() {
    Lab& lab = labs_.lab();
    const std::uint64_t now = lab.frames().simulation().frame;
    if (lab.frames().range().first >= now || !lab.frames().seek(now - 1, now_milliseconds))
        messages_.info(lab.why_unavailable("play.back"));
    lab.history().rebase();
}

void Stepper::go_to(std::uint64_t frame) {
    Lab& lab = labs_.lab();
    const FrameRange range = lab.frames().range();
    if (!lab.frames().seek(std::clamp(frame, range.first, range.last), now_milliseconds))
        messages_.info("Frame " + std::to_string(frame) + " is no longer stored.");
    lab.history().rebase(); // the settings now have the values of that frame
}

// Lists the step with the draw time of the previous frame, because its own draw time is not known yet.
void Stepper::take_step() {
    OpenLab& open = labs_.current();
    Lab& lab = *open.lab;
    has_stepped_ = true;
    const bool was_computed_before = lab.frames().simulation().frame < lab.frames().range().last;
    lab.frames().step(now_milliseconds);
    if (options_.headless) lab.oracle().judge();
    recording_.record_frame();
    if (was_computed_before) return;
    const Simulation& simulation = lab.frames().simulation();
    TimedFrame timed{simulation.frame, simulation.output.times, simulation.output.counters,
                     simulation.fast_bodies};
    timed.times[Phase::draw] = last_draw_ms_;
    open.times.push(timed);
    if (!options_.report.empty()) open.log.push(timed, options_.report);
}

void Stepper::forget_timeline() {
    recording_.end_before_other_run();
    OpenLab& open = labs_.current();
    open.times.clear();
    open.timeline.marks.clear();
    open.playback.loop.reset();
    labs_.refit();
}

void Stepper::forget_times() {
    forget_timeline();
    labs_.current().log.clear();
}

void Stepper::restart() {
    if (Status status = labs_.lab().restart(labs_.current().playback.seed); !status) {
        messages_.error(status.error().message);
        return;
    }
    forget_times();
}

void Stepper::note_drawn(double milliseconds, std::uint64_t uploaded_bytes) {
    if (std::exchange(has_stepped_, false)) uploaded_bytes_ = uploaded_bytes;
    last_draw_ms_ = milliseconds;
}

} // namespace boxwood

// The deformation lab frame by frame: forward, back, and a replay of the recording under every policy.
#include "app/labs/deformation/deformation.hpp"

#include "app/jobs/thread_clock.hpp"

#include <algorithm>
#include <limits>
#include <chrono>

namespace boxwood {
namespace {

double real_milliseconds() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

std::vector<std::uint32_t> sorted_once(std::vector<std::uint32_t> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

} // namespace

// --- frames -----------------------------------------------------------------------------------------------

// Replays recorded frames, then runs new ones.
void DeformationLab::step(Clock clock) {
    dirty_ = false;
    if (!pair_) return;
    if (goal_) return; // replay in progress
    if (pair_->place() < pair_->frames()) return go_to(pair_->place());
    // Processor time of one thread, so that the load of other programs is not attributed to a policy.
    const Clock own = tree_.threads > 1 ? real_milliseconds : thread_milliseconds;
    run_next_frame(clock ? own : nullptr);
}

bool DeformationLab::seek(std::uint64_t frame, Clock) {
    if (!keeps_past_ || !pair_ || frame >= pair_->frames()) return false;
    if (frame != goal_.value_or(shown_frame())) go_to(static_cast<std::size_t>(frame));
    return true;
}

FrameRange DeformationLab::frame_range() const {
    if (!pair_ || pair_->frames() == 0) return {};
    if (!keeps_past_) return {shown_frame(), shown_frame()};
    return {0, pair_->frames() - 1};
}

void DeformationLab::refresh(Clock) {
    if (pair_) heat_.find(*pair_, show_.heat);
    ++revision_;
    dirty_ = false;
}

// On an Error the last good state stays on screen.
void DeformationLab::run_next_frame(Clock clock) {
    if (Status status = pair_->run_frame_at(at_, clock); !status) {
        notes_.push_back(status.error().message);
        return;
    }
    at_ += simulation_.settings.speed;
    note_frame();
    show_frame();
}

void DeformationLab::go_to(std::size_t frame) {
    if (Status status = pair_->go_before(frame); !status) {
        notes_.push_back(status.error().message);
        return;
    }
    goal_ = frame;
    catch_up(kPerFrame_ms);
}

// Replays at least one frame; the rest of a long replay may follow in later calls.
void DeformationLab::catch_up(double budget_ms) {
    const double until = real_milliseconds() + budget_ms;
    while (pair_->place() <= *goal_) {
        if (Status status = pair_->replay_frame(); !status) {
            notes_.push_back(status.error().message);
            goal_.reset();
            return;
        }
        if (real_milliseconds() > until) break;
    }
    if (pair_->place() <= *goal_) return;
    goal_.reset();
    show_frame();
}

// Appends the curves of a new frame.
void DeformationLab::note_frame() {
    bool is_rebuilt = false, is_partial = false;
    for (std::size_t i = 0; i < copies_.size(); ++i) {
        const PolicyFrame& last = pair_->runs()[i].frames().back();
        const PolicyFrame& first_copy = pair_->runs()[0].frames().back();
        // Not for a policy that rebuilds in every frame: the mark carries no information.
        is_rebuilt =
            is_rebuilt || (last.update.kind == UpdateKind::rebuild && made_.policies[i].name != "always");
        is_partial = is_partial || last.update.kind == UpdateKind::partial;
        if (!keeps_past_) continue;
        Curves& curves = copies_[i].curves;
        // The first frame is a state without a timed step: a gap, not a time of 0.
        const bool is_timed = pair_->frames() > 1 || last.total_ms() > 0.0;
        const auto time = [is_timed](double ms) {
            return is_timed ? static_cast<float>(ms) : std::numeric_limits<float>::quiet_NaN();
        };
        curves.update_ms.push_back(time(last.update_ms));
        curves.query_ms.push_back(time(last.query_ms));
        curves.total_ms.push_back(time(last.total_ms()));
        curves.volume_tests.push_back(0.001f * static_cast<float>(last.volume_tests));
        curves.inflation.push_back(static_cast<float>(last.inflation));
        const float saved_before = curves.saved_ms.empty() ? 0.0f : curves.saved_ms.back();
        curves.saved_ms.push_back(saved_before + static_cast<float>(first_copy.total_ms() - last.total_ms()));
    }
    const auto frame = static_cast<float>(pair_->frames() - 1);
    if (is_rebuilt && keeps_past_) rebuild_frames_.push_back(frame);
    if (is_partial && keeps_past_) partial_frames_.push_back(frame);
    standings_.catch_up(pair_->runs());
    if (!pair_->has_all_self_pairs()) ++incomplete_frames_;
    sentence_ = standings_.tell();
    if (incomplete_frames_ > 0)
        sentence_ += " In " + std::to_string(incomplete_frames_) +
                     (incomplete_frames_ == 1 ? " frame" : " frames") +
                     " the search for contacts with itself stopped at " + std::to_string(kMaxSelfTests) +
                     " tests: there may be more.";
}

// The pair's current frame: computes what is on screen.
void DeformationLab::show_frame() {
    PhaseTimes times;
    StepCounters counters;
    for (std::size_t i = 0; i < copies_.size(); ++i) {
        const PolicyRun& run = pair_->runs()[i];
        const PolicyFrame& shown = run.frame(shown_frame());
        times[Phase::update] += shown.update_ms;
        times[Phase::narrow] += shown.query_ms;
        counters.volume_tests += shown.volume_tests;
        counters.triangle_tests += shown.triangle_tests;
        std::vector<std::uint32_t> of_mesh, of_obstacle;
        for (const PrimitivePair& pair : run.pairs()) {
            of_mesh.push_back(pair.a);
            of_obstacle.push_back(pair.b);
        }
        for (const PrimitivePair& pair : run.self_pairs()) of_mesh.insert(of_mesh.end(), {pair.a, pair.b});
        copies_[i].colliding = {sorted_once(std::move(of_mesh)), sorted_once(std::move(of_obstacle))};
    }
    counters.bodies = 2;
    counters.triangle_contacts = pair_->runs()[0].pairs().size() + pair_->runs()[0].self_pairs().size();
    simulation_.output.times = times;
    simulation_.output.counters = counters;
    simulation_.frame = shown_frame();
    is_judged_ = false;
    hash_ = state_hash(*pair_);
    heat_.find(*pair_, show_.heat);
    ++revision_;
}

// --- the same recording under every policy ----------------------------------------------------------------

bool DeformationLab::has_whole_period() const {
    return pair_ && !coming_ && at_ > static_cast<double>(motion_.period);
}

void DeformationLab::start_replay() {
    if (!pair_ || !keeps_past_) return;
    Made every = made_;
    every.tree.threads = 1;
    every.policies.clear();
    const HierarchyConfig hierarchy = hierarchy_of(made_.policies[0], made_.tree);
    for (const PolicyEntry& entry : all_policies()) {
        if (!takes(entry, hierarchy)) continue;
        const auto shown = std::find_if(made_.policies.begin(), made_.policies.end(),
                                        [&](const PolicyConfig& p) { return p.name == entry.name; });
        every.policies.push_back(shown == made_.policies.end() ? default_policy(entry.name) : *shown);
        every.policies.back().volume = hierarchy.volume;
        every.policies.back().kind = hierarchy.kind;
    }
    const std::span<const double> recording = pair_->recording();
    replayed_.reset();
    replay_.start(
        [every, motion = pair_->motion(), frames = std::vector<double>(recording.begin(), recording.end())](
            PolicyReplayJob::Control& control) {
            return replay_policies(describe(every, motion), frames, control);
        });
}

void DeformationLab::take_replay() {
    std::optional<Result<ReplayResult>> outcome = replay_.take_result();
    if (!outcome) return;
    if (*outcome)
        replayed_ = std::move(**outcome);
    else
        notes_.push_back(outcome->error().message);
}

} // namespace boxwood

#include "app/labs/deformation/deformation.hpp"

#include "app/jobs/thread_clock.hpp"

#include <array>
#include <chrono>
#include <utility>

namespace boxwood {
namespace {

// The time that a seek can spend on replaying recorded frames, per displayed frame.
constexpr double kSeekBudget_ms = 12.0;

constexpr std::array kDeformationActions{
    LabAction{"deform.boxes", "Boxes at one depth: the worst five, or none", "H"},
    LabAction{"deform.less", "Depth of the boxes down", "[", true},
    LabAction{"deform.more", "Depth of the boxes up", "]", true},
    LabAction{"deform.heat", "Node inflation as colors", "L"},
    LabAction{"deform.replay", "Replay the frames so far under every policy", "P"},
};

const LabRegistration kDeformationRegistration(
    {.name = "deformation",
     .title = "Deformation",
     .question = "When does it pay to rebuild the hierarchy of a deforming mesh?",
     .order = 40,
     .make = []() -> std::unique_ptr<Lab> { return std::make_unique<DeformationLab>(); },
     .actions = kDeformationActions});

std::shared_ptr<const Mesh> copy_mesh(const UserMesh& user_mesh) {
    const MeshView view = user_mesh.shape->mesh();
    auto mesh = std::make_shared<Mesh>();
    mesh->name = user_mesh.name;
    mesh->positions.assign(view.positions.begin(), view.positions.end());
    mesh->triangles.assign(view.triangles.begin(), view.triangles.end());
    return mesh;
}

double wall_milliseconds() {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

// Writes the total cost of all copies, and the number of contacts that the first copy found.
void put_costs(const DeformingPair& pair, std::size_t frame, StepOutput& out) {
    PhaseTimes times;
    StepCounters counters;
    for (const PolicyRun& run : pair.runs()) {
        const PolicyFrame& costs = run.frame(frame);
        times[Phase::update] += costs.update_ms;
        times[Phase::narrow] += costs.query_ms;
        counters.volume_tests += costs.volume_tests;
        counters.triangle_tests += costs.triangle_tests;
    }
    counters.bodies = 2;
    counters.triangle_contacts = pair.runs()[0].pairs().size() + pair.runs()[0].self_pairs().size();
    out.times = times;
    out.counters = counters;
}

} // namespace

// --- building -------------------------------------------------------------------------------------------

// Restarts the current pair if it matches the settings; otherwise builds a new pair first.
Status DeformationLab::restart(std::uint64_t seed) {
    setup_.set_seed(seed);
    builder_.cancel();
    (void)setup_.take_change();
    const DeformationPlan plan = setup_.plan();
    if (playback_.has_plan(plan)) {
        start_over();
        return ok();
    }
    Result<DeformingPair> pair = builder_.build(plan, setup_.deformation());
    if (!pair) {
        setup_.reject_opened();
        return pair.error();
    }
    adopt(std::move(*pair), plan);
    return ok();
}

void DeformationLab::start_build() {
    if (!setup_.take_change()) return;
    const DeformationPlan plan = setup_.plan();
    if (playback_.has_plan(plan)) {
        builder_.cancel();
        start_over();
        return;
    }
    builder_.start(plan, setup_.deformation());
}

void DeformationLab::take_built() {
    std::optional<PairBuilder::Built> built = builder_.take_built();
    if (!built) return;
    if (!built->pair) {
        notes_.push_back(built->pair.error().message);
        setup_.reject_opened();
        return;
    }
    const bool is_opened = setup_.keep_opened();
    adopt(std::move(*built->pair), std::move(built->plan));
    if (is_opened) draw::focus(camera, focus(false).center_w, focus(false).radius);
}

void DeformationLab::adopt(DeformingPair pair, DeformationPlan plan) {
    playback_.adopt(std::move(pair), std::move(plan));
    record_.restart(*playback_.pair());
    plots_.show_all_copies();
    view_.restart(*playback_.pair());
    outliner_.restart(*playback_.pair());
    start_over();
}

// Restarts at frame 0 with the current motion settings.
void DeformationLab::start_over() {
    (void)setup_.keep_opened(); // a later build that fails must not discard these meshes
    builder_.clear_error();
    replay_.clear();
    note(playback_.rewind(setup_.deformation()));
    record_.clear();
    has_begun_ = true;
    run_next_frame(nullptr);
}

// The first mesh deforms; a second one replaces the lab's own obstacle.
Status DeformationLab::take_meshes(std::vector<UserMesh> meshes) {
    if (meshes.empty()) return ok();
    if (meshes.size() > 2)
        return Error{meshes[2].name + ": not opened, because the deformation lab takes at most two meshes"};
    if (meshes.size() == 1 && may_move(meshes[0].path)) {
        builder_.start_reading(meshes[0].path);
        return ok();
    }
    builder_.cancel_reading(); // a file that was opened earlier must not replace these meshes later
    DeformationMeshes opened = imported_meshes(copy_mesh(meshes[0]));
    if (meshes.size() == 2) opened.obstacle = copy_mesh(meshes[1]);
    open_meshes(opened);
    return ok();
}

void DeformationLab::open_meshes(const DeformationMeshes& meshes) {
    const auto restore = [this](const DeformationMeshes& chosen) {
        return [this, chosen] { setup_.show(chosen); };
    };
    history_.note("opened mesh", restore(setup_.meshes()), restore(meshes));
    setup_.open(meshes);
}

void DeformationLab::take_motion() {
    const std::optional<Result<MeshInMotion>> outcome = builder_.take_read();
    if (!outcome) return;
    if (!*outcome) {
        notes_.push_back(outcome->error().message);
        return;
    }
    DeformationMeshes opened = imported_meshes((*outcome)->mesh);
    opened.clip = (*outcome)->clip;
    open_meshes(opened);
    if (opened.clip) setup_.play(*opened.clip);
}

// --- frames -----------------------------------------------------------------------------------------------

// Shows the next recorded frame; at the end of the recording, runs a new frame.
void DeformationLab::step(Clock clock) {
    dirty_ = false;
    const DeformingPair* pair = playback_.pair();
    if (!pair || playback_.is_seeking()) return;
    if (!playback_.is_at_end()) return go_to(pair->next_frame());
    // With one thread, measures the thread's processor time, so that the load of other programs is not attributed to a
    // policy.
    const Clock policy_clock =
        playback_.plan().hierarchy.threads > 1 ? wall_milliseconds : thread_milliseconds;
    run_next_frame(clock ? policy_clock : nullptr);
}

bool DeformationLab::seek(std::uint64_t frame, Clock) {
    const DeformingPair* pair = playback_.pair();
    if (!playback_.keeps_past() || !pair || frame >= pair->frame_count()) return false;
    if (frame != playback_.target()) go_to(static_cast<std::size_t>(frame));
    return true;
}

void DeformationLab::refresh(Clock) {
    if (playback_.pair()) view_.recolor(*playback_.pair(), display_);
    dirty_ = false;
}

// On an Error the last valid state stays on screen.
void DeformationLab::run_next_frame(Clock clock) {
    if (const Status status = playback_.run_next(simulation_.settings.speed, clock); !status)
        return note(status);
    record_.note_frame(*playback_.pair(), playback_.keeps_past());
    show_frame();
}

void DeformationLab::go_to(std::size_t frame) {
    if (const Status status = playback_.go_to(frame); !status) return note(status);
    continue_seek(kSeekBudget_ms);
}

void DeformationLab::continue_seek(double budget_ms) {
    const Result<bool> has_arrived = playback_.catch_up(budget_ms);
    if (!has_arrived) return note(has_arrived.error());
    if (*has_arrived) show_frame();
}

void DeformationLab::show_frame() {
    const DeformingPair& pair = *playback_.pair();
    put_costs(pair, playback_.shown_frame(), simulation_.output);
    simulation_.frame = playback_.shown_frame();
    oracle_.note_frame();
    view_.show_frame(pair, display_);
}

void DeformationLab::note(const Status& status) {
    if (!status) notes_.push_back(status.error().message);
}

// --- background jobs --------------------------------------------------------------------------------------

void DeformationLab::update() {
    take_motion();
    start_build();
    take_built();
    const DeformingPair* pair = playback_.pair();
    const bool has_period = pair && !builder_.has_pending_build() && playback_.has_run_period();
    if (!is_unattended_ && has_period && replay_.take_wanted()) start_replay();
    take_replay();
    if (pair) view_.take_heat(*pair, display_);
    if (const std::optional<std::size_t> frame = plots_.take_wanted_frame();
        frame && playback_.keeps_past() && *frame < pair->frame_count())
        go_to(*frame);
    else if (playback_.is_seeking())
        continue_seek(kSeekBudget_ms);
}

void DeformationLab::settle() {
    is_unattended_ = true;
    builder_.wait_for_reader();
    take_motion();
    start_build();
    builder_.wait();
    take_built();
    if (playback_.is_seeking()) continue_seek(DeformationPlayback::kUnlimited_ms);
    if (playback_.pair()) view_.finish_heat(*playback_.pair(), display_);
    if (playback_.pair() && playback_.pair()->frame_count() > 1 && replay_.take_wanted()) start_replay();
    replay_.wait();
    take_replay();
}

// Keeps the recording only if the settings request a replay, which needs it.
void DeformationLab::begin_unseen_run() {
    LabFrames::begin_unseen_run();
    playback_.set_keeps_past(replay_.is_wanted());
}

void DeformationLab::start_replay() {
    if (playback_.pair() && playback_.keeps_past()) replay_.start(*playback_.pair(), playback_.plan());
}

void DeformationLab::take_replay() {
    note(replay_.take_result());
}

// --- oracle -----------------------------------------------------------------------------------------------

std::optional<OracleStatus> DeformationLab::verdict() {
    judge();
    return oracle_.verdict();
}

void DeformationLab::judge() {
    if (playback_.pair() && !playback_.is_seeking()) oracle_.judge(*playback_.pair(), simulation_.frame);
}

std::string DeformationLab::why_pause() {
    if (!playback_.pair() || playback_.is_seeking()) return {};
    std::string wrong;
    if (pause_.needs_verdict())
        if (const std::optional<OracleStatus> status = verdict(); status && !status->agrees)
            wrong = status->tooltip;
    return pause_.check(*playback_.pair(), playback_.shown_frame(), wrong);
}

} // namespace boxwood

#include "app/labs/multi_body/multi_body.hpp"

#include "app/labs/multi_body/view/body_pick.hpp"
#include "engine/ui/text/format.hpp"

#include <array>
#include <limits>

namespace boxwood {
namespace {

constexpr std::array kActions{
    LabAction{"show.boxes", "Boxes: none, of overlapping pairs, all", "B"},
    LabAction{"show.lines", "Closest-feature lines", "L"},
    LabAction{"show.names", "Names of bodies", "N"},
    LabAction{"show.others", "Bodies that are not selected: shown, dimmed, glass, hidden", "I"},
    LabAction{"show.velocities", "Velocities", "V"},
    LabAction{"show.features", "Closest features: none, of the selected pair, of all pairs", "C"},
    LabAction{"show.contact-points", "Contact points: none, of the selected pair, of all pairs", "Shift+C"},
    LabAction{"show.region", "Voronoi region of a feature", "O"},
    LabAction{"walk.open", "Closest-feature walk of the pair", "W"},
    LabAction{"walk.play", "Play the walk", "P"},
    LabAction{"walk.back", "Walk: step back", "Left", true},
    LabAction{"walk.forward", "Walk: step forward", "Right", true},
    LabAction{"walk.first", "Walk: to the start", "Home"},
    LabAction{"walk.last", "Walk: to the end", "End"},
    LabAction{"select.back", "Previous selection", "Alt+Left"},
    LabAction{"select.forward", "Next selection", "Alt+Right"},
    LabAction{"edit.pair", "Enable or disable the selected pair", "D"},
    LabAction{"edit.body", "Enable or disable the selected body", "Shift+D"},
    LabAction{"edit.remove", "Remove the selected body", "Delete"},
    LabAction{"edit.insert", "Insert ten bodies", "Insert"},
    LabAction{"edit.scatter", "Scatter a tenth of the bodies", "Shift+X"},
};

const LabRegistration
    kRegistration({.name = "multi-body",
                   .title = "Multi-body",
                   .question = "Which of many bodies collide, and what does finding out cost?",
                   .order = 10,
                   .make = []() -> std::unique_ptr<Lab> { return std::make_unique<MultiBodyLab>(); },
                   .actions = kActions,
                   .max_meshes = std::numeric_limits<std::size_t>::max(),
                   .takes_libraries = true});

} // namespace

MultiBodyLab::MultiBodyLab()
    : Lab({*this, *this, *this, *this})
    , scene_(simulation_, requests())
    , world_(simulation_, requests())
    , rules_(scene_.groups(), requests())
    , edits_(requests())
    , view_(simulation_, camera, requests())
    , panels_(*this, scene_, world_, rules_, view_, edits_) {}

// --- the scene --------------------------------------------------------------------------------------------

Status MultiBodyLab::restart(std::uint64_t seed) {
    scene_.stop_building();
    if (scene_.restarts_given()) return restart_given();
    if (scene_.should_build_in_background()) {
        scene_.start_building(seed, world_.choices());
        return ok();
    }
    Result<Simulation> built = scene_.make(seed);
    if (!built) return built.error();
    adopt(std::move(*built));
    return ok();
}

// Returns to the first poses of the scene. If bodies were added or removed, rebuilds the world first.
Status MultiBodyLab::restart_given() {
    if (scene_.must_rebuild_given()) {
        Result<Simulation> rebuilt = scene_.rebuild_given();
        if (!rebuilt) return rebuilt.error();
        adopt(std::move(*rebuilt));
    }
    scene_.put_back_given();
    rules_.apply_again();
    edits_.note_restart();
    forget_frames();
    view_.findings.oracle.forget_deferred(); // frame numbers start at 0 again
    view_.findings.swaps.restart();
    view_.findings.continuous.clear();
    dirty_ = has_begun_ = true;
    return ok();
}

Status MultiBodyLab::take_scene(LoadedScene scene) {
    adopt(std::move(scene.simulation));
    scene_.take_given(std::move(scene));
    rules_.choose_first();
    return ok();
}

Status MultiBodyLab::take_meshes(std::vector<UserMesh> meshes) {
    Result<Simulation> built = scene_.make_with(std::move(meshes));
    if (!built) return built.error();
    adopt(std::move(*built));
    return ok();
}

// The background job has already run the scene's first collision step. Its results stay valid if nothing has changed
// since the job started.
void MultiBodyLab::take_built() {
    const std::unique_ptr<SceneMaker::Built> built = scene_.take_built();
    if (!built) return;
    const bool is_up_to_date =
        built->request.choices == world_.choices() && !world_.choices().cube_percent &&
        built->request.world_settings.find_polytope_triangles == view_.wants_triangles();
    adopt(std::move(built->simulation));
    if (scene_.has_edited_motion()) scene_.rescale_motion();
    dirty_ = !is_up_to_date || !rules_.is_applied();
    is_stale_ = true;
}

// Keeps the settings of the user. Bodies, motions and room are replaced.
void MultiBodyLab::adopt(Simulation simulation) {
    simulation.settings = simulation_.settings;
    simulation.world.settings = simulation_.world.settings;
    simulation.world.settings.find_polytope_triangles = view_.wants_triangles();
    simulation_ = std::move(simulation);
    world_.apply();
    forget_frames();
    gallery_.update(simulation_.world);
    edits_.clear();
    rules_.apply_again();
    view_.begin_scene();
    panels_.pages.note_changed_bodies();
    dirty_ = has_begun_ = true;
}

Presentation MultiBodyLab::presentation() const {
    Presentation presentation{.scene = scene_.name(),
                              .details_share = view_.page.details_share(),
                              .is_animating = scene_.is_building() || view_.findings.oracle.has_pending()};
    if (!scene_.is_own()) presentation.seed = scene_.params().seed;
    if (scene_.is_building())
        presentation.progress = "Building " + ui::format_count(scene_.params().bodies) + " bodies · " +
                                ui::format_fixed(scene_.build_seconds(), 1) + " s";
    return presentation;
}

// --- the frame --------------------------------------------------------------------------------------------

void MultiBodyLab::update() {
    take_built();
    edits_.note_joint_moves();
    panels_.pages.start_wanted_graph(false);
    dirty_ |= view_.wants_triangles() && !simulation_.world.settings.find_polytope_triangles;
}

void MultiBodyLab::settle() {
    scene_.wait_for_build();
    take_built();
    panels_.pages.start_wanted_graph(true);
}

void MultiBodyLab::begin_unseen_run() {
    LabFrames::begin_unseen_run();
    view_.begin_unseen_run();
}

void MultiBodyLab::refresh(Clock clock) {
    apply_edits();
    LabFrames::refresh(clock);
}

void MultiBodyLab::step(Clock clock) {
    apply_edits();
    LabFrames::step(clock);
}

bool MultiBodyLab::seek(std::uint64_t frame, Clock clock) {
    apply_edits();
    view_.findings.continuous.forget_step();
    return LabFrames::seek(frame, clock);
}

TimelineHooks MultiBodyLab::timeline_hooks(Clock clock) {
    TimelineHooks hooks = LabFrames::timeline_hooks(clock);
    hooks.save = [this] { return TimelineExtra{edits_.save()}; };
    hooks.restore = [this](const TimelineExtra& extra) { edits_.restore(extra.state); };
    if (!view_.findings.continuous.is_on()) return hooks;
    hooks.step = [this, clock](Simulation& io_simulation) {
        if (&io_simulation == &simulation_)
            view_.findings.continuous.step(io_simulation, clock);
        else
            view_.findings.continuous.step_former(io_simulation);
    };
    return hooks;
}

void MultiBodyLab::apply_edits() {
    simulation_.world.settings.find_polytope_triangles = view_.wants_triangles();
    follow_changes(edits_.apply(rules_.applied_count(), simulation_));
    rules_.apply(simulation_.world);
}

// Updates the lab after bodies of the scene were added or removed.
void MultiBodyLab::follow_changes(const CrowdEdits::Changes& changes) {
    if (changes.added.empty() && !changes.has_lost_bodies) return;
    scene_.note_changed_bodies();
    forget_dead();
    if (changes.added.empty()) return;
    world_.apply();
    for (const BodyEdits::NewBody& body : changes.added)
        if (simulation_.world.is_live(body.id)) rules_.apply_to(body.id, body.rule_count, simulation_.world);
}

// Call it after bodies were added or removed, or after a jump to a frame with other bodies.
void MultiBodyLab::forget_dead() {
    gallery_.update(simulation_.world);
    view_.forget_dead();
    panels_.menu.forget_dead();
    panels_.pages.note_changed_bodies();
}

// Updates everything that is derived from the results of a frame.
void MultiBodyLab::update_results(FrameChange change, Clock) {
    view_.findings.oracle.note_new_frame();
    if (change == FrameChange::back) {
        world_.take_from_world();
        forget_dead();
    }
    note_deformation();
    selection_requests_.apply_once(view_, edits_, requests());
    view_.update_results(change);
}

void MultiBodyLab::note_deformation() {
    if (simulation_.deformation_error != shown_deformation_error_) {
        shown_deformation_error_ = simulation_.deformation_error;
        if (!shown_deformation_error_.empty()) notes_.push_back(shown_deformation_error_);
    }
    for (const BodyId id : simulation_.output.torn)
        notes_.push_back(body_name(id) +
                         " is no longer solid: " + simulation_.world.bodies()[id].deforming->tear_reason());
}

std::optional<OracleStatus> MultiBodyLab::verdict() {
    const bool may_skip =
        is_playing_ && !pause_.on_wrong && is_simplified(simulation_.world, is_software_rendered);
    return view_.findings.oracle.update_status(simulation_, view_.selected_pair(), may_skip);
}

std::string MultiBodyLab::why_pause() {
    std::string wrong;
    if (pause_.on_wrong)
        if (const std::optional<OracleStatus> status = verdict(); status && !status->agrees)
            wrong = status->tooltip;
    return pause_.check(simulation_, view_.selection().body(), wrong);
}

// --- the picture ------------------------------------------------------------------------------------------

CrowdPicture MultiBodyLab::picture(const draw::Palette& palette) const {
    return {view_, gallery_, palette, branch(), is_software_rendered};
}

void MultiBodyLab::draw(draw::DrawList& out, const draw::Palette& palette) const {
    draw_crowd(out, picture(palette));
}

std::vector<LegendEntry> MultiBodyLab::legend(const draw::Palette& palette) const {
    return crowd_legend(picture(palette));
}

// --- mouse and keys ---------------------------------------------------------------------------------------

// A left click on a body selects the body; with Shift, it selects the pair of this body and the selected body. While
// the Voronoi region is shown, a click on a body of the selected pair picks the feature under the mouse. A click on the
// background clears the selection, except while the walk is shown. A right click on a body opens its menu.
bool MultiBodyLab::mouse(const ViewMouse& mouse) {
    if (mouse.gesture != MouseGesture::click) return false;
    const std::optional<BodyHit> hit = hit_body(view_, mouse.ray_w);
    if (mouse.button == platform::MouseButton::right) {
        panels_.menu.open(hit ? std::optional(hit->body) : std::nullopt);
        return hit.has_value();
    }
    if (mouse.button != platform::MouseButton::left) return false;
    if (!hit) {
        if (!view_.is_walk_shown()) view_.select(std::nullopt);
        return true;
    }
    const Selection& selection = view_.selection();
    const std::optional<BodyId> selected = selection.body();
    if (mouse.modifiers.shift && selected && *selected != hit->body) {
        view_.select_pair(make_pair_of(*selected, hit->body));
    } else if (selection.pair() && selection.has(hit->body) && view_.region.is_on) {
        if (const auto feature = feature_at(simulation_.world, *hit, mouse.ray_w))
            view_.region.pick(*feature);
    } else if (!selection.has(hit->body)) {
        view_.select(hit->body);
    }
    return true;
}

bool MultiBodyLab::act(std::string_view action) {
    return view_.act(action) || act_on_bodies(action);
}

bool MultiBodyLab::act_on_bodies(std::string_view action) {
    const std::optional<BodyId> body = view_.selection().body();
    const std::optional<BodyPair> pair = view_.selection().pair();
    if (action == "edit.insert") {
        edits_.insert();
    } else if (action == "edit.scatter") {
        edits_.scatter();
    } else if (action == "edit.pair") {
        if (pair) {
            view_.select_pair(*pair); // keeps an inactive pair in the inspector
            edits_.toggle_pair(*pair);
        }
    } else if (action == "edit.body") {
        if (body) edits_.toggle_body(*body);
    } else if (action == "edit.remove") {
        if (body) edits_.remove(*body);
    } else {
        return false;
    }
    return true;
}

std::string MultiBodyLab::why_unavailable(std::string_view action) const {
    if (action == "play.seed" && !scene_.is_own())
        return "This scene comes from a file or a workload and has no seed. Edit a number below Scene for a "
               "random scene.";
    const std::string reason = view_.why_unavailable(action);
    return reason.empty() ? Lab::why_unavailable(action) : reason;
}

} // namespace boxwood

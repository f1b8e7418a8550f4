#include "app/labs/multi_body/multi_body.hpp"

#include "collision/parallel/tbb_executor.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>

#include <glm/geometric.hpp>
#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr std::array kActions{
    LabAction{"show.boxes", "Boxes: none, of overlapping pairs, all", "B"},
    LabAction{"show.lines", "Closest-feature lines", "L"},
    LabAction{"show.names", "Names of bodies", "N"},
    LabAction{"show.others", "Other bodies than the selected: shown, dimmed, glass, hidden", "I"},
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
    LabAction{"select.back", "Selection before", "Alt+Left"},
    LabAction{"select.forward", "Selection after", "Alt+Right"},
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

constexpr double kGoldenRatio = 0.6180339887498949;
constexpr double kSlowest = 1e-6; // percent: at zero speed a body would lose its direction

// As JSON, with all digits.
std::string exact(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

std::string exact(const glm::dvec3& v) {
    return "[" + exact(v.x) + ", " + exact(v.y) + ", " + exact(v.z) + "]";
}

std::size_t count_cubes(const CollisionWorld& world) {
    const auto has_cube = [](const Body& body) { return body.shape && body.box == BoxKind::fixed_cube; };
    return static_cast<std::size_t>(std::count_if(world.bodies().begin(), world.bodies().end(), has_cube));
}

} // namespace

Status MultiBodyLab::restart(std::uint64_t seed) {
    maker_.cancel();
    if (!is_own_scene_ && !wants_own_scene_) return restart_scene();
    params_.seed = seed;
    if (is_live_ && params_.bodies > kMaxMadeAtOnce) {
        start_making();
        return ok();
    }
    Result<Simulation> made = make_multi_body(params_);
    if (!made) {
        cancel_making();
        return made.error();
    }
    is_own_scene_ = true;
    wants_own_scene_ = false;
    scene_name_ = own_scene_name();
    adopt(std::move(*made));
    groups_ = BodyGroups();
    shown_ = params_;
    return ok();
}

std::string MultiBodyLab::own_scene_name() const {
    const char* kind = params_.mesh_percent == 0.0     ? "polytopes-"
                       : params_.mesh_percent == 100.0 ? "meshes-"
                                                       : "mixed-";
    return kind + std::to_string(params_.bodies);
}

Status MultiBodyLab::take_scene(LoadedScene scene) {
    cancel_making();
    is_own_scene_ = wants_own_scene_ = false;
    scene_name_ = std::move(scene.name);
    adopt(std::move(scene.simulation));
    std::vector<std::string> groups;
    for (SceneBody& body : scene.bodies) groups.push_back(std::move(body.group));
    groups_ = BodyGroups(std::move(groups));
    group_a_ = group_b_ = 0;
    numbers_ = read_numbers(simulation_);
    numbers_.params.shapes = std::move(params_.shapes);
    numbers_.params.seed = scene.seed;
    params_ = numbers_.params;
    start_.clear();
    start_.push(simulation_);
    cast_.clear();
    deforming_cast_ = simulation_.deforming;
    for (const Body& body : simulation_.world.bodies()) cast_.push_back(describe(body));
    start_switches_ = simulation_.world.pair_switches();
    starts_enabled_.clear();
    for (const Body& body : simulation_.world.bodies()) starts_enabled_.push_back(body.is_enabled);
    is_cast_changed_ = false;
    return ok();
}

// An imported scene returns to its first poses; if bodies were added or removed since, it needs a new world.
Status MultiBodyLab::restart_scene() {
    StateHistory start = start_;
    if (is_cast_changed_) {
        Simulation again;
        again.room_half = simulation_.room_half;
        again.deforming = deforming_cast_;
        if (Status status = again.world.set_broad_phase(simulation_.world.broad_phase_name()); !status)
            return status;
        if (Result<std::vector<BodyHandle>> ids = again.world.add_bodies(cast_); !ids) return ids.error();
        if (Status status = again.world.set_narrow_phase(simulation_.world.narrow_phase_name()); !status)
            return status;
        adopt(std::move(again));
        is_cast_changed_ = false;
        params_.bodies = numbers_.params.bodies;
    }
    start.pop(simulation_);
    switch_as_at_start();
    oracle_.forget_deferred(); // frames are counted again
    timeline_.clear();
    drop_branch();
    swaps_.restart();
    dirty_ = has_begun_ = true;
    return ok();
}

// Restores the enabled bodies and pairs of the scene.
void MultiBodyLab::switch_as_at_start() {
    CollisionWorld& world = simulation_.world;
    const bool by_default = start_switches_.is_enabled_by_default();
    for (BodyId id = 0; id < starts_enabled_.size(); ++id)
        (void)world.set_body_enabled(id, starts_enabled_[id]);
    world.set_all_pairs_enabled(by_default);
    start_switches_.for_each_exception(
        [&](BodyPair pair) { (void)world.set_pair_enabled(pair.a, pair.b, !by_default); });
    are_rules_applied_ = group_rules_.empty();
}

Status MultiBodyLab::take_meshes(std::vector<UserMesh> meshes) {
    MultiBodyParams next = params_;
    for (const UserMesh& mesh : meshes) {
        if (declares_solid_ && !mesh.shape->is_solid())
            if (Status status = mesh.shape->declare_solid(); !status)
                return Error{mesh.name + " cannot be solid: " + status.error().message};
        next.shapes.push_back(mesh.shape);
    }
    if (next.mesh_percent == 0.0) next.mesh_percent = 20.0;
    Result<Simulation> made = make_multi_body(next);
    if (!made) return made.error();
    const SceneChoice before = scene_choice();
    params_ = std::move(next);
    std::move(meshes.begin(), meshes.end(), std::back_inserter(user_meshes_));
    maker_.cancel();
    is_own_scene_ = true;
    wants_own_scene_ = false;
    scene_name_ = own_scene_name();
    adopt(std::move(*made));
    groups_ = BodyGroups();
    shown_ = params_;
    history_.note(
        "opened meshes", [this, before] { choose_scene(before); },
        [this, after = scene_choice()] { choose_scene(after); });
    return ok();
}

MultiBodyLab::SceneChoice MultiBodyLab::scene_choice() const {
    return {is_own_scene_ ? params_ : numbers_.params, user_meshes_, groups_, scene_name_, is_own_scene_};
}

// With the next restart. A given scene returns to its start.
void MultiBodyLab::choose_scene(const SceneChoice& choice) {
    cancel_making();
    params_ = choice.params;
    user_meshes_ = choice.meshes;
    wants_own_scene_ = choice.is_own;
    wants_restart_ = true;
    if (choice.is_own) return;
    groups_ = choice.groups;
    scene_name_ = choice.name;
    is_own_scene_ = false;
    is_cast_changed_ = true;
}

void MultiBodyLab::make_own_scene() {
    params_.faces += params_.faces % 2;
    clamp_scene_settings();
    if (!is_own_scene_ && !wants_own_scene_)
        history_.note(
            "new bodies in place of " + scene_name_,
            [this, before = scene_choice()] { choose_scene(before); },
            [this] { wants_own_scene_ = wants_restart_ = true; });
    wants_own_scene_ = wants_restart_ = true;
}

void MultiBodyLab::settings_edited(std::span<const std::string> names) {
    const SettingTable table = settings();
    bool is_scene = false, is_motion = false, is_world = false;
    for (const std::string& name : names) {
        const std::string_view group = table.find(name)->group;
        is_scene |= group == "Scene" && name != "solid";
        is_motion |= name == "spin" || name == "velocity";
        is_world |= group == "Broad phase" || group == "Narrow phase";
    }
    if (is_scene) make_own_scene();
    if (is_motion) rescale_motion(params_.spin_degrees, params_.speed_percent);
    if (is_world) apply_choices();
}

// --- scenes that take long to build -----------------------------------------------------------------------

Result<std::unique_ptr<MultiBodyLab::Made>> MultiBodyLab::make(const Order& order) {
    Result<Simulation> made = make_multi_body(order.params);
    if (!made) return made.error();
    CollisionWorld& world = made->world;
    world.settings = order.world_settings;
    if (Status status = world.set_broad_phase_settings(order.choices.broad); !status) return status.error();
    if (!order.choices.broad_phase.empty())
        if (Status status = world.set_broad_phase(order.choices.broad_phase); !status) return status.error();
    if (!order.choices.narrow_phase.empty())
        if (Status status = world.set_narrow_phase(order.choices.narrow_phase); !status)
            return status.error();
    collide(*made);
    auto whole = std::make_unique<Made>();
    whole->simulation = std::move(*made);
    whole->as = order;
    return whole;
}

void MultiBodyLab::start_making() {
    Order order{params_, choices_, simulation_.world.settings};
    order.world_settings.executor = nullptr; // the frame uses it
    maker_.start([order] { return make(order); });
}

void MultiBodyLab::take_made() {
    std::optional<Result<std::unique_ptr<Made>>> outcome = maker_.take_result();
    if (!outcome) return;
    if (!*outcome) {
        notes_.push_back(outcome->error().message);
        cancel_making();
        return;
    }
    Made& made = ***outcome;
    const MultiBodyParams now = std::move(params_);
    params_ = shown_ = made.as.params;
    is_own_scene_ = true;
    wants_own_scene_ = false;
    scene_name_ = own_scene_name();
    const bool is_as_ordered = made.as.choices == choices_ && !choices_.cube_percent &&
                               made.as.world_settings.find_polytope_triangles == wants_highlights();
    adopt(std::move(made.simulation));
    groups_ = BodyGroups();
    if (now.spin_degrees != params_.spin_degrees || now.speed_percent != params_.speed_percent)
        rescale_motion(now.spin_degrees, now.speed_percent);
    dirty_ = !is_as_ordered || !are_rules_applied_; // its first collision step is done
    is_stale_ = true;
}

// The running scene continues, and the sliders show its parameters.
void MultiBodyLab::cancel_making() {
    maker_.cancel();
    wants_own_scene_ = false;
    std::vector<std::shared_ptr<Shape>> shapes = std::move(params_.shapes);
    const std::uint64_t seed = params_.seed;
    params_ = is_own_scene_ ? shown_ : numbers_.params;
    params_.shapes = std::move(shapes);
    params_.seed = seed;
}

void MultiBodyLab::update() {
    take_made();
    note_joint_turns();
    if (std::exchange(wants_sweep_, false)) graphs_.start(SweepSize::quick);
    dirty_ |= wants_highlights() && !simulation_.world.settings.find_polytope_triangles;
}

void MultiBodyLab::run_unseen() {
    Lab::run_unseen();
    is_unseen_ = true;
}

bool MultiBodyLab::wants_highlights() const {
    return is_unseen_ ? asks_for_triangles_ : show_.contacts && show_.triangles;
}

void MultiBodyLab::settle() {
    maker_.wait();
    take_made();
    if (std::exchange(wants_sweep_, false)) graphs_.start_and_wait(SweepSize::quick);
}

Presentation MultiBodyLab::presentation() const {
    Presentation presentation{.scene = scene_name_,
                              .details_share = details_share(),
                              .is_animating = maker_.is_busy() || oracle_.has_pending()};
    if (!is_own_scene_) presentation.seed = params_.seed;
    if (maker_.is_busy())
        presentation.progress = "Building " + ui::format_count(params_.bodies) + " bodies · " +
                                ui::format_fixed(maker_.seconds(), 1) + " s";
    return presentation;
}

// Settings of the user stay; bodies, motions and room are new.
void MultiBodyLab::adopt(Simulation simulation) {
    simulation.settings = simulation_.settings;
    simulation.world.settings = simulation_.world.settings;
    simulation.world.settings.find_polytope_triangles = wants_highlights();
    simulation_ = std::move(simulation);
    apply_choices();
    timeline_.clear();
    drop_branch();
    gallery_.update(simulation_.world);
    selection_.forget_dead(simulation_.world);
    picked_ = picked_ && picked_->body == kNone ? picked_ : std::nullopt;
    swaps_.restart();
    swept_ = {};
    missed_.clear();
    edits_ = {};
    joint_edits_.clear();
    walk_.update(simulation_, std::nullopt);
    surface_distances_.clear();
    oracle_.forget_deferred();
    are_rules_applied_ = group_rules_.empty();
    marks_.clear();
    ++cast_revision_;
    dirty_ = has_begun_ = true;
}

// --- the frame --------------------------------------------------------------------------------------------

void MultiBodyLab::refresh(Clock clock) {
    apply_edits();
    Lab::refresh(clock);
}

void MultiBodyLab::step(Clock clock) {
    apply_edits();
    Lab::step(clock);
}

bool MultiBodyLab::seek(std::uint64_t frame, Clock clock) {
    apply_edits();
    swept_ = {};
    return Lab::seek(frame, clock);
}

TimelineHooks MultiBodyLab::timeline_hooks(Clock clock) {
    if (continuous_ == Continuous::off) return Lab::timeline_hooks(clock);
    TimelineHooks hooks;
    hooks.step = [this, clock](Simulation& io_simulation) {
        step_continuously(io_simulation, continuous_ == Continuous::on, swept_, clock);
        missed_.erase(io_simulation.frame);
        if (!swept_.missed.empty()) missed_[io_simulation.frame] = swept_.missed;
    };
    return hooks;
}

// The settings of the frame that was gone to.
void MultiBodyLab::take_settings_of_frame() {
    const CollisionWorld& world = simulation_.world;
    if (!choices_.broad_phase.empty()) choices_.broad_phase = world.broad_phase_name();
    if (!choices_.narrow_phase.empty()) choices_.narrow_phase = world.narrow_phase_name();
    choices_.broad = world.broad_phase_settings();
    choices_.start = world.settings.start;
    choices_.always_climb = world.settings.always_climb;
    gallery_.update(world);
    ++cast_revision_;
    marks_.forget_dead(world);
    selection_.forget_dead(world);
    if (picked_ && picked_->body != kNone && !world.is_live(picked_->body)) picked_.reset();
    if (menu_body_ && !world.is_live(*menu_body_)) menu_body_.reset();
}

std::size_t MultiBodyLab::total_missed() const {
    std::size_t sum = 0;
    for (const auto& [frame, missed] : missed_)
        if (frame <= simulation_.frame) sum += missed.size();
    return sum;
}

std::span<const SweptImpact> MultiBodyLab::missed() const {
    const auto found = missed_.find(simulation_.frame);
    return found == missed_.end() ? std::span<const SweptImpact>() : found->second;
}

void MultiBodyLab::apply_edits() {
    const bool has_edits = !joint_edits_.is_empty() || !edits_.is_empty();
    simulation_.world.settings.find_polytope_triangles = wants_highlights();
    if (!joint_edits_.is_empty())
        if (Status status = joint_edits_.apply(simulation_); !status)
            notes_.push_back(status.error().message);
    if (!edits_.is_empty()) apply_crowd_edits();
    dirty_ |= has_edits; // for the timeline
    if (!are_rules_applied_) apply_group_rules();
}

void MultiBodyLab::apply_group_rules() {
    are_rules_applied_ = true;
    for (const GroupRule& rule : group_rules_)
        if (Status status = groups_.apply(rule, simulation_.world); !status)
            notes_.push_back(status.error().message);
}

void MultiBodyLab::apply_crowd_edits() {
    const BodyEdits::Outcome outcome = edits_.apply(simulation_);
    if (!outcome.refused.empty()) notes_.push_back(outcome.refused);
    note_crowd_edits(outcome);
    if (!outcome.has_new_bodies && !outcome.has_lost_bodies) return;
    is_cast_changed_ = true;
    ++cast_revision_;
    marks_.forget_dead(simulation_.world);
    selection_.forget_dead(simulation_.world);
    if (picked_ && !simulation_.world.is_live(picked_->body)) picked_.reset();
    if (menu_body_ && !simulation_.world.is_live(*menu_body_)) menu_body_.reset();
    gallery_.update(simulation_.world);
    if (!is_own_scene_) params_.bodies = static_cast<int>(simulation_.world.body_count());
    if (outcome.has_new_bodies) apply_choices();
    if (outcome.has_new_bodies) are_rules_applied_ = group_rules_.empty();
}

void MultiBodyLab::note_crowd_edits(const BodyEdits::Outcome& outcome) {
    const auto queue = [this](auto&& add) {
        return [this, add] {
            add();
            dirty_ = true;
        };
    };
    const auto out = [&](const BodyEdits::KeptBodies& bodies) {
        return queue([this, bodies] { edits_.take_out(bodies); });
    };
    const auto back = [&](const BodyEdits::KeptBodies& bodies) {
        return queue([this, bodies] { edits_.put_back(bodies); });
    };
    for (const BodyEdits::KeptBodies& bodies : outcome.removed)
        history_.note("removal of " + body_name(bodies->front().id), back(bodies), out(bodies));
    for (const BodyEdits::KeptBodies& bodies : outcome.inserted)
        history_.note("insertion of " + std::to_string(bodies->size()) + " bodies", out(bodies),
                      back(bodies));
    for (const BodyEdits::Places& places : outcome.scattered)
        history_.note("scattering of " + std::to_string(places->size()) + " bodies",
                      queue([this, places] { edits_.place(places, true); }),
                      queue([this, places] { edits_.place(places, false); }));
}

// Everything derived from the results of a frame.
void MultiBodyLab::look(FrameChange change, Clock) {
    oracle_.new_frame();
    if (change == FrameChange::back) take_settings_of_frame();
    if (simulation_.deformation_error != shown_deformation_error_) {
        shown_deformation_error_ = simulation_.deformation_error;
        if (!shown_deformation_error_.empty()) notes_.push_back(shown_deformation_error_);
    }
    for (const BodyId id : simulation_.output.torn)
        notes_.push_back(body_name(id) +
                         " is no longer solid: " + simulation_.world.bodies()[id].deforming->tear());
    take_chosen_in_settings();
    selection_.follow(simulation_.output, simulation_.frame);
    contacts_.update(simulation_, selection_.pair());
    find_own_contacts();
    if (!is_unseen_) find_surface_distances();
    follow_swaps(change);
    walk_.update(simulation_, selection_.pair());
    if (picked_ && !selection_.has(picked_->body)) picked_.reset();
    if (is_walk_shown()) {
        look_at_walk();
    } else if (camera_before_walk_ && !is_page("walk")) {
        camera = *std::exchange(camera_before_walk_, std::nullopt);
        has_looked_at_walk_ = false;
    }
}

// Swaps belong to the step of their frame: edits and steps back update the observed boxes, but add no swaps.
void MultiBodyLab::follow_swaps(FrameChange change) {
    if (!is_page("intervals")) {
        if (swaps_.is_watching()) swaps_.restart();
    } else if (change == FrameChange::step) {
        swaps_.step(simulation_.world, simulation_.frame);
    } else if (change != FrameChange::none || !swaps_.is_watching()) {
        swaps_.follow(simulation_.world);
    }
}

// --set select=, with= and pick-...= name bodies before they exist.
void MultiBodyLab::take_chosen_in_settings() {
    const CollisionWorld& world = simulation_.world;
    if (chosen_body_ && world.is_live(*chosen_body_)) {
        if (chosen_partner_ && world.is_live(*chosen_partner_) && *chosen_partner_ != *chosen_body_)
            selection_.choose_pair(make_pair_of(*chosen_body_, *chosen_partner_), *chosen_body_);
        else
            selection_.choose_body(chosen_body_);
        if (picked_ && picked_->body == kNone) picked_->body = *chosen_body_;
        if (chosen_position_) move_chosen_joint(*chosen_body_);
    }
    chosen_body_.reset();
    chosen_partner_.reset();
    chosen_joint_.reset();
    chosen_position_.reset();
}

// --- the selection ----------------------------------------------------------------------------------------

const PairResult* MultiBodyLab::selected_pair() const {
    return selection_.pair() ? find_pair(simulation_.output, *selection_.pair()) : nullptr;
}

void MultiBodyLab::select(std::optional<BodyId> body) {
    selection_.choose_body(body);
    walk_.go_to(0);
    has_looked_at_walk_ = false;
    is_stale_ = true; // the walk, and other data of the selection
}

void MultiBodyLab::select_pair(BodyPair pair) {
    selection_.choose_pair(pair, pair.a);
    walk_.go_to(0);
    has_looked_at_walk_ = false;
    is_stale_ = true;
}

bool MultiBodyLab::is_walk_shown() const {
    return is_page("walk") && !walk_.is_empty();
}

// The camera follows the pair; its distance is under user control once the user has zoomed.
void MultiBodyLab::look_at_walk() {
    const Focus pair = focus(true);
    if (!camera_before_walk_) camera_before_walk_ = camera;
    if (has_looked_at_walk_ && camera.distance != framed_distance_) {
        camera.target_w = pair.center_w;
        return;
    }
    draw::focus(camera, pair.center_w, pair.radius);
    framed_distance_ = camera.distance;
    has_looked_at_walk_ = true;
}

std::size_t MultiBodyLab::count_hidden() const {
    std::size_t hidden = 0;
    for (BodyId id = 0; id < simulation_.world.bodies().size(); ++id)
        hidden += simulation_.world.is_live(id) && !is_visible(id) ? 1 : 0;
    return hidden;
}

std::string MultiBodyLab::why_pause() {
    std::string wrong;
    if (pause_.on_wrong)
        if (const std::optional<OracleStatus> status = verdict(); status && !status->agrees)
            wrong = status->tooltip;
    return pause_.check(simulation_, selection_.body(), wrong);
}

// --- edits of all bodies ----------------------------------------------------------------------------------

// Bodies keep their directions and spin axes.
void MultiBodyLab::rescale_motion(double spin_degrees, double speed_percent) {
    dirty_ = true;
    params_.spin_degrees = spin_degrees;
    params_.speed_percent = speed_percent;
    for (BodyId id = 0; id < simulation_.motions.size(); ++id) {
        if (!simulation_.world.is_live(id) || simulation_.world.bodies()[id].is_fixed) continue;
        Motion& motion = simulation_.motions[id];
        const double speed = glm::length(motion.velocity_w);
        if (speed > 0.0) motion.velocity_w *= std::max(speed_percent, kSlowest) / 100.0 / speed;
        motion.spin = glm::radians(spin_degrees);
    }
}

// Applies the user's settings to the existing world. A setting that the world rejects is reported and unchanged.
void MultiBodyLab::apply_choices() {
    CollisionWorld& world = simulation_.world;
    const auto tell = [this](const Status& status) {
        if (!status) notes_.push_back(status.error().message);
    };
    // First: the pair storage limits the number of bodies in a broad phase.
    tell(world.set_broad_phase_settings(choices_.broad));
    if (!choices_.broad_phase.empty() && choices_.broad_phase != world.broad_phase_name())
        tell(world.set_broad_phase(choices_.broad_phase));
    if (!choices_.narrow_phase.empty()) tell(world.set_narrow_phase(choices_.narrow_phase));
    world.settings.start = choices_.start;
    if (choices_.threads != threads_) {
        threads_ = choices_.threads;
        world.settings.executor = threads_ > 1 ? make_tbb_executor(threads_) : nullptr;
    }
    world.settings.always_climb = choices_.always_climb;
    dirty_ = true;
    if (!choices_.cube_percent) return;
    for (BodyId id = 0; id < world.bodies().size(); ++id) {
        if (!world.is_live(id)) continue;
        // Multiples of the golden ratio are evenly distributed: any share is well mixed, and stays so when it grows.
        const double place = 100.0 * std::fmod(kGoldenRatio * static_cast<double>(id + 1), 1.0);
        (void)world.set_box_kind(id,
                                 place < *choices_.cube_percent ? BoxKind::fixed_cube : BoxKind::dynamic_box);
    }
}

double MultiBodyLab::cube_percent() const {
    if (choices_.cube_percent) return *choices_.cube_percent;
    const std::size_t cubes = count_cubes(simulation_.world), bodies = simulation_.world.body_count();
    return bodies == 0 ? 0.0 : 100.0 * static_cast<double>(cubes) / static_cast<double>(bodies);
}

std::vector<ReportField> MultiBodyLab::facts() const {
    const auto flag = [](bool on) { return std::string(on ? "true" : "false"); };
    const auto name = [](std::string_view text) { return std::string("\"").append(text).append("\""); };
    const std::array kBoxes{"none", "overlapping", "all"}, kGlyphs{"none", "selected", "all"};
    const std::array kOthers{"shown", "dimmed", "glass", "hidden"};
    const CollisionWorld& world = simulation_.world;
    const std::optional<BodyPair>& pair = selection_.pair();
    const auto triple = [](const std::array<std::uint64_t, 3>& counts) {
        return "[" + std::to_string(counts[0]) + ", " + std::to_string(counts[1]) + ", " +
               std::to_string(counts[2]) + "]";
    };
    const SwapHistory::Frame* watched = swaps_.find(simulation_.frame);
    std::string missed_pairs; // [[a, b, time], ...]
    for (const SweptImpact& impact : missed())
        missed_pairs += (missed_pairs.empty() ? "[" : ", [") + std::to_string(impact.bodies.a) + ", " +
                        std::to_string(impact.bodies.b) + ", " + exact(impact.time) + "]";
    missed_pairs = "[" + missed_pairs + "]";
    std::string counters;
    for (const std::uint64_t count : simulation_.output.counters.list())
        counters += (counters.empty() ? "[" : ", ") + std::to_string(count);
    counters += "]";
    return {{"bodies", std::to_string(world.body_count())},
            {"boxes", name(kBoxes[static_cast<std::size_t>(show_.boxes)])},
            {"features", name(kGlyphs[static_cast<std::size_t>(show_.features)])},
            {"lines", flag(show_.lines)},
            {"others", name(kOthers[static_cast<std::size_t>(show_.others)])},
            {"mesh_distances", std::to_string(surface_distances_.size())},
            {"contacts", flag(show_.contacts)},
            {"region", flag(show_.region)},
            {"hidden_bodies", std::to_string(count_hidden())},
            {"outliner_rows", std::to_string(outliner_.found_count())},
            {"page", name(page_options()[static_cast<std::size_t>(page_)].word)},
            {"broad_phase", name(world.broad_phase_name())},
            {"narrow_phase", name(world.narrow_phase_name())},
            {"fixed_cubes", std::to_string(count_cubes(world))},
            {"threads", std::to_string(threads_)},
            {"selected", selection_.body() ? std::to_string(*selection_.body()) : "null"},
            {"pair", pair ? std::string("[")
                                .append(std::to_string(pair->a))
                                .append(", ")
                                .append(std::to_string(pair->b))
                                .append("]")
                          : "null"},
            {"pair_enabled", flag(pair && world.is_pair_enabled(*pair))},
            {"pairs_enabled_by_default", flag(world.pair_switches().is_enabled_by_default())},
            {"pairs_that_differ", std::to_string(world.pair_switches().exception_count())},
            {"pair_active", flag(selected_pair() != nullptr)},
            {"walk_steps", std::to_string(walk_.replay().steps.size())},
            {"walk_step", std::to_string(walk_.is_empty() ? 0 : walk_.step() + 1)},
            {"pair_iterations", selected_pair() ? std::to_string(selected_pair()->iterations) : "null"},
            {"swaps", triple(simulation_.output.swaps_by_axis)},
            {"swaps_on_rulers", watched ? triple(watched->counts) : "null"},
            {"frame_counters", counters},
            {"bodies_on_slider", std::to_string(params_.bodies)},
            {"building", flag(maker_.is_busy())},
            {"joints", joint_positions()},
            {"sum_of_squared_speeds", exact(sum_of_squared_speeds(simulation_))},
            {"sum_of_velocities", exact(sum_of_velocities(simulation_))},
            {"own_contacts", std::to_string(own_parts_.contacts.size())},
            {"contact_points", std::to_string(contacts_.point_count())},
            {"missed", missed_pairs},
            {"missed_in_total", std::to_string(total_missed())},
            {"stopped_pairs", std::to_string(swept_.stops.size())},
            {"user_meshes", std::to_string(user_meshes_.size())},
            {"deforming", std::to_string(simulation_.deforming.size())},
            {"hierarchies_rebuilt", std::to_string(simulation_.output.deformation.rebuilds)},
            {"self_triangle_pairs", std::to_string(simulation_.output.self_triangle_pairs.size())},
            {"vertices_refused", flag(!simulation_.deformation_error.empty())}};
}

} // namespace boxwood

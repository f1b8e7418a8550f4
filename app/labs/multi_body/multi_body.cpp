#include "app/labs/multi_body/multi_body.hpp"

#include "app/labs/multi_body/edits/body_joints.hpp"
#include "engine/ui/text/format.hpp"

#include <array>
#include <cstdio>
#include <limits>

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

// As JSON, with all digits.
std::string exact(double number) {
    char text[32];
    std::snprintf(text, sizeof text, "%.17g", number);
    return text;
}

std::string exact(const glm::dvec3& v) {
    return "[" + exact(v.x) + ", " + exact(v.y) + ", " + exact(v.z) + "]";
}

} // namespace

MultiBodyLab::MultiBodyLab()
    : scene_(simulation_, requests())
    , world_(simulation_, requests())
    , rules_(scene_.groups(), requests())
    , edits_(requests()) {}

Status MultiBodyLab::restart(std::uint64_t seed) {
    scene_.stop_making();
    if (scene_.restarts_given()) return restart_given();
    if (scene_.should_make_in_background()) {
        scene_.start_making(seed, world_.choices());
        return ok();
    }
    Result<Simulation> made = scene_.make(seed);
    if (!made) return made.error();
    adopt(std::move(*made));
    return ok();
}

// Returns to its first poses; if bodies were added or removed since, in a new world.
Status MultiBodyLab::restart_given() {
    if (scene_.has_lost_given_bodies()) {
        Result<Simulation> again = scene_.make_given_again();
        if (!again) return again.error();
        adopt(std::move(*again));
    }
    scene_.put_back_given();
    rules_.apply_again();
    oracle_.forget_deferred(); // frames are counted again
    timeline_.clear();
    drop_branch();
    swaps_.restart();
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
    Result<Simulation> made = scene_.make_with(std::move(meshes));
    if (!made) return made.error();
    adopt(std::move(*made));
    return ok();
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
    if (is_scene) scene_.make_own_next();
    if (is_motion) scene_.rescale_motion();
    if (is_world) world_.apply();
}

// The first collision step of a scene from the background is done already, if nothing changed since its order.
void MultiBodyLab::take_made() {
    const std::unique_ptr<SceneMaker::Made> made = scene_.take_made();
    if (!made) return;
    const bool is_as_ordered = made->as.choices == world_.choices() && !world_.choices().cube_percent &&
                               made->as.world_settings.find_polytope_triangles == wants_highlights();
    adopt(std::move(made->simulation));
    if (scene_.has_other_motion()) scene_.rescale_motion();
    dirty_ = !is_as_ordered || !rules_.is_applied();
    is_stale_ = true;
}

void MultiBodyLab::update() {
    take_made();
    edits_.note_turns();
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
    scene_.wait_for_made();
    take_made();
    if (std::exchange(wants_sweep_, false)) graphs_.start_and_wait(SweepSize::quick);
}

Presentation MultiBodyLab::presentation() const {
    Presentation presentation{.scene = scene_.name(),
                              .details_share = details_share(),
                              .is_animating = scene_.is_making() || oracle_.has_pending()};
    if (!scene_.is_own()) presentation.seed = scene_.params().seed;
    if (scene_.is_making())
        presentation.progress = "Building " + ui::format_count(scene_.params().bodies) + " bodies · " +
                                ui::format_fixed(scene_.making_seconds(), 1) + " s";
    return presentation;
}

// Settings of the user stay; bodies, motions and room are new.
void MultiBodyLab::adopt(Simulation simulation) {
    simulation.settings = simulation_.settings;
    simulation.world.settings = simulation_.world.settings;
    simulation.world.settings.find_polytope_triangles = wants_highlights();
    simulation_ = std::move(simulation);
    world_.apply();
    timeline_.clear();
    drop_branch();
    gallery_.update(simulation_.world);
    selection_.forget_dead(simulation_.world);
    picked_ = picked_ && picked_->body == kNone ? picked_ : std::nullopt;
    swaps_.restart();
    swept_ = {};
    missed_.clear();
    edits_.clear();
    walk_.update(simulation_, std::nullopt);
    surface_distances_.clear();
    oracle_.forget_deferred();
    rules_.apply_again();
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
    world_.take_from_world();
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
    simulation_.world.settings.find_polytope_triangles = wants_highlights();
    follow_changes(edits_.apply(simulation_));
    rules_.apply(simulation_.world);
}

// Of the bodies of the scene.
void MultiBodyLab::follow_changes(const CrowdEdits::Changes& changes) {
    if (!changes.has_new_bodies && !changes.has_lost_bodies) return;
    scene_.note_other_bodies();
    ++cast_revision_;
    marks_.forget_dead(simulation_.world);
    selection_.forget_dead(simulation_.world);
    if (picked_ && !simulation_.world.is_live(picked_->body)) picked_.reset();
    if (menu_body_ && !simulation_.world.is_live(*menu_body_)) menu_body_.reset();
    gallery_.update(simulation_.world);
    if (!changes.has_new_bodies) return;
    world_.apply();
    rules_.apply_again();
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
            {"threads", std::to_string(world_.threads())},
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
            {"bodies_on_slider", std::to_string(scene_.params().bodies)},
            {"building", flag(scene_.is_making())},
            {"joints", joint_positions_json(parts_of_body(world, selection_.body()))},
            {"sum_of_squared_speeds", exact(sum_of_squared_speeds(simulation_))},
            {"sum_of_velocities", exact(sum_of_velocities(simulation_))},
            {"own_contacts", std::to_string(own_parts_.contacts.size())},
            {"contact_points", std::to_string(contacts_.point_count())},
            {"missed", missed_pairs},
            {"missed_in_total", std::to_string(total_missed())},
            {"stopped_pairs", std::to_string(swept_.stops.size())},
            {"user_meshes", std::to_string(scene_.mesh_count())},
            {"deforming", std::to_string(simulation_.deforming.size())},
            {"hierarchies_rebuilt", std::to_string(simulation_.output.deformation.rebuilds)},
            {"self_triangle_pairs", std::to_string(simulation_.output.self_triangle_pairs.size())},
            {"vertices_refused", flag(!simulation_.deformation_error.empty())}};
}

} // namespace boxwood

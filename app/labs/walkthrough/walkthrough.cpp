// The walkthrough lab: scenes, frames, scripts, settings. User input is in walkthrough_input.cpp, how it looks in
// walkthrough_view.cpp, its panels in walkthrough_panels.cpp.
#include "app/labs/walkthrough/walkthrough.hpp"

#include "app/labs/assets.hpp"
#include "engine/import/text_file.hpp"
#include "engine/ui/export.hpp"
#include "engine/ui/text/format.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

constexpr std::uint64_t kMaxScriptBytes = 16u << 20;
constexpr std::size_t kMaxLogKept = 1u << 16; // bytes: more than the panel shows
constexpr double kSmoothing = 0.05;           // of costs, per frame
constexpr float kEyeSmoothing = 0.25f; // of the way that the eye has still to go over a step, per frame
constexpr float kEyeDistance = 1.5f;   // of the camera's target: sets near and far

constexpr std::array kActions{
    LabAction{"go.forward", "Walk forward (hold)", "W"},
    LabAction{"go.left", "Walk left (hold)", "A"},
    LabAction{"go.back", "Walk back (hold)", "S"},
    LabAction{"go.right", "Walk right (hold)", "D"},
    LabAction{"go.crouch", "Crouch (hold)", "C"},
    LabAction{"go.look", "The mouse looks, or is free", "Enter"},
    LabAction{"hand.close", "Shut the hand (hold)", "E"},
    LabAction{"hand.open", "Open the hand (hold)", "Q"},
    LabAction{"hand.take", "Take what is pointed at, or let go", "U"},
    LabAction{"hand.drop", "Let go at once", "V"},
    LabAction{"hand.further", "Reach out (hold)", "Home"},
    LabAction{"hand.nearer", "Draw the hand back (hold)", "End"},
    LabAction{"hand.up", "Raise the hand (hold)", "PageUp"},
    LabAction{"hand.down", "Lower the hand (hold)", "PageDown"},
    LabAction{"hand.left", "Turn the hand left (hold)", "Left"},
    LabAction{"hand.right", "Turn the hand right (hold)", "Right"},
    LabAction{"hand.tip", "Tip the hand up (hold)", "Up"},
    LabAction{"hand.dip", "Tip the hand down (hold)", "Down"},
    LabAction{"hand.roll-left", "Roll the hand left (hold)", "["},
    LabAction{"hand.roll-right", "Roll the hand right (hold)", "]"},
    LabAction{"finger.thumb", "Shut the thumb (hold)", "G"},
    LabAction{"finger.index", "Shut the index finger (hold)", "H"},
    LabAction{"finger.middle", "Shut the middle finger (hold)", "J"},
    LabAction{"finger.ring", "Shut the ring finger (hold)", "K"},
    LabAction{"finger.little", "Shut the little finger (hold)", "L"},
    LabAction{"held.bigger", "What is held grows (hold)", "="},
    LabAction{"held.smaller", "What is held shrinks (hold)", "-"},
    LabAction{"held.axis", "It grows along: all axes, x, y, z", "X"},
    LabAction{"walk.spectator", "From outside, or by the eyes", "O"},
    LabAction{"walk.detection", "Collision detection on or off", "Z"},
    LabAction{"walk.structure", "Collision structure: none, parts, boxes, hierarchy, features", "I"},
    LabAction{"walk.tips", "Distances of the fingertips", "N"},
    LabAction{"walk.sound", "Sound of contacts", "M"},
    LabAction{"walk.record", "Record the walk from its start, or save it", "P"},
};

const LabRegistration kRegistration(
    {.name = "walkthrough",
     .title = "Walkthrough",
     .question = "Is collision detection fast enough for a hand that grasps things in a furnished room?",
     .order = 50,
     .make = []() -> std::unique_ptr<Lab> { return std::make_unique<WalkthroughLab>(); },
     .actions = kActions,
     .own_files = {".walk", "script"}});

Result<WalkthroughScene> open_scene(const std::filesystem::path& file) {
    Result<LoadedScene> scene = load_scene(file);
    if (!scene) return scene.error();
    return make_walkthrough_scene(std::move(*scene));
}

// A built-in one by name, or a file.
Result<WalkthroughScene> find_scene(const std::string& name, const std::filesystem::path& folder) {
    if (name == "table") return make_walkthrough_scene(make_table_scene());
    if (name == "kitchen") {
        const Result<std::filesystem::path> file = find_asset("scenes/kitchen.json");
        if (!file) return file.error();
        return open_scene(*file);
    }
    const std::filesystem::path path(name);
    return open_scene(path.is_absolute() ? path : folder / path);
}

} // namespace

// --- beginning --------------------------------------------------------------------------------------------

Status WalkthroughLab::restart(std::uint64_t) {
    if (user_meshes_) return begin(*user_meshes_);
    std::string name = player_ && !player_->script().scene.empty() ? player_->script().scene : scene_choice_;
    if (scene_.name.empty() || scene_.choice != name) {
        Result<WalkthroughScene> scene = find_scene(name, std::filesystem::path(script_path_).parent_path());
        if (!scene) return scene.error();
        scene->choice = name;
        return begin(std::move(*scene));
    }
    return begin(scene_);
}

// On an Error what runs goes on untouched.
Status WalkthroughLab::begin(WalkthroughScene scene) {
    Simulation simulation;
    simulation.settings.speed = 1.0;
    if (Result<std::vector<BodyHandle>> ids = simulation.world.add_bodies(scene.descs); !ids)
        return ids.error();
    for (BodyId id = 0; id < scene.bodies.size(); ++id)
        if (const std::optional<WalkHinge>& hinge = scene.bodies[id].hinge; hinge && hinge->joint != kNone)
            simulation.world.place_joint_position(id, hinge->joint, hinge->angle);
    WalkStart start = scene.start;
    if (player_) {
        player_ = WalkPlayer(WalkScript(player_->script())); // from its first line
        if (player_->script().start) start = *player_->script().start;
    }
    Walk walk;
    walk.detects = walk_.detects;
    if (Status status = walk.begin(simulation, scene.bodies, start); !status) return status;
    simulation_ = std::move(simulation);
    walk_ = std::move(walk);
    scene_ = std::move(scene);
    if (std::exchange(wants_recording_, false))
        recorder_.emplace().begin(scene_.choice, start);
    else
        recorder_.reset();
    pending_ = {};
    taking_.reset();
    question_.reset();
    aim_ = {};
    told_until_ = 0;
    inputs_.clear();
    timeline_.clear();
    costs_ = {};
    has_begun_ = true;
    log_.clear();
    log_lines_ = 0;
    has_log_begun_ = false;
    worst_ms_ = 0.0;
    view_height_ = static_cast<float>(walk_.walker().eye_w().y);
    gallery_.update(simulation_.world);
    for (BodyId id = 0; id < scene_.surfaces.size(); ++id)
        for (WalkSurface& surface : scene_.surfaces[id]) {
            const std::shared_ptr<Shape>& shape = simulation_.world.bodies()[id].shape;
            if (!surface.mesh)
                surface.gallery_place =
                    gallery_.learn(shape->parts() ? shape->part_shape(surface.first_part) : shape);
        }
    place_camera();
    return ok();
}

Status WalkthroughLab::take_scene(LoadedScene scene) {
    WalkthroughScene made = make_walkthrough_scene(std::move(scene));
    if (Status status = begin(made); !status) return status;
    user_meshes_ = std::move(made);
    return ok();
}

// A mesh alone says neither where it stands nor whether it can be lifted.
Status WalkthroughLab::take_meshes(std::vector<UserMesh> meshes) {
    if (meshes.empty()) return ok();
    return Error{meshes.front().name + ": place it in a scene file: {\"mesh\": \"" + meshes.front().name +
                 "\", \"pose\": {\"t\": [0, 1, 0]}}"};
}

Status WalkthroughLab::load_script(const std::string& path) {
    const Result<std::string> text = read_text_file(path, kMaxScriptBytes);
    if (!text) return text.error();
    Result<WalkScript> script = parse_walk_script(*text, shown(path));
    if (!script) return script.error();
    if (!script->scene.empty()) user_meshes_.reset();
    player_.emplace(std::move(*script));
    script_path_ = path;
    wants_restart_ = true;
    return ok();
}

// --- frames -----------------------------------------------------------------------------------------------

// In the past the recorded inputs are repeated, until a person moves: then the walk goes on from there.
void WalkthroughLab::step(Clock clock) {
    const bool is_past = timeline_.has(simulation_.frame) && timeline_.last() > simulation_.frame;
    const WalkInput live =
        is_past && player_ ? WalkInput{}
                           : rounded(player_ && !player_->is_done() ? player_->next(walk_) : take_input());
    if (is_past && live == WalkInput{}) return Lab::step(clock);
    if (is_past) note_edit();
    settle_timeline();
    dirty_ = false;
    if (recorder_) recorder_->add(live);
    if (timeline_.is_on()) {
        inputs_.resize(static_cast<std::size_t>(simulation_.frame));
        inputs_.push_back(live);
    }
    held_at_look_ = walk_.held();
    is_judged_ = false;
    walk_.step(simulation_, live, clock);
    timeline_.note_step(simulation_, step_milliseconds(simulation_.output.times), clock,
                        timeline_hooks(clock));
    note_step();
    note_cost(simulation_.output.times);
    place_camera();
}

// After a known frame, gone to or repeated.
void WalkthroughLab::look(FrameChange change, Clock) {
    if (change == FrameChange::none) return;
    taking_.reset();
    held_at_look_ = walk_.held();
    is_judged_ = false;
    place_camera();
}

TimelineHooks WalkthroughLab::timeline_hooks(Clock clock) {
    TimelineHooks hooks;
    hooks.step = [this, clock](Simulation& io_simulation) {
        walk_.step(io_simulation, inputs_[static_cast<std::size_t>(io_simulation.frame)], clock);
    };
    hooks.save = [this] {
        constexpr std::size_t kPerBody = 512, kOfWalk = 64 * 1024; // about what a walk holds
        return TimelineExtra{std::make_shared<const Moment>(Moment{walk_, player_, view_height_}),
                             kOfWalk + kPerBody * simulation_.world.bodies().size()};
    };
    hooks.restore = [this](const TimelineExtra& extra) {
        const Moment& moment = *static_cast<const Moment*>(extra.state.get());
        walk_ = moment.walk;
        player_ = moment.player;
        view_height_ = moment.view_height;
    };
    return hooks;
}

void WalkthroughLab::refresh(Clock clock) {
    const FrameRecord kept = record_of(simulation_.output);
    held_at_look_ = walk_.held();
    is_judged_ = false;
    const bool is_same = timeline_.has_same(simulation_);
    walk_.look(simulation_, clock);
    if (!kept.is_empty()) put_back(kept, simulation_.output);
    if (is_same)
        is_exact_ = false;
    else
        note_edit();
    place_camera();
    dirty_ = is_stale_ = false;
}

// The chips over the view have the hints.
Presentation WalkthroughLab::presentation() const {
    Presentation presentation{.scene = scene_.name,
                              .seed = scene_.seed,
                              .hint = {},
                              .starts_bare = true,
                              .wants_mouse = has_mouse_,
                              .covered = covered_};
    if (player_) presentation.length = player_->script().frames();
    return presentation;
}

void WalkthroughLab::note_step() {
    std::string added;
    for (const WalkEvent& event : walk_.events()) {
        added += to_text(event) + "\n";
        ++log_lines_;
    }
    log_ += added;
    if (log_.size() > kMaxLogKept) log_.erase(0, log_.find('\n', log_.size() - kMaxLogKept / 2) + 1);
    if (!std::exchange(has_log_begun_, true))
        write_log(added, write_text_file); // a walk without events leaves an empty log, a failed start none
    else if (!added.empty())
        write_log(added, append_text_file);
    if (options_.has_sound && is_live_) play_sounds();
}

// The first failure is told, and ends the log.
void WalkthroughLab::write_log(std::string_view text,
                               Status write(const std::filesystem::path&, std::string_view)) {
    if (log_path_.empty()) return;
    if (Status status = write(log_path_, text); !status) {
        notes_.push_back(status.error().message);
        log_path_.clear();
    }
}

void WalkthroughLab::note_cost(const PhaseTimes& times) {
    const double step_ms = step_milliseconds(times);
    if (step_ms > worst_ms_) {
        worst_ms_ = step_ms;
        worst_frame_ = simulation_.frame;
    }
    Cost& cost = costs_[walk_.detects ? 1 : 0];
    const double weight = cost.frames++ == 0 ? 1.0 : kSmoothing;
    cost.detection_ms += weight * (times.collision() - cost.detection_ms);
    cost.frame_ms += weight * (step_ms - cost.frame_ms);
}

// The eye eases over steps, unless motion is to be reduced; the walker itself does not.
void WalkthroughLab::place_camera() {
    if (is_spectator_) return;
    const Walker& walker = walk_.walker();
    glm::vec3 eye_w(walker.eye_w());
    view_height_ +=
        options_.has_reduced_motion ? eye_w.y - view_height_ : kEyeSmoothing * (eye_w.y - view_height_);
    eye_w.y = view_height_;
    camera.fov_y = glm::radians(options_.field_of_view);
    camera.is_orthographic = false;
    camera.yaw = static_cast<float>(walker.yaw());
    camera.pitch = static_cast<float>(-walker.pitch());
    camera.distance = kEyeDistance;
    camera.target_w = glm::vec3(0.0f);
    camera.target_w = eye_w - camera.eye_w();
}

// Over the right shoulder.
void WalkthroughLab::look_from_outside() {
    camera.target_w = glm::vec3(walk_.hand().grip_center_w());
    camera.distance = 2.6f;
    camera.yaw = static_cast<float>(walk_.walker().yaw()) + 0.7f;
    camera.pitch = 0.35f;
    camera.fov_y = 0.7f;
}

void WalkthroughLab::toggle_record() {
    if (!recorder_) {
        ask_before_restart("A recording begins with a new walk.", "Restart and record", [this] {
            wants_recording_ = wants_restart_ = true;
            player_.reset();
        });
        return;
    }
    ui::export_text(ui::ExportWay::save, "walk", "walk", recorder_->text());
    recorder_.reset();
}

void WalkthroughLab::play_sounds() {
    if (!tones_.open()) return;
    constexpr float kLow = 180.0f, kHigh = 640.0f;
    for (const WalkEvent& event : walk_.events()) {
        if (event.kind != WalkEvent::Kind::touch && event.kind != WalkEvent::Kind::rest) continue;
        const float share = std::min(1.0f, static_cast<float>(event.speed));
        tones_.play(event.kind == WalkEvent::Kind::touch ? kLow + (kHigh - kLow) * share : kLow, 0.14f,
                    0.08f + 0.12f * share);
    }
}

// --- the interface of the lab ----------------------------------------------------------------------------------

Focus WalkthroughLab::focus(bool) const {
    return {glm::vec3(walk_.hand().grip_center_w()), 1.2f};
}

std::vector<ReportField> WalkthroughLab::facts() const {
    std::vector<ReportField> facts;
    const auto add = [&](const char* name, std::string json) { facts.push_back({name, std::move(json)}); };
    const auto quoted = [](std::string_view text) { return "\"" + std::string(text) + "\""; };
    const glm::dvec3 feet = walk_.walker().feet_w(), grip = walk_.hand().grip_center_w();
    const auto triple = [](const glm::dvec3& v) {
        return "[" + std::to_string(v.x) + ", " + std::to_string(v.y) + ", " + std::to_string(v.z) + "]";
    };
    add("feet", triple(feet));
    add("grip", triple(grip));
    add("look", triple({walk_.walker().yaw(), walk_.walker().pitch(), 0.0}));
    std::string scaled;
    for (BodyId id = 0; id < scene_.bodies.size(); ++id)
        if (walk_.scale_of(id) != glm::dvec3(1.0))
            scaled += (scaled.empty() ? "" : ", ") + quoted(scene_.bodies[id].name) + ": " +
                      triple(walk_.scale_of(id));
    add("scaled", "{" + scaled + "}");
    add("held", walk_.held() == kNone ? "null" : quoted(walk_.body(walk_.held()).name));
    add("detection", walk_.detects ? "true" : "false");
    add("has_mouse", has_mouse_ ? "true" : "false");
    add("taking", taking_ ? quoted(walk_.body(taking_->body()).name) : "null");
    add("aim", aim_.body == kNone ? "null" : quoted(walk_.body(aim_.body).name));
    add("asks_before_restart", question_ ? "true" : "false");
    add("recording", recorder_ ? "true" : "false");
    add("spectator", is_spectator_ ? "true" : "false");
    add("convex_pieces", std::to_string(scene_.convex_pieces));
    add("meshes", std::to_string(scene_.meshes));
    add("hand_parts", std::to_string(walk_.hand().model().tree().part_count()));
    std::string touched;
    for (BodyId id = 0; id < scene_.bodies.size(); ++id)
        if (walk_.is_touched(id)) touched += (touched.empty() ? "" : ", ") + quoted(scene_.bodies[id].name);
    add("touched", "[" + touched + "]");
    add("touches", std::to_string(walk_.touches().size()));
    add("log_lines", std::to_string(log_lines_));
    add("worst_step_ms", std::to_string(worst_ms_));
    add("worst_step_frame", std::to_string(worst_frame_));
    return facts;
}

SettingTable WalkthroughLab::settings() {
    SettingTable table;
    table.group("Walk");
    table.add(free_text(
        {"scene", "", "`kitchen`, `table` or a scene file"},
        [this](std::string_view v) {
            scene_choice_ = v;
            wants_restart_ = true;
            return ok();
        },
        [this] { return scene_choice_; }));
    table.add(free_text({"script", "", "Walk file to play; headless the run is as long as the walk"},
                        [this](std::string_view v) { return load_script(std::string(v)); }));
    table.add(free_text({"log", "", "File for what the hand touches, lifts and drops, frame by frame"},
                        [this](std::string_view v) {
                            if (v.empty()) return Status(Error{"setting log: no name given"});
                            log_path_ = v;
                            return ok();
                        }));
    table.add(flag({"detection", "Detection", "Off: no queries run, and the hand passes through everything"},
                   true, member(walk_.detects)));
    table.add(choice({"oracle", "Oracle",
                      "Verifies pairs, contacts and touches of every frame by independent, slow methods"},
                     {{"off"}, {"all"}}, 0, member(asks_oracle_, [this] { is_judged_ = false; }))
                  .segmented());
    table.add(choice({"scale-axis", "Keys", "What the keys = and - scale of the held thing (X)"},
                     {{"all", "All"}, {"x"}, {"y"}, {"z"}}, 0, member(grow_axis_))
                  .segmented());
    const Show shown;
    const Options usual;
    table.group("Display");
    table.add(choice({"structure", "Structure",
                      "Collision structure of what is touched, held or pointed at: its convex parts or "
                      "triangles, boxes, hierarchy, or the features in contact (I)"},
                     {{"none"}, {"parts"}, {"boxes"}, {"hierarchy", "tree"}, {"features"}}, 0,
                     member(structure_)));
    table.add(flag({"tips", "Fingertips", "Lines to the nearest thing, and bars of their lengths"},
                   shown.tips, member(show_.tips)));
    table.add(flag({"triangles", "Touched triangles", "Triangles of the closest features in contact"},
                   shown.triangles, member(show_.triangles)));
    table.add(flag({"names", "Names in contact", "Names of the things that the hand touches"}, shown.names,
                   member(show_.names)));
    table.add(flag({"shadows", "Shadows", "Shadows of all bodies; without them drawing is faster"},
                   shown.shadows, member(show_.shadows)));
    table.add(flag({"edges", "Edges", "Outlines of facets"}, shown.edges, member(show_.edges)));
    table.add(flag({"spectator", "From outside", "Orbit camera: drag orbits, the wheel zooms"}, false,
                   {[this] { return is_spectator_ ? 1.0 : 0.0; },
                    [this](double v) {
                        if ((v != 0.0) == is_spectator_) return;
                        if (scene_.name.empty())
                            is_spectator_ = !is_spectator_; // before the walk begins
                        else
                            act("walk.spectator");
                    }}));
    table.add(
        number({"field-of-view", "Field of view", "From bottom to top"},
               {.low = 30, .high = 110, .reset = decimal_of(usual.field_of_view), .unit = "°", .decimals = 0},
               member(options_.field_of_view)));
    table.add(
        number({"mouse-speed", "Mouse", "Turns of the view per motion of the mouse, relative to the usual"},
               {.low = 0.1,
                .high = 10,
                .reset = decimal_of(usual.mouse_speed),
                .unit = "×",
                .decimals = 1,
                .is_logarithmic = true},
               member(options_.mouse_speed)));
    table.add(flag({"sound", "Sound", "A tone when the hand touches something"}, usual.has_sound,
                   member(options_.has_sound)));
    table.add(flag({"reduced-motion", "Reduced motion",
                    "The eye does not ease over steps, and the stick turns in steps of 30°"},
                   usual.has_reduced_motion, member(options_.has_reduced_motion)));
    return table;
}

} // namespace boxwood

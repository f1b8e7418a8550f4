// The walkthrough lab: walks, frames and input. The panels are in walkthrough_window.cpp.
#include "app/labs/walkthrough/walkthrough.hpp"

#include <array>
#include <functional>
#include <memory>
#include <utility>

namespace boxwood {
namespace {

constexpr std::uint64_t kMinToAsk = 120; // frames; a restart of a longer walk needs confirmation
// The state of a keyframe in addition to the simulation.
struct WalkKeyframe {
    Walk walk;
    std::optional<WalkPlayer> player;
    float eye_height = 0.0f;
};

constexpr std::array kWalkActions{
    LabAction{"go.forward", "Walk forward (hold)", "W"},
    LabAction{"go.left", "Walk left (hold)", "A"},
    LabAction{"go.back", "Walk back (hold)", "S"},
    LabAction{"go.right", "Walk right (hold)", "D"},
    LabAction{"go.crouch", "Crouch (hold)", "C"},
    LabAction{"go.look", "Look with the mouse, or free it", "Enter"},
    LabAction{"hand.close", "Shut the hand (hold)", "E"},
    LabAction{"hand.open", "Open the hand (hold)", "Q"},
    LabAction{"hand.take", "Take the object that you point at, or release the held one", "U"},
    LabAction{"hand.drop", "Let go immediately", "V"},
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
    LabAction{"held.bigger", "Enlarge the held object (hold)", "="},
    LabAction{"held.smaller", "Shrink the held object (hold)", "-"},
    LabAction{"held.axis", "Scale along all axes, x, y or z", "X"},
    LabAction{"walk.spectator", "View from outside or from the eyes", "O"},
    LabAction{"walk.detection", "Collision detection on or off", "Z"},
    LabAction{"walk.structure", "Collision structure: none, parts, boxes, hierarchy, features", "I"},
    LabAction{"walk.tips", "Distances of the fingertips", "N"},
    LabAction{"walk.sound", "Sound of contacts", "M"},
    LabAction{"walk.record", "Record the walk from its start, or save it", "P"},
};

const LabRegistration kWalkRegistration(
    {.name = "walkthrough",
     .title = "Walkthrough",
     .question = "Is collision detection fast enough for a hand that grasps things in a furnished room?",
     .order = 50,
     .make = []() -> std::unique_ptr<Lab> { return std::make_unique<WalkthroughLab>(); },
     .actions = kWalkActions,
     .own_files = {".walk", "script"}});

} // namespace

// --- beginning --------------------------------------------------------------------------------------------

Status WalkthroughLab::restart(std::uint64_t) {
    const bool has_new_script = tape_.has_waiting_script();
    const bool leaves_user_scene = has_new_script && !tape_.script_scene().empty();
    Result<WalkthroughScene> scene = stage_.next(tape_.script_scene(), tape_.folder(), leaves_user_scene);
    const Status status = scene ? begin(std::move(*scene)) : Status(scene.error());
    if (!status)
        tape_.keep_current_script(); // the current walk continues
    else if (leaves_user_scene)
        stage_.drop_user_scene();
    if (status && has_new_script) {
        opened_files_.push_back(tape_.path());
        history_.clear(); // undo would restore the previous script
    }
    return status;
}

// On an Error the current walk continues unchanged.
Status WalkthroughLab::begin(WalkthroughScene scene) {
    Simulation simulation;
    simulation.settings.speed = 1.0;
    if (Result<std::vector<BodyHandle>> ids = simulation.world.add_bodies(scene.descs); !ids)
        return ids.error();
    for (BodyId id = 0; id < scene.bodies.size(); ++id)
        if (const std::optional<WalkHinge>& hinge = scene.bodies[id].hinge; hinge && hinge->joint != kNone)
            simulation.world.set_valid_joint_position(id, hinge->joint, hinge->angle);
    const WalkStart start = tape_.start(scene.start);
    Walk walk;
    walk.is_detection_on = walk_.is_detection_on;
    if (Status status = walk.begin(simulation, scene.bodies, start); !status) return status;
    simulation_ = std::move(simulation);
    walk_ = std::move(walk);
    stage_.enter(std::move(scene), simulation_.world);
    tape_.rewind();
    tape_.begin(script_name_of(stage_.scene()), start);
    controls_.begin();
    target_.begin();
    overlay_.begin();
    outliner_.restart(current_walk());
    journal_.clear();
    forget_frames();
    has_begun_ = true;
    eye_.begin(walk_);
    eye_.place(walk_, camera);
    return ok();
}

Status WalkthroughLab::take_scene(LoadedScene scene) {
    WalkthroughScene walk_scene = make_walkthrough_scene(std::move(scene));
    if (Status status = begin(walk_scene); !status) return status;
    stage_.take_user_scene(std::move(walk_scene));
    return ok();
}

// Refuses meshes, because a mesh alone has no pose and no mass.
Status WalkthroughLab::take_meshes(std::vector<UserMesh> meshes) {
    if (meshes.empty()) return ok();
    return Error{meshes.front().name +
                 ": the walkthrough opens only scene files; place the mesh in one: {\"mesh\": \"" +
                 meshes.front().name + "\", \"pose\": {\"t\": [0, 1, 0]}}"};
}

void WalkthroughLab::choose_scene(const std::string& name) {
    struct Choice {
        std::string name;
        std::optional<WalkthroughScene> user_scene;
        std::optional<WalkTape::OpenedScript> script;
    };
    const auto restore = [this](Choice choice) {
        return [this, choice = std::make_shared<const Choice>(std::move(choice))] {
            stage_.choose(choice->name);
            stage_.take_user_scene(choice->user_scene);
            tape_.put_script(choice->script);
            wants_restart_ = true;
        };
    };
    const std::function<void()> undo = restore({stage_.choice(), stage_.user_scene(), tape_.script()});
    const std::function<void()> redo = restore({name, {}, {}});
    redo();
    history_.note("choice of the scene", undo, redo);
}

Status WalkthroughLab::load_script(const std::string& path) {
    if (Status status = tape_.load_script(path); !status) return status;
    wants_restart_ = true;
    return ok();
}

void WalkthroughLab::set_detection(bool is_detection_on) {
    if (std::exchange(walk_.is_detection_on, is_detection_on) == is_detection_on ||
        stage_.scene().name.empty())
        return;
    note_edit(); // no pose changes, so the timeline cannot detect the edit
    dirty_ = true;
}

void WalkthroughLab::ask_before_restart(WalkOverlay::Question question) {
    if (simulation_.frame < kMinToAsk) return question.yes();
    controls_.capture_mouse(false);
    overlay_.ask(std::move(question));
}

// --- frames -----------------------------------------------------------------------------------------------

// If later frames are recorded, repeats their inputs until the user gives input. Then the walk continues from that
// frame with the user's input, and the later frames are dropped. With a script or in a repeated run, the user's input
// has no effect in such a frame.
void WalkthroughLab::step(Clock clock) {
    settle_timeline(); // first, because it can restore a keyframe, and with it the position in the script
    const bool is_past = timeline_.has(simulation_.frame) && timeline_.last() > simulation_.frame;
    const std::optional<WalkInput> repeated = tape_.repeated(simulation_.frame);
    const WalkInput live = is_past && (tape_.has_script() || repeated) ? WalkInput{}
                           : tape_.is_scripted()                       ? rounded(tape_.next(walk_))
                                                 : rounded(repeated ? *repeated : take_input());
    if (is_past && live == WalkInput{}) return LabFrames::step(clock);
    if (is_past) note_edit();
    dirty_ = false;
    tape_.note(simulation_.frame, live, timeline_.is_on());
    expect_new_touches();
    walk_.step(simulation_, live, clock);
    timeline_.note_step(simulation_, step_milliseconds(simulation_.output.times), clock,
                        timeline_hooks(clock));
    if (const Status status = journal_.note_step(walk_, simulation_, controls_.has_window()); !status)
        notes_.push_back(status.error().message);
    eye_.place(walk_, camera);
}

WalkInput WalkthroughLab::take_input() {
    if (const std::optional<WalkInput> taking_input = target_.next(current_walk(), controls_))
        return *taking_input;
    return controls_.next(walk_.held() != kNone);
}

void WalkthroughLab::expect_new_touches() {
    oracle_.note_touches_of(walk_.held());
}

// Called after a jump to a recorded frame, and after a frame was repeated.
void WalkthroughLab::update_results(FrameChange change, Clock) {
    if (change == FrameChange::none) return;
    target_.stop_taking();
    expect_new_touches();
    eye_.place(walk_, camera);
}

TimelineHooks WalkthroughLab::timeline_hooks(Clock clock) {
    TimelineHooks hooks;
    hooks.step = [this, clock](Simulation& io_simulation) {
        if (tape_.is_scripted()) (void)tape_.next(walk_); // the script advances as in the first run
        walk_.step(io_simulation, tape_.input(io_simulation.frame), clock);
    };
    hooks.save = [this] {
        constexpr std::size_t kPerBody = 512, kOfWalk = 64 * 1024; // approximate memory of a walk in bytes
        return TimelineExtra{
            std::make_shared<const WalkKeyframe>(WalkKeyframe{walk_, tape_.player(), eye_.height()}),
            kOfWalk + kPerBody * simulation_.world.bodies().size()};
    };
    hooks.restore = [this](const TimelineExtra& extra) {
        const WalkKeyframe& keyframe = *static_cast<const WalkKeyframe*>(extra.state.get());
        walk_ = keyframe.walk;
        tape_.restore(keyframe.player);
        eye_.restore(keyframe.eye_height);
    };
    return hooks;
}

void WalkthroughLab::refresh(Clock clock) {
    const FrameRecord of_step = record_of(simulation_.output);
    expect_new_touches();
    const bool is_same = timeline_.matches(simulation_);
    walk_.detect(simulation_, clock);
    if (!of_step.is_empty()) put_back(of_step, simulation_.output);
    if (is_same)
        caches_match_step_ = false;
    else
        note_edit();
    eye_.place(walk_, camera);
    dirty_ = is_stale_ = false;
}

std::optional<OracleStatus> WalkthroughLab::verdict() {
    judge();
    return oracle_.verdict();
}

std::string WalkthroughLab::why_pause() {
    std::string wrong;
    if (pause_.needs_verdict())
        if (const std::optional<OracleStatus> status = verdict(); status && !status->agrees)
            wrong = status->tooltip;
    return pause_.check(walk_, simulation_.output.times, wrong);
}

// --- input ------------------------------------------------------------------------------------------------

void WalkthroughLab::input(const LabInput& input) {
    controls_.take_held(input);
    if (controls_.take_gamepad(input.frame.gamepad, eye_.has_reduced_motion())) toggle_outside();
    const bool is_mouse_in_view = !eye_.is_outside() && !input.is_mouse_on_interface;
    if (controls_.has_mouse() || is_mouse_in_view) controls_.take_events(input.frame, [this] { use_hand(); });
    target_.point_at_nothing();
    if (eye_.is_outside() || target_.is_taking()) return;
    if (controls_.has_mouse())
        target_.point_along(draw::ray_through(camera, {0.0f, 0.0f}, 1.0f), current_walk());
    else if (controls_.free_ray() && !input.is_mouse_on_interface)
        target_.point_along(*controls_.free_ray(), current_walk());
}

// A click in the view captures the mouse. Dragging looks around without capturing it.
bool WalkthroughLab::mouse(const ViewMouse& mouse) {
    if (eye_.is_outside()) return false;
    if (controls_.take_free_mouse(mouse)) {
        controls_.capture_mouse(true);
        // Updates the target in case the mouse has not moved before the click.
        target_.point_along(mouse.ray_w, current_walk());
        if (target_.can_take(current_walk())) use_hand();
    }
    return mouse.gesture != MouseGesture::press || mouse.button != platform::MouseButton::middle;
}

void WalkthroughLab::toggle_outside() {
    eye_.toggle_outside();
    controls_.capture_mouse(false);
    if (eye_.is_outside()) eye_.look_from_outside(walk_, camera);
}

} // namespace boxwood

// What: a lab is one screen about one question. It owns a simulation, draws it, and offers settings and readouts;
//       the shell (app/show) owns the window, the clock of play and pause, the camera's gestures and the frame.
// To add one: a new .cpp in this folder with a LabRegistration; nothing else names it.
#pragma once

#include "app/labs/view.hpp"
#include "app/panels/viewport_overlay.hpp"
#include "collision/core/result.hpp"
#include "engine/draw/camera.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"
#include "engine/explain/verdict/oracle_tally.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/sim/history.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood {

// A mesh that the person brought, already checked and ready to collide.
struct UserMesh {
    std::string name; // file name for people
    std::filesystem::path path;
    std::shared_ptr<Shape> shape;
};

// What a lab says of itself in a report: a name and JSON text.
struct ReportField {
    std::string name;
    std::string json;
};

// What a person does beyond clicks in the view.
struct LabInput {
    const platform::InputFrame& frame;
    std::span<const std::string> held;  // ids of the actions whose keys are down
    bool is_mouse_on_interface = false; // the mouse is over a panel
    bool is_playing = true;
};

// What an oracle says of the frame, for the top bar.
struct OracleStatus {
    bool agrees = true;
    std::string text;    // short
    std::string tooltip; // in full
    std::string brief{}; // one word, for narrow windows; empty: the first one of `text`
};

// One of several linked views: its own content, the lab's one camera. Title and note stand in a chip at its top left.
struct LabView {
    std::string title;
    std::string note{}; // muted, beside the title
    std::function<void(draw::DrawList& out, const draw::Palette& palette)> draw;
    std::vector<LegendEntry> legend{}; // of this view only, at its foot; what holds for all is the lab's
};
inline constexpr std::size_t kMaxViews = 4;

inline constexpr double kUsualSpeed =
    0.25; // of a step per frame: at 60 frames a second a whole one is a blur

inline constexpr float kDetailsShare = 0.42f;

// Why a lab looks at its frame again.
enum class FrameChange : std::uint8_t {
    step, // it is a new one
    back, // it was left and is returned to
    edit, // its bodies, or how they collide, were changed
    none, // only what is looked at: a selection, a page
};

class Lab {
  public:
    Lab() { simulation_.settings.speed = kUsualSpeed; }
    virtual ~Lab() = default;

    // Starts afresh from the lab's settings; on an Error what runs goes on untouched.
    virtual Status restart(std::uint64_t seed) = 0;
    // Takes a prepared scene, made with `seed`, instead of the lab's own; the lab's settings then apply from the next
    // restart.
    virtual Status take_scene(Simulation simulation, std::string name, std::uint64_t seed);
    // The same with what a scene file says beside its bodies; a lab that has no use for that leaves it.
    virtual Status take_scene_file(LoadedScene scene);
    // Meshes that the person brought take part from now on.
    virtual Status take_meshes(std::vector<UserMesh> meshes) = 0;

    // A setting by name, as `--set name=value` gives it; takes effect at the next restart(). The Error of an
    // unknown name lists the known ones.
    virtual Status set(std::string_view name, std::string_view value) = 0;
    // Whether all that settings name by number is there: asked once the scene and its meshes are, before the first
    // frame.
    virtual Status check_settings() const { return ok(); }

    // What of that a person expects to find again in the next window, as set() takes it.
    virtual std::vector<std::pair<std::string, std::string>> kept_settings() const { return {}; }

    // Another step of the simulation, or the one before (false: none is kept).
    virtual void step(Clock clock);
    virtual bool step_back(Clock clock);
    // An edit while paused: collides again without moving. What the frame's own step took and counted stays.
    virtual void refresh(Clock clock);
    // Finds what the lab derives from the frame. Collides nothing.
    virtual void look(FrameChange change, Clock clock) {
        (void)change;
        (void)clock;
    }
    // While paused: refresh() after an edit, look() after a change of what is looked at, else nothing.
    void catch_up(Clock clock);
    // Once in every frame, before its step: takes what was finished beside the frame.
    virtual void update() {}
    // Waits for what is under way beside the frame: for runs without a person.
    virtual void settle() {}

    virtual std::string scene_name() const = 0;
    // Of a prepared scene, which keeps it at every restart. None: the seed is the one of the last restart.
    virtual std::optional<std::uint64_t> scene_seed() const { return std::nullopt; }
    virtual void draw(draw::DrawList& out, const draw::Palette& palette) const = 0;
    // Two to kMaxViews linked views in the viewport's place, in a grid; none: one view, of draw(). Asked for in every
    // frame, so they may come and go; ViewMouse::view tells which one the mouse is in.
    virtual std::vector<LabView> views(const draw::Palette& palette) const;
    virtual std::vector<LegendEntry> legend(const draw::Palette& palette) const = 0;

    // Interface, inside windows that the shell has opened. Settings take effect in the next frame.
    virtual void parameters(ViewContext& context) = 0;
    virtual void inspector(ViewContext& context) = 0;
    virtual void headline(ViewContext& context) = 0;              // readouts at the viewport's top left
    virtual void details(ViewContext& context) = 0;               // at the right of the bottom
    virtual float details_share() const { return kDetailsShare; } // of the bottom's width

    // The mouse in the viewport; true if the lab used it, so that the camera does not.
    virtual bool mouse(const ViewMouse& mouse) = 0;
    // An action from the key map, by its id; true if the lab knows it.
    virtual bool act(std::string_view action) = 0;
    // Why an action, or a control of the top bar ("play.back", "play.speed", "play.seed"), would change nothing now: a
    // sentence for its tooltip. Empty: it works.
    virtual std::string why_unavailable(std::string_view action) const;
    // The sphere that the camera frames: of the selection, or of everything.
    virtual Focus focus(bool of_selection) const = 0;

    virtual std::vector<ReportField> facts() const = 0;

    // What a person did in this frame, before its step; asked only where there is a person. For labs in which keys are
    // held, or the mouse is theirs alone.
    virtual void input(const LabInput& input) { (void)input; }
    // The mouse is the lab's alone: hidden, and its motion goes to input() only.
    virtual bool wants_mouse() const { return false; }
    // Shown without panels until the person asks for them.
    virtual bool starts_bare() const { return false; }
    // What the mouse does in the view.
    virtual std::string hint() const { return "drag orbits · wheel zooms · F focuses"; }
    // Interface of its own over the view.
    virtual void overlay(ViewContext& context) { (void)context; }
    // Where that stands, as it was drawn last: labels of the view keep away.
    virtual std::span<const ui::Rect> covered() const { return {}; }
    // So many frames, if it knows when it is over, and nobody said otherwise.
    virtual std::optional<std::uint64_t> length() const { return std::nullopt; }

    // What is being made on a thread of its own, with its time, for the status line; empty: nothing.
    virtual std::string progress() const { return {}; }
    // Something moves although the simulation is paused.
    virtual bool is_animating() const { return false; }

    // Nothing: this lab, or the person, asks no oracle.
    virtual std::optional<OracleStatus> verdict() { return std::nullopt; }
    // Judges the frame as it is, unless that was done. Headless runs call it after every step.
    virtual void judge() {}
    // Everything that was judged so far. Nothing: the lab has no oracle, or it is off.
    virtual std::optional<OracleTally> judged() const { return std::nullopt; }

    // True once after an edit that only a restart can carry out.
    bool take_restart_request() { return std::exchange(wants_restart_, false); }
    // True once after the person asked for the file dialog.
    bool take_file_request() { return std::exchange(wants_file_, false); }
    // True once after another scene, or the same one from its start, took the place of what ran.
    bool take_beginning() { return std::exchange(has_begun_, false); }
    // What the lab has to say to the person since the last call.
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }
    const Simulation& simulation() const { return simulation_; }
    // Of all that the next frame depends on: equal for the same scene, seed, frame and build.
    virtual std::uint64_t hash_state() const { return state_hash(simulation_); }
    double& speed() { return simulation_.settings.speed; }
    const StateHistory& history() const { return history_; }
    // Nobody will see a frame, step back or look at curves: earlier frames take no memory. A lab may leave out what only a
    // drawing needs and no setting asks for.
    virtual void run_unseen() { history_ = StateHistory(0); }
    draw::Camera camera;

  protected:
    // Collides the bodies as they are and returns what that took and counted. The frame keeps its own record, unless it
    // has none yet.
    FrameRecord collide_again(Clock clock);

    Simulation simulation_;
    StateHistory history_;
    bool dirty_ = true;     // refresh() is due
    bool is_stale_ = false; // look() is
    bool has_begun_ = false;
    bool wants_restart_ = false;
    bool wants_file_ = false;
    std::vector<std::string> notes_;
};

struct LabEntry {
    std::string_view name;  // on the command line
    std::string_view title; // in the window
    int order = 0;          // place in the picker
    std::unique_ptr<Lab> (*make)() = nullptr;
};

// A static object of this type in a lab's .cpp makes the lab known.
struct LabRegistration {
    explicit LabRegistration(const LabEntry& entry);
};
std::span<const LabEntry> all_labs(); // by order
const LabEntry* find_lab(std::string_view name);

} // namespace boxwood

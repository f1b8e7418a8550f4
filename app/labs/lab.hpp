// What: a lab is one screen about one question. It owns a simulation, draws it, and offers settings and readouts. The
//       shell (app/shell) owns the window, the playback clock, the camera gestures and the frame loop.
// To add a lab: add a .cpp with a LabRegistration in this folder. No other file names the lab.
#pragma once

#include "app/labs/settings/edit_history.hpp"
#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/settings/setting_rows.hpp"
#include "app/labs/settings/settings.hpp"
#include "app/labs/view.hpp"
#include "app/panels/window/viewport_overlay.hpp"
#include "collision/core/result.hpp"
#include "engine/draw/camera.hpp"
#include "engine/draw/draw_list.hpp"
#include "engine/draw/palette.hpp"
#include "engine/explain/verdict/oracle_tally.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/sim/history.hpp"
#include "engine/sim/simulation.hpp"
#include "engine/sim/timeline.hpp"
#include "engine/ui/panel.hpp"

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

// A mesh imported by the user, already validated and ready to collide.
struct UserMesh {
    std::string name; // file name for display
    std::filesystem::path path;
    std::shared_ptr<Shape> shape;
};

// A field that a lab adds to the report: a name and JSON text.
struct ReportField {
    std::string name;
    std::string json;
};

// User input other than clicks in the view.
struct LabInput {
    const platform::InputFrame& frame;
    std::span<const std::string> held;  // ids of the actions whose keys are down
    bool is_mouse_on_interface = false; // the mouse is over a panel
    bool is_playing = true;
};

// The oracle result of the frame, for the top bar.
struct OracleStatus {
    bool agrees = true;
    std::string text;    // short form
    std::string tooltip; // full form
    std::string brief{}; // one word for narrow windows; empty: the first word of `text`
};

// One of several linked views. It has its own content and shares the camera. Title and note form a chip at its top
// left.
struct LabView {
    std::string title;
    std::string note{}; // muted, next to the title
    std::function<void(draw::DrawList& out, const draw::Palette& palette)> draw;
    std::vector<LegendEntry> legend{}; // at the bottom of this view only; Lab::legend() is for all views
};
inline constexpr std::size_t kMaxViews = 4;

// What the user did in the step that begins at a frame, as a lab writes and reads it.
struct StepInput {
    std::uint64_t frame = 0;
    std::vector<double> numbers;
};

inline constexpr double kUsualSpeed = 0.25; // length of a step; at 60 Hz, full steps (1) look blurred

inline constexpr float kDetailsShare = 0.42f;

// The current description of a lab for the window, headless runs and reports.
struct Presentation {
    std::string scene; // name of the scene
    // The fixed seed of a prepared scene. None: the scene uses the seed of the last restart.
    std::optional<std::uint64_t> seed{};
    // Default number of frames of a headless run; none: a headless run has no default end.
    std::optional<std::uint64_t> length{};
    std::string progress{}; // the running background job and its time; empty: none
    std::string hint = "drag orbits · wheel zooms · F focuses"; // mouse controls of the view
    float details_share = kDetailsShare;                        // of the bottom panel's width, for details()
    bool starts_bare = false;                                   // starts with hidden panels
    // Captures the mouse: it is hidden, and its motion goes to input() only.
    bool wants_mouse = false;
    bool is_animating = false;        // the picture moves even while the simulation is paused
    std::optional<Focus> magnified{}; // the sphere that an inset enlarges while it is small in the view
    // Rectangles that the last overlay() covered. The lab owns them; labels avoid them.
    std::span<const ui::Rect> covered{};
};

// The reason why a lab updates the data that it derives from the frame.
enum class FrameChange : std::uint8_t {
    step, // a new frame
    back, // a jump to another frame of the timeline, or a replayed step with an edit
    edit, // bodies or collision settings of the frame changed
    none, // only the display changed: a selection, a page
};

// The frames that the user can go to.
struct FrameRange {
    std::uint64_t first = 0, last = 0;
    bool has(std::uint64_t frame) const { return frame >= first && frame <= last; }
};

// The former future: the frames that an edit in the past replaced. It runs in parallel with the current frames for
// comparison.
struct Branch {
    std::uint64_t from = 0; // frame of the edit
    Timeline former;
    Simulation ghost; // state of the former future at the frame on screen, if it reaches that frame
    bool is_shown = false;
    // The first frame in which the former future differs from the current frames, and the first body that differs
    // there; none: the frames compared so far agree.
    std::optional<std::pair<std::uint64_t, BodyId>> difference{};
    std::vector<BodyId> different{}; // the different bodies at the frame on screen
};

class Lab {
  public:
    Lab() { simulation_.settings.speed = kUsualSpeed; }
    virtual ~Lab() = default;

    // Starts from the beginning with the lab's settings. On an Error the running simulation stays unchanged.
    virtual Status restart(std::uint64_t seed) = 0;
    // Uses a prepared scene instead of the lab's own scene. The lab's settings apply from the next restart on. A lab
    // ignores the parts of a scene file that it does not use.
    virtual Status take_scene(LoadedScene scene);
    // Adds meshes imported by the user. An Error if the lab cannot use them.
    virtual Status take_meshes(std::vector<UserMesh> meshes) = 0;

    // The settings of the lab. The rows refer to the lab. Their limits and availability are computed during the call.
    virtual SettingTable settings() = 0;
    // Sets a setting by name, like `--set name=value`; it takes effect at the next restart(). For an unknown name, the
    // Error lists the known ones.
    virtual Status set(std::string_view name, std::string_view value);
    // Sets a setting while the lab runs, with all effects that its control has.
    Status edit(std::string_view name, std::string_view value);
    // Undo or redo the last edit and return its description. undo() requires history().can_undo(), redo() requires
    // history().can_redo().
    std::string undo();
    std::string redo();
    EditHistory& history() { return history_; }
    // Call it once per frame, after the interface; see EditHistory::watch().
    void watch_edits(bool is_editing, bool has_acted) { history_.watch(settings(), is_editing, has_acted); }
    // Checks that every object that a setting refers to by number exists. Called after the scene and its meshes are
    // loaded, before the first frame.
    virtual Status check_settings() const { return ok(); }

    // Runs one simulation step. If a later frame is recorded, repeats that frame with its edits.
    virtual void step(Clock clock);
    // Goes to a frame of frame_range() and restores its state; false: the frame is not kept.
    virtual bool seek(std::uint64_t frame, Clock clock);
    virtual FrameRange frame_range() const;
    // Frames in which something was edited, ascending.
    virtual std::vector<std::uint64_t> edited_frames() const { return timeline_.edited_frames(); }
    // The first frame whose recomputation gave a different result.
    std::optional<std::uint64_t> divergence() const { return timeline_.first_difference(); }
    // Whether an edit in the past turns the replaced frames into a branch for comparison.
    virtual bool can_branch() const { return true; }
    const Branch* branch() const { return branch_.get(); } // null: none
    void drop_branch() { branch_.reset(); }
    // After an edit while paused: runs collision detection again without moving bodies. The frame keeps the times and
    // counters of its step.
    virtual void refresh(Clock clock);
    // Computes the data that the lab derives from the frame. Runs no collision detection.
    virtual void update_results(FrameChange change, Clock clock) {
        (void)change;
        (void)clock;
    }
    // While paused: calls refresh() after an edit and update_results() after a change of the display.
    void catch_up(Clock clock);
    // Called once per frame, before its step: collects the results of background jobs.
    virtual void update() {}
    // Waits for background jobs, in headless runs.
    virtual void settle() {}

    virtual Presentation presentation() const = 0;
    virtual void draw(draw::DrawList& out, const draw::Palette& palette) const = 0;
    // Two to kMaxViews linked views in a grid that fills the viewport; none: one view, drawn by draw(). Called every
    // frame, so the set of views can change. ViewMouse::view is the index of the view under the mouse.
    virtual std::vector<LabView> views(const draw::Palette& palette) const;
    virtual std::vector<LegendEntry> legend(const draw::Palette& palette) const = 0;

    // The panels of the lab. The shell opens the windows around them. Settings take effect in the next frame.
    virtual void parameters(ViewContext& context) = 0;
    virtual void inspector(ViewContext& context) = 0;
    virtual void headline(ViewContext& context) = 0; // readouts at the top left of the viewport
    virtual void details(ViewContext& context) = 0;  // bottom right
    // Draws the lab's own plot of the frames in the timeline. False: the lab has no such plot, and the times of the
    // phases are plotted.
    virtual bool draw_frames(ViewContext& context) {
        (void)context;
        return false;
    }

    // A mouse event in the viewport. True: the lab consumed the event, and the camera ignores it.
    virtual bool mouse(const ViewMouse& mouse) = 0;
    // Runs an action from the key map, given by its id; true if the lab handles it.
    virtual bool act(std::string_view action) = 0;
    // The reason why an action or a control of the top bar ("play.back", "play.speed", "play.seed") has no effect now,
    // as a sentence for its tooltip. Empty: it is available.
    virtual std::string why_unavailable(std::string_view action) const;
    // The sphere that the camera frames: around the selection, or around everything.
    virtual Focus focus(bool of_selection) const = 0;

    virtual std::vector<ReportField> report_fields() const = 0;

    // Handles the user input of this frame, before its step. Called only in a window, for labs that use held keys or
    // capture the mouse.
    virtual void input(const LabInput& input) { (void)input; }
    // Draws the lab's own interface over the view.
    virtual void overlay(ViewContext& context) { (void)context; }

    // The oracle's result for this frame. None: the lab has no oracle, or it is off.
    virtual std::optional<OracleStatus> verdict() { return std::nullopt; }
    // Runs the oracle on the frame unless it has run already. Headless runs call it after every step.
    virtual void judge() {}
    // Runs a bounded number of the pending checks at the end of a headless run.
    virtual void finish_judging() {}
    // Called after a step while a window plays. Returns the event for which playback must pause; empty: none.
    virtual std::string why_pause() { return {}; }
    // Totals of all oracle checks so far. None: the lab has no oracle, or it is off.
    virtual std::optional<OracleTally> oracle_tally() const { return std::nullopt; }

    // True once after an edit that requires a restart.
    bool take_restart_request() { return std::exchange(wants_restart_, false); }
    // True once after the user opened the file dialog.
    bool take_file_request() { return std::exchange(wants_file_, false); }
    // True once after the running scene was restarted or replaced by another scene.
    bool take_beginning() { return std::exchange(has_begun_, false); }
    // Messages for the user since the last call.
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }
    const Simulation& simulation() const { return simulation_; }
    // Hash of all state that the next frame depends on. The same scene, seed, frame and build give the same hash.
    virtual std::uint64_t hash_state() const { return state_hash(simulation_); }
    // One hash per body, or per object that the lab computes. Equal frames give equal hashes. Cheaper than
    // hash_state().
    virtual void hash_frame(std::vector<std::uint64_t>& out_hashes) const {
        hash_bodies(simulation_, out_hashes);
    }
    // The user's input of the step that began at `frame`, as numbers; empty if there was none or it is not known.
    virtual std::vector<double> input_of(std::uint64_t) const { return {}; }
    // The steps before the frame `end` use these inputs instead of the user's. An Error if a lab cannot use the
    // numbers.
    virtual Status repeat_inputs(std::span<const StepInput>, std::uint64_t) { return ok(); }
    // Shows a recorded frame instead of computing one: `place` moves the bodies to their recorded poses.
    void show_recorded(const std::function<void(Simulation&)>& place);
    double& speed() { return simulation_.settings.speed; }
    // A setting, with the limits and availability of this frame of the interface; null if no setting has that name.
    const Setting* find_setting(std::string_view name);
    // Shows an example of the lab's question. Called when a window opens the lab without a scene, meshes or settings
    // from the user.
    // True: the example is a still frame, and the window starts paused.
    virtual bool show_example() { return false; }
    // For runs that are not displayed: stops keeping a timeline, so earlier frames take no memory. A lab can skip work
    // that only drawing needs, unless a setting requests it.
    virtual void run_unseen() { timeline_ = Timeline(0); }
    draw::Camera camera;
    // The window renders in software; a lab can draw large crowds with less detail.
    bool is_drawn_slowly = false;

  protected:
    // Runs collision detection on the bodies in their present poses and returns its times and counters. The frame keeps
    // the times and counters of its step, if it has them.
    FrameRecord collide_again(Clock clock);
    // Calls collide_again(). Then calls note_edit() if the bodies or the settings differ from the recorded frame.
    FrameRecord collide_after_edit(Clock clock);
    // Call it after an edit of the frame: stores a keyframe. In the past, the recorded future becomes a branch to
    // compare with if can_branch(). Does nothing if no timeline is kept.
    void note_edit();
    // Call it before the frame changes. Records an edit that the timeline does not have yet. Without such an edit,
    // restores the caches of the frame's step from the timeline.
    void settle_timeline();
    // The functions that run the timeline's steps and that add the lab's own state to keyframes. If can_branch(),
    // `step` also runs the simulation of the former future.
    virtual TimelineHooks timeline_hooks(Clock clock);

    // Called after settings were edited, for work that the settings themselves do not trigger.
    virtual void settings_edited(std::span<const std::string> names) { (void)names; }

    // --- panels ---
    // Shows the control of a setting. The name must be in the table.
    ui::Edit row(std::string_view name, const RowLook& look = {});
    // Shows the tabs of the setting "page". Returns the free width of the row to the left of the tabs.
    float page_tabs();
    // Shows the heading of a group of settings. Its reset button sets the settings of the group to their defaults;
    // returns true if it was pressed.
    bool section(std::string_view group, const ui::SectionStyle& style = ui::kWithReset);
    // row() and section() for code outside the class Lab. The result refers to the lab.
    PanelRows panel_rows();
    // The setting "speed", in full steps, with the default `usual`.
    Setting speed_setting(double usual);

    Simulation simulation_;
    Timeline timeline_;
    std::unique_ptr<Branch> branch_;
    // The caches are as the frame's step left them. False after collision detection ran again without an edit, for
    // example after a change of the display.
    bool caches_match_step_ = true;
    bool dirty_ = true;     // refresh() is due
    bool is_stale_ = false; // update_results() is due
    bool has_begun_ = false;
    bool wants_restart_ = false;
    bool wants_file_ = false;
    std::vector<std::string> notes_;
    EditHistory history_;

  private:
    const SettingTable& rows();
    void restore(const EditHistory::Step& step, bool is_undo);
    std::vector<std::string> restore_settings(const EditHistory::Step& step, bool is_undo);
    void follow_branch();

    SettingTable rows_;   // as of rows_frame_
    int rows_frame_ = -1; // frame of the interface; -1: rows_ must be rebuilt
};

// An action of a lab and its key. While the lab is open, Lab::act() receives the id of the action.
struct LabAction {
    const char* id;
    const char* title; // for the key map and the palette
    const char* key;   // in the syntax of ui::parse_chord; empty: only in the palette
    bool repeats = false;
};

struct LabEntry {
    std::string_view name;  // on the command line
    std::string_view title; // in the window
    std::string_view question{}; // the question that the lab answers, for the start screen
    int order = 0;               // place in the picker; the first lab opens by default
    std::unique_ptr<Lab> (*make)() = nullptr;
    std::span<const LabAction> actions{};
    std::span<const std::string_view> menu{}; // ids of the actions in the context menu of the view
    // Largest number of mesh files that the lab opens. Files given without a lab name open in the lab with the lowest
    // sufficient limit.
    std::size_t max_meshes = 0;
    bool takes_libraries = false; // accepts polytope libraries
    // Files that open in the lab through one of its settings, such as walks and captures.
    struct OwnFiles {
        std::string_view extension{}, setting{};
    };
    OwnFiles own_files{};
    bool starts_paused = false; // in a window
};

// A static object of this type in a lab's .cpp registers the lab.
struct LabRegistration {
    explicit LabRegistration(const LabEntry& entry);
};
std::span<const LabEntry> all_labs(); // sorted by LabEntry::order
const LabEntry* find_lab(std::string_view name);

} // namespace boxwood

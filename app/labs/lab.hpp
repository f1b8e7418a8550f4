// What: a lab is one screen about one question. It owns a simulation, draws it, and offers settings and readouts; the
//       shell (app/shell) owns the window, the playback clock, the camera gestures and the frame loop.
// To add one: a new .cpp in this folder with a LabRegistration; no other file names it.
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

// An entry of a lab in the report: a name and JSON text.
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
    std::string text;    // short
    std::string tooltip; // in full
    std::string brief{}; // one word, for narrow windows; empty: the first word of `text`
};

// One of several linked views: its own content, the shared camera. Title and note form a chip at its top left.
struct LabView {
    std::string title;
    std::string note{}; // muted, next to the title
    std::function<void(draw::DrawList& out, const draw::Palette& palette)> draw;
    std::vector<LegendEntry> legend{}; // of this view only, at its bottom; Lab::legend() holds for all views
};
inline constexpr std::size_t kMaxViews = 4;

inline constexpr double kUsualSpeed = 0.25; // steps per frame: one per frame is a blur at 60 Hz

inline constexpr float kDetailsShare = 0.42f;

// How a lab presents itself to the window, to headless runs and to reports, as of now.
struct Presentation {
    std::string scene; // name
    // Of a prepared scene, the same at every restart. None: the seed is the one of the last restart.
    std::optional<std::uint64_t> seed{};
    std::optional<std::uint64_t> length{}; // default frame count of headless runs, if there is an end
    std::string progress{};                // the background job under way with its time; empty: none
    std::string hint = "drag orbits · wheel zooms · F focuses"; // mouse controls of the view
    float details_share = kDetailsShare;                        // of the bottom panel's width
    bool starts_bare = false;                                   // with hidden panels
    bool wants_mouse = false;  // captures the mouse: it is hidden, and its motion goes to input() only
    bool is_animating = false; // although the simulation may be paused
    std::optional<Focus> magnified{}; // what an inset shows enlarged while it is small in the view
    std::span<const ui::Rect>
        covered{}; // rectangles of the last overlay(), which the lab owns; labels avoid them
};

// Why a lab derives its data from the frame again.
enum class FrameChange : std::uint8_t {
    step, // a new frame
    back, // another frame of the timeline, gone to
    edit, // bodies or collision settings of the frame changed
    none, // only the display changed: a selection, a page
};

// The frames that a person can go to.
struct FrameRange {
    std::uint64_t first = 0, last = 0;
    bool has(std::uint64_t frame) const { return frame >= first && frame <= last; }
};

// The future that an edit in the past has replaced, run along with the present one for comparison.
struct Branch {
    std::uint64_t from = 0; // frame of the edit
    Timeline former;
    Simulation ghost; // of the former future, at the frame on screen while that has one
    bool is_shown = false;
    // Where the two first differ: the frame, and the first body; none: not in the frames compared so far.
    std::optional<std::pair<std::uint64_t, BodyId>> difference{};
    std::vector<BodyId> different{}; // bodies, at the frame on screen
};

class Lab {
  public:
    Lab() { simulation_.settings.speed = kUsualSpeed; }
    virtual ~Lab() = default;

    // Starts from scratch with the lab's settings; on an Error the running simulation stays unchanged.
    virtual Status restart(std::uint64_t seed) = 0;
    // Uses a prepared scene instead of the lab's own; the lab's settings apply from the next restart on. Contents of a
    // scene file that a lab has no use for are ignored.
    virtual Status take_scene(LoadedScene scene);
    // Adds meshes imported by the user.
    virtual Status take_meshes(std::vector<UserMesh> meshes) = 0;

    // The settings of the lab. The rows refer to the lab; their limits and availability are those of now.
    virtual SettingTable settings() = 0;
    // A setting by name, as `--set name=value` passes it; takes effect at the next restart(). The Error of an unknown
    // name lists the known ones.
    virtual Status set(std::string_view name, std::string_view value);
    // The same while the lab runs, with all that the control of the setting does.
    Status edit(std::string_view name, std::string_view value);
    // Take back or repeat the last edit; return what it was. There must be one: history() knows.
    std::string undo();
    std::string redo();
    EditHistory& history() { return history_; }
    // Once per frame, after the interface; see EditHistory::watch().
    void watch_edits(bool is_editing, bool has_acted) { history_.watch(settings(), is_editing, has_acted); }
    // Checks that everything that the settings name by number exists. Called once the scene and its meshes are loaded,
    // before the first frame.
    virtual Status check_settings() const { return ok(); }

    // One simulation step. In the past it repeats a known frame, edits included.
    virtual void step(Clock clock);
    // Goes to any frame of frame_range(); false: it is not kept. What is on screen is then what was there.
    virtual bool seek(std::uint64_t frame, Clock clock);
    virtual FrameRange frame_range() const;
    // Frames in which something was edited, ascending.
    virtual std::vector<std::uint64_t> edited_frames() const { return timeline_.edited_frames(); }
    // The first frame that came out different when it was computed again.
    std::optional<std::uint64_t> divergence() const { return timeline_.difference(); }
    const Branch* branch() const { return branch_.get(); } // null: none
    void drop_branch() { branch_.reset(); }
    // After an edit while paused: collides again without moving. The record of the frame's own step stays.
    virtual void refresh(Clock clock);
    // Computes what the lab derives from the frame. Runs no collision detection.
    virtual void look(FrameChange change, Clock clock) {
        (void)change;
        (void)clock;
    }
    // While paused: refresh() after an edit, look() after a change of the display, otherwise nothing.
    void catch_up(Clock clock);
    // Called once per frame, before its step: collects the results of background jobs.
    virtual void update() {}
    // Waits for background jobs: for headless runs.
    virtual void settle() {}

    virtual Presentation presentation() const = 0;
    virtual void draw(draw::DrawList& out, const draw::Palette& palette) const = 0;
    // Two to kMaxViews linked views in a grid that fills the viewport; none: one view, of draw(). Called every frame,
    // so the set may change; ViewMouse::view is the index of the view under the mouse.
    virtual std::vector<LabView> views(const draw::Palette& palette) const;
    virtual std::vector<LegendEntry> legend(const draw::Palette& palette) const = 0;

    // Interface, inside windows that the shell opens. Settings take effect in the next frame.
    virtual void parameters(ViewContext& context) = 0;
    virtual void inspector(ViewContext& context) = 0;
    virtual void headline(ViewContext& context) = 0; // readouts at the top left of the viewport
    virtual void details(ViewContext& context) = 0;  // bottom right
    // What the timeline shows of the frames instead of the times of their phases; false: the lab has nothing else.
    virtual bool draw_frames(ViewContext& context) {
        (void)context;
        return false;
    }

    // The mouse in the viewport; true if the lab consumed the event, so that the camera ignores it.
    virtual bool mouse(const ViewMouse& mouse) = 0;
    // An action from the key map, by its id; true if the lab handles it.
    virtual bool act(std::string_view action) = 0;
    // Why an action or a control of the top bar ("play.back", "play.speed", "play.seed") has no effect now, as a
    // sentence for its tooltip. Empty: it is available.
    virtual std::string why_unavailable(std::string_view action) const;
    // The sphere that the camera frames: of the selection, or of everything.
    virtual Focus focus(bool of_selection) const = 0;

    virtual std::vector<ReportField> facts() const = 0;

    // User input of this frame, before its step; called only in a window. For labs with held keys or a captured mouse.
    virtual void input(const LabInput& input) { (void)input; }
    // The lab's own interface over the view.
    virtual void overlay(ViewContext& context) { (void)context; }

    // None: the lab has no oracle, or it is off.
    virtual std::optional<OracleStatus> verdict() { return std::nullopt; }
    // Runs the oracle on the frame unless this was done. Headless runs call it after every step.
    virtual void judge() {}
    // Checks what is still pending, within a bound: at the end of a headless run.
    virtual void finish_judging() {}
    // After a step of a playing window: the event at which to pause, as the user chose; empty: none.
    virtual std::string why_pause() { return {}; }
    // Totals of all oracle checks so far. None: the lab has no oracle, or it is off.
    virtual std::optional<OracleTally> judged() const { return std::nullopt; }

    // True once after an edit that requires a restart.
    bool take_restart_request() { return std::exchange(wants_restart_, false); }
    // True once after the user opened the file dialog.
    bool take_file_request() { return std::exchange(wants_file_, false); }
    // True once after another scene, or the same one from its start, replaced the running one.
    bool take_beginning() { return std::exchange(has_begun_, false); }
    // Messages for the user since the last call.
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }
    const Simulation& simulation() const { return simulation_; }
    // Hash of all state that the next frame depends on: equal for the same scene, seed, frame and build.
    virtual std::uint64_t hash_state() const { return state_hash(simulation_); }
    // Per body, or of whatever the lab computes: equal for equal frames. Cheaper than hash_state().
    virtual void hash_frame(std::vector<std::uint64_t>& out_hashes) const {
        hash_bodies(simulation_, out_hashes);
    }
    // Shows a frame that was not computed here: `place` moves the bodies.
    void show_recorded(const std::function<void(Simulation&)>& place);
    double& speed() { return simulation_.settings.speed; }
    // The row of a setting as of this frame of the interface; null if there is none of that name.
    const Setting* find_setting(std::string_view name);
    // A window opens the lab without a scene, meshes or settings of the user: shows an example of what it answers.
    // True: the example is a frame at rest, so that the window starts paused.
    virtual bool show_example() { return false; }
    // For runs that are not displayed: no timeline, so earlier frames take no memory. A lab may skip work that only
    // drawing needs and no setting requests.
    virtual void run_unseen() { timeline_ = Timeline(0); }
    draw::Camera camera;
    bool is_drawn_slowly =
        false; // by a window that renders in software: a lab may draw crowds with less detail

  protected:
    // Runs collision detection on the bodies as they are and returns its times and counters. The frame keeps its own
    // record, unless it has none yet.
    FrameRecord collide_again(Clock clock);
    FrameRecord collide_after_edit(Clock clock); // the same; the timeline learns of the edit, if it was one
    // The frame was edited: it gets a keyframe. In the past the known future becomes a branch to compare with.
    void note_edit();
    // Brings the timeline up to date before the frame changes: edits that it does not have, or caches that it has.
    void settle_timeline();
    // How the timeline steps, and what the lab keeps in a keyframe besides the simulation.
    virtual TimelineHooks timeline_hooks(Clock clock);
    // False: an edit in the past leaves no branch to compare with.
    virtual bool can_branch() const { return true; }

    // What a lab does after settings were edited, beyond what setting them does.
    virtual void settings_edited(std::span<const std::string> names) { (void)names; }

    // --- panels ---
    // The control of a setting. The name must be in the table.
    ui::Edit row(std::string_view name, const RowLook& look = {});
    // The tabs of the setting "page".
    float page_tabs(); // the free width in the row, before the tabs
    // The heading of a group of settings; its reset button sets all of them to their defaults. True when it did.
    bool section(std::string_view group, const ui::SectionStyle& style = ui::kWithReset);
    // The same for panels that are no functions of the lab; refers to the lab.
    PanelRows panel_rows();
    // The usual row "speed", steps per frame.
    Setting speed_setting(double usual);

    Simulation simulation_;
    Timeline timeline_;
    std::unique_ptr<Branch> branch_;
    bool is_exact_ =
        true; // the frame is as its step left it; off: collided again, as after a change of the display
    bool dirty_ = true;     // refresh() is due
    bool is_stale_ = false; // look() is due
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

    SettingTable rows_; // as of the frame below
    int rows_frame_ = -1;
};

// A key of a lab; Lab::act() receives its id while the lab is open.
struct LabAction {
    const char* id;
    const char* title; // for the key map and the palette
    const char* key;   // as ui::parse_chord reads it; empty: only in the palette
    bool repeats = false;
};

struct LabEntry {
    std::string_view name;  // on the command line
    std::string_view title; // in the window
    std::string_view question{}; // that the lab answers, for the start screen
    int order = 0;          // place in the picker; the first lab opens by default
    std::unique_ptr<Lab> (*make)() = nullptr;
    std::span<const LabAction> actions{};
    // Mesh files given without a lab name open in the lab with the lowest sufficient limit.
    std::size_t max_meshes = 0;
    bool takes_libraries = false; // accepts polytope libraries
    // Files that open in the lab, by a setting of it: walks, captures.
    struct OwnFiles {
        std::string_view extension{}, setting{};
    };
    OwnFiles own_files{};
    bool starts_paused = false; // what a window opens is at rest
};

// A static object of this type in a lab's .cpp registers the lab.
struct LabRegistration {
    explicit LabRegistration(const LabEntry& entry);
};
std::span<const LabEntry> all_labs(); // by order
const LabEntry* find_lab(std::string_view name);

} // namespace boxwood

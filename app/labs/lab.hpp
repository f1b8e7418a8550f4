// What: a lab is one screen about one question. It owns a simulation, draws it, and offers settings and readouts. The
//       shell (app/shell) owns the window, the playback clock, the camera gestures and the frame loop. A lab consists
//       of parts (parts/): its frames, its viewport, its panels and its oracle. One class can implement several parts.
// To add a lab: add a .cpp with a LabRegistration in this folder. No other file names the lab.
#pragma once

#include "app/labs/lab_registry.hpp"
#include "app/labs/parts/lab_frames.hpp"
#include "app/labs/parts/lab_oracle.hpp"
#include "app/labs/parts/lab_panels.hpp"
#include "app/labs/parts/lab_viewport.hpp"
#include "app/labs/parts/report_field.hpp"
#include "app/labs/parts/user_mesh.hpp"
#include "app/labs/settings/edit_history.hpp"
#include "app/labs/settings/panel_rows.hpp"
#include "app/labs/settings/setting_rows.hpp"
#include "app/labs/settings/settings.hpp"
#include "collision/core/result.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/ui/panel.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood {

// The current description of a lab for the window, headless runs and reports.
struct Presentation {
    std::string scene; // name of the scene
    // The fixed seed of a prepared scene. None: the scene uses the seed of the last restart.
    std::optional<std::uint64_t> seed{};
    // Default number of frames of a headless run; none: kHeadlessFrames (app/shell/show.hpp).
    std::optional<std::uint64_t> length{};
    std::string progress{}; // the running background job and its time; empty: none
    std::string hint = "drag orbits · wheel zooms · F focuses"; // mouse controls of the view
    float details_share = kDetailsShare; // share of the bottom panel's width that LabPanels::details() gets
    bool starts_bare = false;            // starts with hidden panels
    // Captures the mouse: it is hidden, and its motion goes to LabViewport::input() only.
    bool wants_mouse = false;
    bool is_animating = false;        // the picture moves even while the simulation is paused
    std::optional<Focus> magnified{}; // a sphere that an inset enlarges while the sphere is small in the view
    // Rectangles that the last LabPanels::overlay() covered. The lab owns them; labels avoid them.
    std::span<const ui::Rect> covered{};
};

// The parts of a lab; often one class is the lab and all of its parts. Lab's constructor only stores the references,
// because the parts may not be constructed yet.
struct LabParts {
    LabFrames& frames;
    LabViewport& viewport;
    LabPanels& panels;
    LabOracle& oracle;
};

class Lab {
  public:
    explicit Lab(const LabParts& parts)
        : parts_(parts) {}
    virtual ~Lab() = default;
    Lab(const Lab&) = delete;
    Lab& operator=(const Lab&) = delete;

    LabFrames& frames() { return parts_.frames; }
    const LabFrames& frames() const { return parts_.frames; }
    LabViewport& viewport() { return parts_.viewport; }
    const LabViewport& viewport() const { return parts_.viewport; }
    LabPanels& panels() { return parts_.panels; }
    LabOracle& oracle() { return parts_.oracle; }
    const LabOracle& oracle() const { return parts_.oracle; }

    // Starts from the beginning with the lab's settings. On an Error the running simulation stays unchanged.
    virtual Status restart(std::uint64_t seed) = 0;
    // Uses a prepared scene instead of the lab's own scene, also after restarts, until the user requests the lab's own
    // scene. A lab ignores the parts of a scene file that it does not use.
    // By default an Error: the lab opens no scenes.
    virtual Status take_scene(LoadedScene scene);
    // Adds meshes imported by the user. An Error if the lab cannot use them.
    virtual Status take_meshes(std::vector<UserMesh> meshes) = 0;
    // Shows an example of the lab's question. Called when the user opens the lab from within the window, or starts the
    // window without a scene, meshes, settings or other options of the run. True: the example is a still frame, and the
    // lab starts paused.
    virtual bool show_example() { return false; }

    // The settings of the lab. The rows refer to the lab. Their limits and availability are computed during the call.
    virtual SettingTable settings() = 0;
    // Checks that every object that a setting refers to by number exists. Called after the scene and its meshes are
    // loaded, before the first frame.
    virtual Status check_settings() const { return ok(); }
    // Sets a setting by name, like `--set name=value`. If the setting needs a restart and its value changes, requests a
    // restart. For an unknown name, the Error lists the known ones.
    Status set(std::string_view name, std::string_view value);
    // Sets a setting while the lab runs, with all effects that its control has.
    Status edit(std::string_view name, std::string_view value);
    // A setting, with the limits and availability of this frame of the interface; null if no setting has that name.
    const Setting* find_setting(std::string_view name);
    // undo() reverts the last edit, redo() repeats the last edit that was undone. Both return the description of the
    // edit. undo() requires history().can_undo(), redo() requires history().can_redo().
    std::string undo();
    std::string redo();
    EditHistory& history() { return history_; }
    // Call it once per frame, after the interface; see EditHistory::watch().
    void watch_edits(bool is_editing, bool has_acted) { history_.watch(settings(), is_editing, has_acted); }

    // Called once per frame, before its step: collects the results of background jobs.
    virtual void update() {}
    // Waits for background jobs, in headless runs.
    virtual void settle() {}

    // Runs an action from the key map, given by its id; true if the lab handles it.
    virtual bool act(std::string_view action) = 0;
    // The reason why an action or a control of the top bar ("play.back", "play.speed", "play.seed") has no effect now,
    // as a sentence for its tooltip. Empty: it is available.
    virtual std::string why_unavailable(std::string_view action) const;

    virtual Presentation presentation() const = 0;
    virtual std::vector<ReportField> report_fields() const = 0;

    // True once after an edit that requires a restart.
    bool take_restart_request() { return std::exchange(wants_restart_, false); }
    // True once after the user pressed the lab's button that opens the file dialog; the shell then opens it.
    bool take_file_request() { return std::exchange(wants_file_, false); }
    // True once after the running scene was restarted or replaced by another scene.
    bool take_beginning() { return std::exchange(has_begun_, false); }
    // The files of LabEntry::own_files that were opened since the last call. A lab opens such a file after its setting
    // is set, and only then knows whether the file can be opened.
    std::vector<std::filesystem::path> take_opened_files() { return std::exchange(opened_files_, {}); }
    // Messages for the user since the last call.
    std::vector<std::string> take_notes() { return std::exchange(notes_, {}); }

  protected:
    // Called after settings were edited, for work that the settings themselves do not trigger.
    virtual void on_settings_edited(std::span<const std::string> names) { (void)names; }

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
    // The setting "speed": the length of a simulation step, in full steps. `usual` is its default.
    Setting speed_setting(double usual);

    bool has_begun_ = false;
    bool wants_restart_ = false;
    bool wants_file_ = false;
    std::vector<std::filesystem::path> opened_files_;
    std::vector<std::string> notes_;
    EditHistory history_;

  private:
    const SettingTable& rows();
    void restore(const EditHistory::Step& step, bool is_undo);
    std::vector<std::string> restore_settings(const EditHistory::Step& step, bool is_undo);

    LabParts parts_;
    SettingTable rows_;   // as of rows_frame_
    int rows_frame_ = -1; // frame of the interface; -1: rows_ must be rebuilt
};

} // namespace boxwood

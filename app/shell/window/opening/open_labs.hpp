// What: the labs that are open in the window, each with its state in the shell. One of them is current: it is on
//       screen.
// Invariants: after enter() has succeeded, there is a current lab. Pointers to an OpenLab stay valid.
// Errors: if a lab cannot create its scene, enter() fails and the current lab does not change.
#pragma once

#include "app/labs/lab.hpp"
#include "app/panels/window/messages.hpp"
#include "app/panels/window/playback.hpp"
#include "app/panels/window/timeline.hpp"
#include "app/shell/frame_log.hpp"
#include "app/shell/preferences.hpp"
#include "app/shell/saved_cameras.hpp"
#include "app/shell/show.hpp"
#include "app/shell/window/window_surface.hpp"

#include <map>
#include <memory>

namespace boxwood {

inline constexpr std::size_t kTimesKept = 10'000; // history of tables and plots, in frames

struct OpenLab {
    const LabEntry* entry = nullptr;
    std::unique_ptr<Lab> lab;
    TimeHistory times{kTimesKept};
    FrameLog log; // for the report
    Playback playback;
    ui::LayoutSettings layout;
    TimelineState timeline;
    SavedCameras cameras;
    float scene_radius = 0.0f; // radius of the scene when the camera last framed it
};

class OpenLabs {
  public:
    OpenLabs(const ViewerOptions& options, WindowSurface& surface, Preferences& preferences,
             Messages& messages)
        : options_(options)
        , surface_(surface)
        , preferences_(preferences)
        , messages_(messages) {}

    // Makes the lab current. Reuses the open lab of this entry. If there is none, takes `lab`, or creates one if `lab`
    // is null. `shows_example`: a new lab shows its example scene.
    Status enter(const LabEntry& entry, std::unique_ptr<Lab> lab, bool shows_example);
    // Enters the lab at an index of all_labs(); ignores an invalid index.
    void choose(int index);

    OpenLab& current() { return *open_.at(entry_); }
    const OpenLab& current() const { return *open_.at(entry_); }
    Lab& lab() { return *current().lab; }
    const LabEntry& entry() const { return *entry_; }
    OpenLab& open_lab(const LabEntry& entry) { return *open_.at(&entry); }

    // Moves the camera to frame the selection, or the complete scene.
    void focus(bool of_selection);
    // Frames the complete scene if its size has changed by more than 10 % since the camera last framed it.
    void refit();

    // Stores the state of all open labs for the next window.
    void keep(Preferences& io_preferences);

  private:
    Result<std::unique_ptr<OpenLab>> make(const LabEntry& entry, std::unique_ptr<Lab> lab,
                                          bool shows_example);
    bool shows_own_scene() const;

    const ViewerOptions& options_;
    WindowSurface& surface_;
    Preferences& preferences_;
    Messages& messages_;
    std::map<const LabEntry*, std::unique_ptr<OpenLab>> open_;
    const LabEntry* entry_ = nullptr; // entry of the lab on screen
};

// Titles of all labs.
std::vector<const char*> lab_titles();
// Index of the lab in all_labs().
int index_of(const LabEntry& entry);

} // namespace boxwood

// What: the labs that were opened in the window, each with its state in the shell, and which of them is on screen.
// Invariants: once enter() has succeeded there is a current lab. Pointers to an OpenLab stay valid.
// Errors: a lab that cannot make its scene is not entered; the one on screen stays.
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
    float scene_radius = 0.0f; // of everything, when the camera last framed it
};

class OpenLabs {
  public:
    OpenLabs(const ShowOptions& options, WindowSurface& surface, Preferences& kept, Messages& messages)
        : options_(options)
        , surface_(surface)
        , kept_(kept)
        , messages_(messages) {}

    // Null for `lab`: the one that was open before, or a new one. `shows_example`: nothing else was asked for.
    Status enter(const LabEntry& entry, std::unique_ptr<Lab> lab, bool shows_example);
    // The lab at an index of all_labs(); others are ignored.
    void choose(int index);

    OpenLab& current() { return *open_.at(entry_); }
    const OpenLab& current() const { return *open_.at(entry_); }
    Lab& lab() { return *current().lab; }
    const LabEntry& entry() const { return *entry_; }
    OpenLab& of(const LabEntry& entry) { return *open_.at(&entry); }

    // The camera frames the selection, or everything.
    void focus(bool of_selection);
    // Frames everything when a scene of another size has replaced the one that the camera framed.
    void refit();

    // What a later window starts from.
    void keep(Preferences& io_kept);

  private:
    Result<std::unique_ptr<OpenLab>> make(const LabEntry& entry, std::unique_ptr<Lab> lab,
                                          bool shows_example);
    bool shows_own_scene() const;

    const ShowOptions& options_;
    WindowSurface& surface_;
    Preferences& kept_;
    Messages& messages_;
    std::map<const LabEntry*, std::unique_ptr<OpenLab>> open_;
    const LabEntry* entry_ = nullptr; // of the lab on screen
};

// Titles of all labs, for a list of them; the index of one.
std::vector<const char*> lab_titles();
int index_of(const LabEntry& entry);

} // namespace boxwood

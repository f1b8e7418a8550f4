// What: opens files, scenes and meshes in the window: from the dialog, the palette, the start screen, or dropped on it.
// Invariants: meshes are read on a background thread, one load after another; what was opened is remembered as recent.
// Errors: a file that cannot be opened is a message that names it; the state is unchanged.
#pragma once

#include "app/shell/files/mesh_loader.hpp"
#include "app/shell/preferences.hpp"
#include "app/shell/window/opening/open_labs.hpp"
#include "app/shell/window/stepper.hpp"
#include "engine/ui/controls/file_dialog.hpp"
#include "engine/workloads/workload.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace boxwood {

class FileOpener {
  public:
    FileOpener(OpenLabs& labs, Stepper& stepper, Preferences& kept, Messages& messages)
        : labs_(labs)
        , stepper_(stepper)
        , kept_(kept)
        , messages_(messages) {}

    void open_files(const std::vector<std::filesystem::path>& files);
    void open_workload(const Workload& workload);
    // Begins to load meshes into the lab on screen; poll() hands them over.
    void load(const std::vector<std::filesystem::path>& meshes);
    void poll();
    void note_recent(const std::vector<std::filesystem::path>& files);

    void open_dialog();
    void draw_dialog(); // and opens what was chosen

    const MeshLoader& loader() const { return loader_; }
    const std::filesystem::path& last_folder() const { return last_folder_; }

  private:
    void open_scene(const std::filesystem::path& file);
    void open_own_file(const LabEntry& entry, const std::filesystem::path& file);
    void open_recording(const std::filesystem::path& file);
    void show_scene(const LabEntry& entry, LoadedScene scene, const std::string& name);

    OpenLabs& labs_;
    Stepper& stepper_;
    Preferences& kept_;
    Messages& messages_;
    MeshLoader loader_;
    ui::FileDialog dialog_;
    std::filesystem::path last_folder_ = std::filesystem::current_path();
};

} // namespace boxwood

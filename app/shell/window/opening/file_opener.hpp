// What: opens files, scenes and meshes that the user chose in the dialog, the palette or the start screen, or dropped
//       on the window.
// Invariants: meshes are read on a background thread, one load after another. A mesh, scene, walk or capture becomes a
//             recent file after its lab has opened it; a recorded run already before its records are read.
// Errors: if a file cannot be opened, a message gives the reason, and the scenes of all labs stay as they were. If a
//         file was read but its lab rejects it, the window nevertheless shows that lab.
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
    FileOpener(OpenLabs& labs, Stepper& stepper, Preferences& preferences, Messages& messages)
        : labs_(labs)
        , stepper_(stepper)
        , preferences_(preferences)
        , messages_(messages) {}

    // Requires at least one file.
    void open_files(const std::vector<std::filesystem::path>& files);
    void open_workload(const Workload& workload);
    // Starts loading meshes; poll() passes the loaded meshes to the current lab, and notes the files that it opened.
    void load(const std::vector<std::filesystem::path>& meshes);
    void poll();

    void open_dialog();
    void draw_dialog(); // and opens the chosen file

    const MeshLoader& loader() const { return loader_; }
    const std::filesystem::path& last_folder() const { return last_folder_; }

  private:
    void open_scene(const std::filesystem::path& file);
    void open_own_file(const LabEntry& entry, const std::filesystem::path& file);
    void open_recording(const std::filesystem::path& file);
    // False: the lab cannot be opened or rejects the scene; a message gives the reason.
    bool show_scene(const LabEntry& entry, LoadedScene scene, const std::string& name);

    OpenLabs& labs_;
    Stepper& stepper_;
    Preferences& preferences_;
    Messages& messages_;
    MeshLoader loader_;
    ui::FileDialog dialog_;
    std::filesystem::path last_folder_ = std::filesystem::current_path();
};

} // namespace boxwood

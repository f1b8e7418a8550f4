// What: resolves the positional arguments of the command line: a lab, a workload, a scene file, meshes.
#pragma once

#include "app/labs/lab.hpp"
#include "app/shell/show.hpp"
#include "engine/workloads/workload.hpp"

#include <memory>

namespace boxwood {

struct LaunchTarget {
    const LabEntry* lab = nullptr;
    const Workload* workload = nullptr; // null: none
    std::filesystem::path scene;        // empty: none; with neither a scene nor a workload, the lab makes its own scene
    std::filesystem::path own_file;     // a file that the lab opens through one of its settings; empty: none
    std::vector<std::filesystem::path> meshes;
};

// Without a target, the files select the lab: a scene (.json) opens in the lab that it names, by default the first; one
// or two meshes open in the pair lab, more meshes or a polytope library in the multi-body lab, and a capture or a walk
// in its lab. Without files, the first lab opens.
Result<LaunchTarget> find_launch_target(const ViewerOptions& options);

// Creates the lab and sets its settings and its workload or scene. The caller loads the meshes later.
Result<std::unique_ptr<Lab>> open_lab(const LaunchTarget& target, const ViewerOptions& options);

// Returns the lab named by a scene, or the default lab. Returns an Error if the file is not a scene or the lab is
// unknown.
Result<const LabEntry*> lab_of_scene(const std::filesystem::path& file);

// Returns the lab that opens files with this extension through one of its settings; null: none.
const LabEntry* lab_of_file(const std::filesystem::path& path);
// Checks only the extension.
bool is_scene_file(const std::filesystem::path& path);

} // namespace boxwood

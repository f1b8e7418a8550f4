#include "app/shell/files/launch_target.hpp"

#include "app/shell/preferences.hpp"
#include "engine/import/formats/poly_file.hpp"
#include "engine/import/text_file.hpp"
#include "engine/scene/build_scene.hpp"

#include <algorithm>

namespace boxwood {
namespace {

std::string lab_names() {
    std::string names = "labs:";
    for (const LabEntry& lab : all_labs()) names.append(" ").append(lab.name);
    return names;
}

std::string known_names() {
    std::string names = lab_names() + "; workloads:";
    for (const Workload& workload : all_workloads()) names.append(" ").append(workload.name);
    return names;
}

// Returns the lab with the lowest mesh limit that accepts all of these files; the first lab if no lab accepts them.
const LabEntry* find_lab_for(std::span<const std::filesystem::path> meshes) {
    const bool has_library = std::any_of(meshes.begin(), meshes.end(), is_poly_file);
    const LabEntry* found = nullptr;
    for (const LabEntry& lab : all_labs())
        if (lab.max_meshes >= meshes.size() && (lab.takes_libraries || !has_library) &&
            (found == nullptr || lab.max_meshes < found->max_meshes))
            found = &lab;
    return found == nullptr ? &all_labs().front() : found;
}

// Adds a mesh, or a file that a lab opens through one of its settings.
Status add_file(const std::filesystem::path& file, LaunchTarget& io_target) {
    const LabEntry* lab = lab_of_file(file);
    if (lab == nullptr) {
        io_target.meshes.push_back(file);
        return ok();
    }
    if (io_target.lab != nullptr && io_target.lab != lab)
        return Error{shown(file) + ": files of this kind open in the " + std::string(lab->name) + " lab"};
    if (!io_target.own_file.empty())
        return Error{shown(file) + ": only one file of this kind can be opened at a time"};
    io_target.lab = lab;
    io_target.own_file = file;
    return ok();
}

Status find_target(const std::string& target, LaunchTarget& io_target) {
    io_target.lab = find_lab(target);
    if (io_target.lab) return ok();
    io_target.workload = find_workload(target);
    if (io_target.workload) {
        io_target.lab = find_lab(io_target.workload->lab);
        return ok();
    }
    std::error_code ignored; // the target does not have to be a path
    if (!is_scene_file(target) && std::filesystem::is_regular_file(target, ignored))
        return add_file(target, io_target);
    if (!is_scene_file(target))
        return Error{"unknown name '" + one_line(target, 80) + "'; " + known_names() +
                     "; or a mesh, or a scene file ending in .json"};
    io_target.scene = target;
    return ok();
}

} // namespace

const LabEntry* lab_of_file(const std::filesystem::path& path) {
    const std::string extension = path.extension().string();
    for (const LabEntry& lab : all_labs())
        if (!lab.own_files.extension.empty() && lab.own_files.extension == extension) return &lab;
    return nullptr;
}

bool is_scene_file(const std::filesystem::path& path) {
    return path.extension() == ".json";
}

Result<const LabEntry*> lab_of_scene(const std::filesystem::path& file) {
    const Result<SceneDescription> scene = read_scene(file);
    if (!scene) return scene.error();
    if (scene->lab.empty()) return &all_labs().front();
    if (const LabEntry* lab = find_lab(scene->lab)) return lab;
    return Error{shown(file) + ":" + scene->lab_place + ": unknown lab '" + one_line(scene->lab, 40) + "'; " +
                 lab_names()};
}

Result<LaunchTarget> find_launch_target(const ViewerOptions& options) {
    LaunchTarget target;
    if (!options.target.empty())
        if (Status status = find_target(options.target, target); !status) return status.error();
    for (const std::filesystem::path& file : options.files) {
        if (!is_scene_file(file)) {
            if (Status status = add_file(file, target); !status) return status.error();
            continue;
        }
        if (!target.scene.empty()) return Error{file.string() + ": only one scene can be opened at a time"};
        target.scene = file;
    }
    if (!target.lab && !target.scene.empty()) {
        const Result<const LabEntry*> lab = lab_of_scene(target.scene);
        if (!lab) return lab.error();
        target.lab = *lab;
    }
    if (!target.lab) target.lab = target.meshes.empty() ? &all_labs().front() : find_lab_for(target.meshes);
    if (const std::size_t limit = target.lab->max_meshes; limit > 0 && target.meshes.size() > limit)
        return Error{target.meshes[limit].string() + ": the " + std::string(target.lab->name) +
                     " lab takes at most " + std::to_string(limit) + " meshes"};
    return target;
}

Result<std::unique_ptr<Lab>> open_lab(const LaunchTarget& target, const ViewerOptions& options) {
    std::unique_ptr<Lab> lab = target.lab->make();
    (void)apply_stored(*lab, options.stored_settings);
    (void)lab->take_restart_request(); // discarded: the first scene is loaded below
    if (!target.own_file.empty()) {
        const std::string setting(target.lab->own_files.setting);
        if (Status status = lab->set(setting, target.own_file.string()); !status) return status.error();
    }
    for (const auto& [name, value] : options.settings)
        if (Status status = lab->set(name, value); !status) return status.error();
    Status status = ok();
    const std::uint64_t seed = options.seed.value_or(kDefaultSeed);
    if (!target.scene.empty()) {
        Result<LoadedScene> scene = load_scene(target.scene);
        if (!scene) return scene.error();
        status = lab->take_scene(std::move(*scene));
    } else if (target.workload) {
        Result<Simulation> simulation = target.workload->make(seed);
        if (!simulation) return simulation.error();
        LoadedScene scene;
        scene.name = target.workload->name;
        scene.seed = seed;
        scene.simulation = std::move(*simulation);
        status = lab->take_scene(std::move(scene));
    } else {
        status = lab->restart(seed);
    }
    if (!status) return status.error();
    const Presentation presentation = lab->presentation();
    if (options.seed && presentation.seed.value_or(seed) != seed)
        return Error{"--seed " + std::to_string(seed) + ": the scene '" + presentation.scene +
                     "' has its own seed, " + std::to_string(*presentation.seed) +
                     "; change \"seed\" in its file"};
    const bool changes_bodies = lab->take_restart_request();
    if (changes_bodies && (target.workload || !target.scene.empty()))
        return Error{options.target + ": the scene defines its bodies; settings that change them need a lab "
                                      "instead, such as `run multi-body --set bodies=10`"};
    if (target.meshes.empty()) // otherwise the settings are checked after the meshes are loaded
        if (status = lab->check_settings(); !status) return status.error();
    return lab;
}

} // namespace boxwood

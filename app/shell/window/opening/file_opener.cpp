#include "app/shell/window/opening/file_opener.hpp"

#include "app/shell/files/launch_target.hpp"
#include "app/shell/files/recording.hpp"
#include "app/shell/files/sample_meshes.hpp"
#include "app/shell/hint.hpp"
#include "engine/platform/system.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/system/start_program.hpp"

#include <optional>
#include <utility>

namespace boxwood {

void FileOpener::open_files(const std::vector<std::filesystem::path>& files) {
    std::vector<std::filesystem::path> meshes;
    if (files.front().has_parent_path()) last_folder_ = files.front().parent_path();
    for (const std::filesystem::path& file : files) {
        if (is_scene_file(file))
            open_scene(file);
        else if (const LabEntry* entry = lab_of_file(file))
            open_own_file(*entry, file);
        else
            meshes.push_back(file);
    }
    load(meshes);
}

void FileOpener::open_workload(const Workload& workload) {
    const std::uint64_t seed = labs_.current().playback.seed;
    Result<Simulation> simulation = workload.make(seed);
    if (!simulation) return messages_.error(simulation.error().message);
    LoadedScene scene;
    scene.name = workload.name;
    scene.seed = seed;
    scene.simulation = std::move(*simulation);
    show_scene(*find_lab(workload.lab), std::move(scene), std::string(workload.name));
}

void FileOpener::open_scene(const std::filesystem::path& file) {
    const Result<const LabEntry*> entry = lab_of_scene(file);
    if (!entry) return messages_.error(entry.error().message);
    Result<LoadedScene> scene = load_scene(file);
    if (!scene) return messages_.error(scene.error().message);
    if (show_scene(**entry, std::move(*scene), file.filename().string())) preferences_.add_recent(file);
}

bool FileOpener::show_scene(const LabEntry& entry, LoadedScene scene, const std::string& name) {
    Status status = labs_.enter(entry, nullptr, false);
    if (status) status = labs_.lab().take_scene(std::move(scene));
    if (!status) {
        messages_.error(status.error().message);
        return false;
    }
    labs_.lab().history().clear(); // it belongs to the previous scene
    stepper_.forget_times();
    labs_.focus(false);
    messages_.info("Opened " + name);
    return true;
}

// Sets the file's path as a setting of the lab; the lab opens the file in its next frame. A recorded run is opened in a
// separate window instead.
void FileOpener::open_own_file(const LabEntry& entry, const std::filesystem::path& file) {
    if (is_recording_file(file)) return open_recording(file);
    if (Status status = labs_.enter(entry, nullptr, false); !status)
        return messages_.error(status.error().message);
    if (Status status = labs_.lab().set(entry.own_files.setting, file.string()); !status)
        return messages_.error(status.error().message);
    labs_.current().playback.is_playing = !entry.starts_paused;
    messages_.info("Opened " + file.filename().string());
}

// Starts a separate window that repeats the run and compares every frame.
void FileOpener::open_recording(const std::filesystem::path& file) {
    const Status status = start_this_program({"replay", file.string()});
    if (!status) return messages_.error(status.error().message);
    preferences_.add_recent(file);
    messages_.info("Opening in a separate window: boxwood replay " + file.string());
}

void FileOpener::load(const std::vector<std::filesystem::path>& meshes) {
    if (!meshes.empty()) loader_.start(meshes);
}

void FileOpener::poll() {
    for (const std::filesystem::path& file : labs_.lab().take_opened_files()) preferences_.add_recent(file);
    std::optional<LoadedMeshes> loaded = loader_.poll(platform::now_seconds());
    if (!loaded) return;
    for (const Error& error : loaded->errors) messages_.error(error.message);
    if (loaded->meshes.empty()) return;
    print_hint(loaded->hint);
    if (!loaded->hint.empty()) messages_.info(loaded->hint);
    std::string names;
    std::vector<std::filesystem::path> files;
    for (const UserMesh& mesh : loaded->meshes) {
        names.append(names.empty() ? "" : ", ").append(mesh.name);
        files.push_back(mesh.path);
    }
    if (Status status = labs_.lab().take_meshes(std::move(loaded->meshes)); !status)
        return messages_.error(status.error().message);
    for (const std::filesystem::path& file : files) preferences_.add_recent(file);
    stepper_.forget_times();
    labs_.focus(false);
    messages_.info("Opened " + names);
}

void FileOpener::open_dialog() {
    std::vector<ui::FileDialog::Shortcut> shortcuts;
    for (const std::filesystem::path& file : preferences_.recent())
        shortcuts.push_back({"Recent files", file.filename().string(), file});
    for (const SampleMesh& sample : all_sample_meshes())
        shortcuts.push_back({"Sample meshes", sample.name, sample_path(sample)});
    std::vector<std::string> extensions{".obj", ".ply", ".stl", ".off", ".poly", ".gltf",
                                        ".glb", ".fbx", ".dae", ".3ds", ".json"};
    for (const LabEntry& entry : all_labs())
        if (!entry.own_files.extension.empty()) extensions.emplace_back(entry.own_files.extension);
    dialog_.open(last_folder_, std::move(extensions), std::move(shortcuts));
}

void FileOpener::draw_dialog() {
    if (const std::optional<std::filesystem::path> file = dialog_.draw()) open_files({*file});
}

} // namespace boxwood

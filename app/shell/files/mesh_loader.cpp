#include "app/shell/files/mesh_loader.hpp"

#include "app/shell/files/sample_meshes.hpp"
#include "engine/import/import.hpp"
#include "engine/import/polytope_library.hpp"
#include "engine/meshes/units_hint.hpp"

namespace boxwood {

namespace {

// Every polytope of a library becomes a separate user mesh.
Result<std::vector<UserMesh>> load_library(const std::filesystem::path& path) {
    Result<std::vector<NamedPolytope>> polytopes = load_polytopes(path);
    if (!polytopes) return polytopes.error();
    std::vector<UserMesh> user_meshes;
    for (NamedPolytope& one : *polytopes) {
        const std::shared_ptr<Shape> shape = make_shape(std::move(one.polytope));
        shape->build_hierarchy(); // surface labs need it
        user_meshes.push_back({path.filename().string() + ": " + one.name, path, shape});
    }
    return user_meshes;
}

Result<std::vector<UserMesh>> load_file(const std::filesystem::path& path, const std::atomic<bool>* cancel) {
    if (is_poly_file(path)) return load_library(path);
    const SampleMesh* sample = find_sample(path);
    const Result<Mesh> mesh = sample ? Result<Mesh>(sample->make()) : import_mesh(path, {}, cancel);
    if (!mesh) return mesh.error();
    const Result<std::shared_ptr<Shape>> shape = make_shape(mesh->view());
    if (!shape) return Error{path.string() + ": " + shape.error().message};
    return std::vector<UserMesh>{{sample ? sample->name : path.filename().string(), path, *shape}};
}

} // namespace

LoadedMeshes load_meshes(const std::vector<std::filesystem::path>& paths, const std::atomic<bool>* cancel) {
    LoadedMeshes loaded;
    for (const std::filesystem::path& path : paths) {
        Result<std::vector<UserMesh>> user_meshes = load_file(path, cancel);
        if (!user_meshes)
            loaded.errors.push_back(user_meshes.error());
        else
            for (UserMesh& one : *user_meshes) loaded.meshes.push_back(std::move(one));
    }
    if (paths.size() == 2 && loaded.meshes.size() == 2) {
        const UserMesh &a = loaded.meshes[0], &b = loaded.meshes[1];
        loaded.hint =
            units_hint(a.name, scaled_diagonal(a.shape->mesh()), b.name, scaled_diagonal(b.shape->mesh()));
    }
    return loaded;
}

MeshLoader::~MeshLoader() {
    cancel();
}

void MeshLoader::cancel() {
    queue_.clear();
    is_cancelled_ = true;
    if (current_load_.valid()) current_load_.wait();
    current_load_ = {};
}

void MeshLoader::start(std::vector<std::filesystem::path> paths) {
    queue_.push_back(std::move(paths));
}

void MeshLoader::start_next(double now) {
    std::vector<std::filesystem::path> paths = std::move(queue_.front());
    queue_.erase(queue_.begin());
    file_names_.clear();
    for (const std::filesystem::path& path : paths)
        file_names_ += (file_names_.empty() ? "" : ", ") + path.filename().string();
    started_at_ = now;
    is_cancelled_ = false;
    current_load_ = std::async(
        std::launch::async, [this, paths = std::move(paths)] { return load_meshes(paths, &is_cancelled_); });
}

std::optional<LoadedMeshes> MeshLoader::poll(double now) {
    if (!current_load_.valid()) {
        if (!queue_.empty()) start_next(now);
        return std::nullopt;
    }
    if (current_load_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    return current_load_.get();
}

} // namespace boxwood

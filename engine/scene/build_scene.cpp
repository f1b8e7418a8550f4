#include "engine/scene/build_scene.hpp"

#include "engine/import/import.hpp"
#include "engine/scene/scene.hpp"

#include <map>

#include <glm/trigonometric.hpp>

namespace boxwood {
namespace {

Result<std::shared_ptr<Shape>> shape_of_mesh(const Result<Mesh>& mesh) {
    if (!mesh) return mesh.error();
    return make_shape(mesh->view());
}

Result<std::shared_ptr<Shape>> make_body_shape(const BodySource& source, const std::filesystem::path& folder) {
    if (const auto* path = std::get_if<std::filesystem::path>(&source)) return shape_of_mesh(import_mesh(folder / *path));
    if (const auto* recipe = std::get_if<MeshRecipe>(&source)) return shape_of_mesh(make_mesh(*recipe));
    Result<Polytope> polytope = make_random_polytope(std::get<RandomPolytopeParams>(source));
    if (!polytope) return polytope.error();
    return make_shape(std::move(*polytope));
}

} // namespace

Result<LoadedScene> load_scene(const std::filesystem::path& path) {
    const Result<SceneDescription> scene = read_scene(path);
    if (!scene) return scene.error();
    LoadedScene loaded;
    loaded.name = scene->name.empty() ? path.stem().string() : scene->name;
    std::vector<BodyDesc> bodies;
    std::map<std::filesystem::path, std::shared_ptr<Shape>> files; // a file that many bodies share is read once
    for (std::size_t i = 0; i < scene->bodies.size(); ++i) {
        const SceneBody& body = scene->bodies[i];
        const auto* file = std::get_if<std::filesystem::path>(&body.source);
        std::shared_ptr<Shape> shape = file && files.contains(*file) ? files[*file] : nullptr;
        if (!shape) {
            Result<std::shared_ptr<Shape>> made = make_body_shape(body.source, path.parent_path());
            if (!made) return Error{path.string() + ": /bodies/" + std::to_string(i) + ": " + made.error().message};
            shape = *made;
            if (file) files[*file] = shape;
        }
        bodies.push_back({shape, body.transform, body.has_cube ? BoxKind::fixed_cube : BoxKind::dynamic_box});
        loaded.simulation.motions.push_back({body.velocity_w, body.spin_axis_w, glm::radians(body.spin_degrees)});
    }
    loaded.simulation.room_half = scene->room_half.value_or(glm::dvec3(0.0));
    if (Result<std::vector<BodyId>> ids = loaded.simulation.world.add_bodies(bodies); !ids)
        return Error{path.string() + ": " + ids.error().message};
    return loaded;
}

} // namespace boxwood

#include "app/labs/walkthrough/scene/walk_stage.hpp"

#include "app/labs/assets.hpp"

#include <utility>

namespace boxwood {
namespace {

Result<WalkthroughScene> open_scene(const std::filesystem::path& file) {
    Result<LoadedScene> scene = load_scene(file);
    if (!scene) return scene.error();
    return make_walkthrough_scene(std::move(*scene));
}

// The name of a built-in scene, or the path of a scene file.
std::filesystem::path source_of(const std::string& name, const std::filesystem::path& folder) {
    const std::filesystem::path path(name);
    return name == "table" || name == "kitchen" || path.is_absolute() ? path : folder / path;
}

Result<WalkthroughScene> find_scene(const std::filesystem::path& source) {
    if (source == "table") return make_walkthrough_scene(make_table_scene());
    if (source == "kitchen") {
        const Result<std::filesystem::path> file = find_asset("scenes/kitchen.json");
        if (!file) return file.error();
        return open_scene(*file);
    }
    return open_scene(source);
}

} // namespace

Result<WalkthroughScene> WalkStage::next(const std::string& script_scene,
                                         const std::filesystem::path& script_folder,
                                         bool leaves_user_scene) const {
    if (user_scene_ && !leaves_user_scene) return *user_scene_;
    const bool is_of_script = !script_scene.empty();
    const std::string& name = is_of_script ? script_scene : choice_;
    const std::filesystem::path source =
        source_of(name, is_of_script ? script_folder : std::filesystem::path());
    const bool is_on_screen = !scene_.name.empty() && scene_.source == source;
    Result<WalkthroughScene> scene = is_on_screen ? Result<WalkthroughScene>(scene_) : find_scene(source);
    if (!scene) return scene;
    scene->choice = name;
    scene->source = source;
    return scene;
}

void WalkStage::enter(WalkthroughScene scene, const CollisionWorld& world) {
    scene_ = std::move(scene);
    gallery_.update(world);
    for (BodyId id = 0; id < scene_.surfaces.size(); ++id)
        for (WalkSurface& surface : scene_.surfaces[id]) {
            const std::shared_ptr<Shape>& shape = world.bodies()[id].shape;
            if (!surface.mesh)
                surface.gallery_index =
                    gallery_.add_shape(shape->parts() ? shape->part_shape(surface.first_part) : shape);
        }
}

} // namespace boxwood

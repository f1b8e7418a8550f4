// What: a scene file that shows the parts of decomposed models: a body per model, a colour per part.
// Invariants: parts that are close in space share a branch, so that the hulls of the body's hierarchy are small; a part
//             carries those of its branch.
#pragma once

#include "engine/meshes/polygon_mesh.hpp"
#include "engine/scene/scene.hpp"

#include <filesystem>
#include <span>
#include <vector>

namespace boxwood {

// `library`: the file that holds the parts, as written in the scene.
struct PartsOfModel {
    std::string name;
    std::vector<PolygonMesh> parts; // named as in the library
};
SceneDescription make_parts_scene(std::span<const PartsOfModel> models, const std::filesystem::path& library);

} // namespace boxwood

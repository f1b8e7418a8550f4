// What: a scene that shows the parts of decomposed models, with one body per model and one color per part.
// Invariants: parts that are close in space are in the same branch of the tree of parts, so that the hulls of the
//             body's hull hierarchy are small.
#pragma once

#include "engine/meshes/polygon_mesh.hpp"
#include "engine/scene/scene.hpp"

#include <filesystem>
#include <span>
#include <vector>

namespace boxwood {

struct PartsOfModel {
    std::string name;
    std::vector<PolygonMesh> parts; // with their names in the library
};

// `library`: path of the polytope library that contains the parts, as written in the scene.
SceneDescription make_parts_scene(std::span<const PartsOfModel> models, const std::filesystem::path& library);

} // namespace boxwood

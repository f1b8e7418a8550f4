// What: builds a simulation that is ready to run from a scene file.
// Invariants: fixed bodies are never tested against each other.
// Degenerate input: any defect of the file or of a mesh that it names is an Error with file, line and place. More than
//                   10 million overlapping box pairs at the start are an Error.
#pragma once

#include "collision/core/result.hpp"
#include "engine/meshes/mesh.hpp"
#include "engine/scene/scene.hpp"
#include "engine/sim/simulation.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

// A surface to draw: exactly the boundary of the union of some parts of its body.
struct SceneSurface {
    std::shared_ptr<const Mesh>
        mesh; // in the frame of these parts; null: the mesh of the single part or of the whole shape
    std::uint32_t first_part = 0, part_count = 1; // for a body of several parts
    std::uint32_t material = 0;                   // index into LoadedScene::materials
};

// Properties of a body other than its shape and motion.
struct SceneBody {
    std::string name; // may be empty
    bool is_fixed = false;
    double mass = 1.0; // kilograms; infinite for a fixed body
    bool casts_shadow = true;
    std::vector<SceneSurface> surfaces;
    std::string group; // for its enabled pairs; may be empty
};

struct LoadedScene {
    std::string name;
    std::uint64_t seed = 0; // of the scene's random numbers
    Simulation simulation;
    std::vector<SceneBody> bodies;   // index = body id
    std::vector<Material> materials; // the first is the default
    std::optional<SceneLight> light;
    std::optional<SceneView> view;
    std::string lab; // the lab that opens the scene; empty: the default
};

Result<LoadedScene> load_scene(const std::filesystem::path& path);

} // namespace boxwood

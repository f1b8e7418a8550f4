// What: builds a ready-to-run simulation from a scene file.
// Invariants: fixed bodies are never tested against each other.
// Degenerate input: any defect of the scene file, or of a mesh file that it names, is an Error with file, line and JSON
//                   pointer. More than 10 million overlapping box pairs at the start are an Error without a line.
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

// A surface to draw. It is exactly the boundary of the union of some consecutive parts of its body.
struct SceneSurface {
    // In the frame of the parts. If null, the mesh of the single part or of the complete shape is drawn.
    std::shared_ptr<const Mesh> mesh;
    std::uint32_t first_part = 0, part_count = 1; // for a body of several parts
    std::uint32_t material = 0;                   // index into LoadedScene::materials
};

// Properties of a body other than its shape and motion.
struct SceneBody {
    std::string name; // can be empty
    bool is_fixed = false;
    double mass = 1.0; // kilograms; computed from the volume if the scene states none
    bool casts_shadow = true;
    std::vector<SceneSurface> surfaces;
    std::string group; // for the rules about enabled pairs; can be empty
};

struct LoadedScene {
    std::string name;
    std::uint64_t seed = 0; // of the scene's random numbers
    Simulation simulation;
    std::vector<SceneBody> bodies;   // indexed by body id
    std::vector<Material> materials; // the first is the default
    std::optional<SceneLight> light;
    std::optional<SceneView> view;
    std::string lab; // the lab that opens the scene; empty: the default lab
};

Result<LoadedScene> load_scene(const std::filesystem::path& path);

} // namespace boxwood

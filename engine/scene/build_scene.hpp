// What: a scene file as a simulation that is ready to run.
// Invariants: fixed bodies are never tested against each other.
// Degenerate input: whatever is wrong in the file or in a mesh that it names is an Error with file, line and place.
//                   So is a scene of which more than 10 million pairs of boxes overlap at the start.
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

// A surface to draw, exactly the outside of the union of some parts of its body.
struct SceneSurface {
    std::shared_ptr<const Mesh>
        mesh; // in the frame of these parts; null: the one part's, or the whole shape's, own
    std::uint32_t first_part = 0, part_count = 1; // of a body that consists of parts
    std::uint32_t material = 0;                   // into LoadedScene::materials
};

// What a scene says of a body beside its shape and motion.
struct SceneBody {
    std::string name; // may be empty
    bool is_fixed = false;
    double mass = 1.0; // kilograms; of a fixed body infinite
    bool casts_shadow = true;
    std::vector<SceneSurface> surfaces;
};

struct LoadedScene {
    std::string name;
    std::uint64_t seed = 0; // of everything that is random in it
    Simulation simulation;
    std::vector<SceneBody> bodies;   // index = body id
    std::vector<Material> materials; // the first is the usual one
    std::optional<SceneLight> light;
    std::optional<SceneView> view;
    std::string lab; // that it opens in; empty: the usual one
};

Result<LoadedScene> load_scene(const std::filesystem::path& path);

} // namespace boxwood

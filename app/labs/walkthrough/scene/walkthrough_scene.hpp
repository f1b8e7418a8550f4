// What: describes the initial state of a walkthrough scene, from which walks can restart, and the appearance of its
//       bodies.
// Frame: world, y up.
// Units: meters.
#pragma once

#include "engine/draw/draw_list.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/walk/table_scene.hpp"
#include "engine/walk/walk_body.hpp"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

// A drawn surface of a body. A mesh, if there is one, is drawn in place of the body's convex parts.
struct WalkSurface {
    std::shared_ptr<const Mesh> mesh; // in the frame of `first_part`; null: the own mesh of that part
    draw::MeshKey key = 0;            // of the mesh
    std::uint32_t first_part = 0;
    Pose body_from_surface; // with the joints at rest
    draw::Color color;
    float roughness = 1.0f;
    std::uint32_t gallery_index = 0; // for a surface without a mesh: index in the lab's ShapeGallery
};

struct WalkthroughScene {
    std::string name;
    std::string choice;                // as given by the user
    std::filesystem::path source;      // the file of the choice, or the name of a built-in scene
    std::optional<std::uint64_t> seed; // if the scene file has one
    std::vector<BodyDesc> descs;
    std::vector<WalkBody> bodies; // by id
    std::vector<std::vector<WalkSurface>> surfaces;
    WalkStart start;
    std::optional<draw::Daylight> daylight;
    std::vector<bool> casts_shadow; // by body; empty: all do
    std::size_t convex_pieces = 0, meshes = 0;
};

WalkthroughScene make_walkthrough_scene(LoadedScene scene);
WalkthroughScene make_walkthrough_scene(WalkScene scene);
// The name of the scene in a script that is saved in any folder: the path of a file is absolute. Empty: the scene has
// no name that a script can use.
std::string script_name_of(const WalkthroughScene& scene);

} // namespace boxwood

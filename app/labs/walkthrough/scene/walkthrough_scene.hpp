// What: the initial state of a walkthrough scene, for any number of restarts, and the appearance of its bodies.
// Frame: world, y up.
// Units: metres.
#pragma once

#include "engine/draw/draw_list.hpp"
#include "engine/scene/build_scene.hpp"
#include "engine/walk/table_scene.hpp"
#include "engine/walk/walk_body.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace boxwood {

// A surface of a body: drawn in place of its convex parts if it has a mesh.
struct WalkSurface {
    std::shared_ptr<const Mesh> mesh; // in the frame of its first part; null: the part's own mesh
    draw::MeshKey key = 0;            // of the mesh
    std::uint32_t first_part = 0;
    Pose body_from_surface; // with joints at rest position
    draw::Color color;
    float roughness = 1.0f;
    std::uint32_t gallery_place = 0; // without a mesh: index into the lab's shapes
};

struct WalkthroughScene {
    std::string name;
    std::string choice;                // as given by the user
    std::optional<std::uint64_t> seed; // of a scene file
    std::vector<BodyDesc> descs;
    std::vector<WalkBody> bodies; // by id
    std::vector<std::vector<WalkSurface>> surfaces;
    WalkStart start;
    std::optional<draw::Daylight> daylight;
    std::vector<bool> casts_shadow; // by body
    std::size_t convex_pieces = 0, meshes = 0;
};

WalkthroughScene make_walkthrough_scene(LoadedScene scene);
WalkthroughScene make_walkthrough_scene(WalkScene scene);

} // namespace boxwood

// What: one mesh of the pair lab with its hierarchy, and the poses of both meshes.
#pragma once

#include "collision/world/collision_world.hpp"
#include "engine/meshes/mesh.hpp"

#include <array>
#include <memory>
#include <string>

namespace boxwood {

inline constexpr BodyId kBodyA = 0, kBodyB = 1;
inline constexpr std::array kBothBodies{kBodyA, kBodyB};

using Placement = std::array<Transform, 2>; // of A and B

struct PairSide {
    std::string name;
    std::shared_ptr<Shape> shape;
    MeshReport report;
    bool is_new = false; // has no pose yet
    bool is_solid = false;
    int mesh = 0; // identifies the mesh, independent of its hierarchy
};
using PairSides = std::array<PairSide, 2>;

} // namespace boxwood

// What: checks whether ODE supports a mesh; prints to stderr if not.
// Source: OPCODE builds no tree for a mesh of one triangle, but its refit reads a tree, and every collision and update
//     begins with a refit. Such a mesh would crash the program, so ODE is left out.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <cstdio>

namespace boxwood::bench {

inline constexpr std::size_t kMinOdeTriangles = 2;

inline bool can_ode_hold(const Mesh& mesh) {
    if (mesh.triangles.size() >= kMinOdeTriangles) return true;
    std::fprintf(stderr, "ode left out of %s: its refit takes a tree, which one triangle does not get\n",
                 mesh.name.c_str());
    return false;
}

} // namespace boxwood::bench

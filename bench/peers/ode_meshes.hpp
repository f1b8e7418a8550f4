// What: whether ODE can hold a mesh; prints to stderr if not.
// Source: OPCODE makes no tree of one triangle, but its refit, with which every collision and update begins, reads one.
// Departs from the source: such a mesh would end the program by a signal, so ODE is excluded.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <cstdio>

namespace boxwood::bench {

inline constexpr std::size_t kFewestOfOde = 2; // triangles

inline bool can_ode_hold(const Mesh& mesh) {
    if (mesh.triangles.size() >= kFewestOfOde) return true;
    std::fprintf(stderr, "ode left out of %s: its refit takes a tree, which one triangle does not get\n",
                 mesh.name.c_str());
    return false;
}

} // namespace boxwood::bench

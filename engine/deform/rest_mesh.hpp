// What: the mesh that deformers start from, with what they ask about it: its center, size, longest and thinnest axis.
// Frame: the mesh's own.
// Invariants: positions of the rest mesh never change; a deformed mesh has the same vertices and triangles.
// Degenerate input: requires at least one triangle and finite positions (engine/meshes/checked.hpp).
#pragma once

#include "engine/meshes/mesh.hpp"

#include <glm/vec3.hpp>

namespace boxwood {

struct RestMesh {
    Mesh mesh;
    glm::dvec3 center{0.0}, half{0.0}; // of its box
    double radius = 0.0;               // of the sphere around the box; 1 where all vertices are one point
    int long_axis = 0, short_axis = 2;
};

RestMesh make_rest_mesh(Mesh mesh);

// Every triangle with three vertices of its own: adjacency is broken, the surface is not.
Mesh split_corners(const Mesh& mesh);

} // namespace boxwood

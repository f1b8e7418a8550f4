// What: the undeformed mesh with the properties that deformers use: center, size, longest and thinnest axis.
// Frame: the mesh's own.
// Invariants: positions of the rest mesh are constant; a deformed mesh has the same vertices and triangles.
// Degenerate input: requires at least one triangle and finite positions (engine/meshes/checked.hpp).
#pragma once

#include "engine/meshes/mesh.hpp"

#include <glm/vec3.hpp>

namespace boxwood {

struct RestMesh {
    Mesh mesh;
    glm::dvec3 center{0.0}, half{0.0}; // of its box
    double radius = 0.0;               // of the box's circumscribed sphere; 1 if all vertices coincide
    int long_axis = 0, short_axis = 2;
};

RestMesh make_rest_mesh(Mesh mesh);

// The same triangles with three vertices of their own each, so that none are adjacent.
Mesh split_corners(const Mesh& mesh);

} // namespace boxwood

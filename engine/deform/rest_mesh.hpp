// What: the undeformed mesh with its properties that deformers use: center, size, longest axis and shortest axis.
// Frame: the mesh's own.
// Invariants: the positions of the rest mesh are constant. A deformed mesh has the same number of vertices and the same
//             triangles.
// Degenerate input: requires at least one triangle and finite positions (engine/meshes/checked.hpp).
#pragma once

#include "engine/meshes/mesh.hpp"

#include <glm/vec3.hpp>

namespace boxwood {

struct RestMesh {
    Mesh mesh;
    glm::dvec3 center{0.0}, half{0.0}; // center and half extents of the mesh's box
    double radius = 0.0;               // of the box's circumscribed sphere; 1 if all vertices coincide
    int long_axis = 0, short_axis = 2;
};

RestMesh make_rest_mesh(Mesh mesh);

// A mesh of the same triangles in which no two triangles share a vertex, so that no triangles are adjacent.
Mesh split_corners(const Mesh& mesh);

} // namespace boxwood

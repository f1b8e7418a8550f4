// What: measures a mesh: degenerate triangles, borders, non-manifold edges, components, bounds.
// Cost: O(vertices + triangles) time, plus a sort of the edges at each vertex; 10^6 triangles take about 0.1 s.
// Oracle: a map from edges to triangles in tests/engine/meshes/measure_test.cpp.
#pragma once

#include "engine/meshes/mesh.hpp"

namespace boxwood {

MeshReport make_report(const MeshView& mesh);

// Volume enclosed by a closed, outward oriented mesh, as a sum over signed tetrahedra. Negative if the mesh is inside
// out.
double signed_volume(const MeshView& mesh);

} // namespace boxwood

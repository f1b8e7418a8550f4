// What: defects and properties of a mesh: degenerate triangles, borders, non-manifold edges, components, bounds.
// Cost: O(vertices + triangles), plus a sort of the edges around each vertex; 10^6 triangles take about 0.1 s.
// Oracle: a map from edges to triangles in tests/engine/meshes/measure_test.cpp.
#pragma once

#include "engine/meshes/mesh.hpp"

namespace boxwood {

MeshReport make_report(const MeshView& mesh);

// Volume enclosed by a closed, outward oriented mesh, by signed tetrahedra; negative if the mesh is inside out.
double signed_volume(const MeshView& mesh);

} // namespace boxwood

// What: the meshes of the experiments, with any number of triangles, and the poses of a tumble: a copy rotates at
//     a fixed distance from another copy.
// Frame: fitted meshes are in a cube of size 2 about the origin; the second copy is displaced along x.
// Invariants: the same requested number of triangles gives the same mesh.
// Source: [Zachmann 2002] section 6 for the tumble. Departs from the source: generated models replace its CAD models,
//     which are not available.
#pragma once

#include "collision/core/pose.hpp"
#include "engine/meshes/mesh.hpp"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace boxwood {

struct Model {
    std::string_view name;
    Mesh (*make)(std::size_t triangles); // approximate number of triangles
};
std::span<const Model> all_models(); // sphere, rock, torus, knot

// Translates and scales the mesh to fit a cube of size 2 about the origin.
Mesh fitted(Mesh mesh);
inline Mesh make_fitted(const Model& model, std::size_t triangles) {
    return fitted(model.make(triangles));
}

using PosePairs = std::vector<std::pair<Pose, Pose>>;

// Returns steps_per_turn * steps_per_turn pairs of poses. The first copy is at the origin. The second is displaced by
// `distance` along x and makes a full rotation about x at each step of a full rotation about z.
PosePairs tumble_at(double distance, int steps_per_turn);

// Divides the distances from first contact of the bounding spheres down to half of that distance into `count` equal
// intervals, and returns their midpoints. The bounding sphere of a mesh is centered at its origin.
std::vector<double> tumble_distances(const Mesh& mesh, int count);

// A model with the poses of a tumble at the midpoint of the range of tumble_distances().
struct TumblingModel {
    Mesh mesh;
    PosePairs poses;
};
TumblingModel make_tumbling(const Model& model, std::size_t triangles, int steps_per_turn);

} // namespace boxwood

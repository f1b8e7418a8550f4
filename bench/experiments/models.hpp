// What: the meshes of the experiments, at any size, and the poses at which two copies tumble.
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

// The square of steps_per_turn poses, displaced by `distance` along x: a full rotation about x for each step of a
// rotation about z.
PosePairs tumble_at(double distance, int steps_per_turn);

// The middles of `count` equal intervals of distances, from first contact of the bounding spheres down to half of that
// distance. The spheres are centered at the origin.
std::vector<double> tumble_distances(const Mesh& mesh, int count);

// A model with the poses of a tumble in the middle of the range of tumble_distances().
struct TumblingModel {
    Mesh mesh;
    PosePairs poses;
};
TumblingModel make_tumbling(const Model& model, std::size_t triangles, int steps_per_turn);

} // namespace boxwood

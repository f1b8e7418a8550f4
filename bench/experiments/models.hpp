// What: the meshes of the experiments, at any size, and how they tumble.
// Frame: in a cube of size 2 about the origin; the second copy is displaced along x.
// Invariants: the same requested count gives the same mesh.
// Source: [Zachmann 2002] section 6 for the tumble. Departs from it: its CAD models are not available; generated models
//     replace them.
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
    Mesh (*make)(std::size_t triangles); // approximately this many
};
std::span<const Model> all_models(); // sphere, rock, torus, knot

// Translated and scaled to fit a cube of size 2 about the origin.
Mesh fitted(Mesh mesh);
inline Mesh make_fitted(const Model& model, std::size_t triangles) {
    return fitted(model.make(triangles));
}

using PosePairs = std::vector<std::pair<Pose, Pose>>;

// A rotation about x inside each step of a rotation about z, displaced by `distance` along x: turns * turns poses.
PosePairs tumble_at(double distance, int turns);

// From the first contact of the bounding spheres to half of that distance.
std::vector<double> tumble_distances(const Mesh& mesh, int count);

// A model in the initial state of experiments: at the middle one of those distances.
struct TumblingModel {
    Mesh mesh;
    PosePairs poses;
};
TumblingModel make_tumbling(const Model& model, std::size_t triangles, int turns);

} // namespace boxwood

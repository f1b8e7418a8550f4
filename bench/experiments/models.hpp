// What: the meshes that experiments are run on, at any size, and how they tumble.
// Frame: in a cube of size 2 about the origin; the second copy stands along x.
// Invariants: the same number asked for gives the same mesh.
// Source: [Zachmann 2002] section 6 for the tumble. Departs from it: its CAD models are not available; what stands in for
//         them is generated.
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
    Mesh (*make)(std::size_t triangles); // about so many
};
std::span<const Model> all_models(); // sphere, rock, torus, knot

// Moved and scaled so that it fits a cube of size 2 about the origin.
Mesh fitted(Mesh mesh);
inline Mesh make_fitted(const Model& model, std::size_t triangles) {
    return fitted(model.make(triangles));
}

using PosePairs = std::vector<std::pair<Pose, Pose>>;

// A turn about x inside each step of a turn about z, as far apart as `distance` along x: turns * turns poses.
PosePairs tumble_at(double distance, int turns);

// From the first contact of the bounding spheres to half of that.
std::vector<double> tumble_distances(const Mesh& mesh, int count);

// A model as experiments begin: at the distance in the middle of those.
struct TumblingModel {
    Mesh mesh;
    PosePairs poses;
};
TumblingModel make_tumbling(const Model& model, std::size_t triangles, int turns);

} // namespace boxwood

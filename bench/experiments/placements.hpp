// What: the setting of the AABB-tree paper: its models, and random placements of two copies of a model in a cube. The
//     side of the cube is chosen so that the copies intersect at about 60 % of the placements.
// Frame: poses map the model to the world.
// Invariants: the same seed gives the same placements. The placements used to choose the side are not measured.
// Source: [van den Bergen 1997] section 5; [Shoemake 1992] for uniform rotations. The torus comes from SOLID's demos
//     [E: SOLID 3.5 README and sample]; whether the paper used the same torus is not known.
// Departs from the source: a generated craft replaces the paper's "X-wing", which is lost. The triangles of the
//     paper's teapot are lost, too, so the teapot is tessellated from its patches.
#pragma once

#include "bench/experiments/models.hpp"
#include "collision/core/result.hpp"

#include <cstdint>

namespace boxwood {

struct PlacedModel {
    std::string_view name;
    Mesh mesh;
    double side = 0.0; // side of the cube that contains both origins
    PosePairs poses{}; // poses to measure
};

inline constexpr double kWantedShare = 0.6; // share of placements that intersect

// A torus of 5000 triangles, a craft of 5920 and a teapot of 6320. If `is_small`, the torus and the teapot have fewer
// triangles.
std::vector<PlacedModel> place_paper_models(std::size_t placements, std::uint64_t seed, bool is_small);

// Moves the center of the mesh's box to the origin, finds the side of the cube, and places two copies in the cube.
PlacedModel place_model(std::string_view name, Mesh mesh, std::size_t placements, std::uint64_t seed);

PosePairs place_in_cube(double side, std::size_t placements, std::uint64_t seed);

// The fraction of placements at which two copies of the mesh intersect.
double find_hit_share(const MeshView& mesh, const PosePairs& poses);

// The half-width of the 95 % confidence interval of a share found in `count` trials.
double share_margin(double share, std::size_t count);

} // namespace boxwood

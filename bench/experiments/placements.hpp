// What: the setting of the AABB-tree paper: its models, and two copies of one placed at random in a cube whose side
//     makes about 60 % of the placements intersect.
// Frame: poses map the model to the world.
// Invariants: the same seed gives the same placements; the placements that determine the side are not among the
//     measured ones.
// Source: [van den Bergen 1997] section 5; [Shoemake 1992] for uniform rotations. The torus is that of SOLID's demos
//     [E: SOLID 3.5 README and sample]; whether it is the paper's is not proved.
// Departs from the source: its "X-wing" is lost and replaced by a generated craft; its teapot's triangles are lost,
//     ours is tessellated from the patches.
#pragma once

#include "bench/experiments/models.hpp"
#include "collision/core/result.hpp"

#include <cstdint>

namespace boxwood {

struct PlacedModel {
    std::string_view name;
    Mesh mesh;
    double side = 0.0; // of the cube in which both origins lie
    PosePairs poses{}; // to be measured
};

inline constexpr double kWantedShare = 0.6; // of placements that intersect

// Torus of 5000 triangles, craft of 5920, teapot of 6320; fewer triangles if `is_small`.
std::vector<PlacedModel> place_paper_models(std::size_t placements, std::uint64_t seed, bool is_small);

// Any mesh in the same setting. The mesh's center is moved to the origin.
PlacedModel place_model(std::string_view name, Mesh mesh, std::size_t placements, std::uint64_t seed);

PosePairs place_in_cube(double side, std::size_t placements, std::uint64_t seed);

// Fraction of placements at which two copies of the mesh intersect.
double find_hit_share(const MeshView& mesh, const PosePairs& poses);

// The half-width of the 95 % confidence interval of a share found in `count` trials.
double share_margin(double share, std::size_t count);

} // namespace boxwood

// What: builds the multi-body simulation of the I-COLLIDE paper: N random polytopes (and optionally meshes) that move
//       in a closed room, with constant velocities and spins.
// Frame: world; the room is centered at the origin. Units: polytopes have radius 1 (a meter in the labs).
// Invariants: the same parameters give bit-identical simulations.
// Degenerate input: a parameter out of range is an Error with its name, its value and the range.
// Source: [Cohen 1995] section 5. The defaults are this project's choice, not the paper's.
#pragma once

#include "collision/core/result.hpp"
#include "engine/sim/simulation.hpp"

#include <cstdint>
#include <vector>

namespace boxwood {

inline constexpr int kDistinctShapes = 1000;

struct MultiBodyParams {
    int bodies = 500;
    int faces = 36;    // per polytope; the minimum if max_faces is larger
    int max_faces = 0; // random numbers of faces up to this; if <= `faces`: all polytopes have `faces`
    double spin_degrees = 10.0;   // per step, about a random axis
    double speed_percent = 10.0;  // of the radius, per step
    double density_percent = 5.0; // share of the room's volume filled by bodies
    double mesh_percent = 0.0;    // share of bodies that are triangle meshes
    double cube_percent = 0.0;    // share of bodies whose box is a fixed_cube, even if `box` is dynamic_box
    double aspect_ratio = 1.0;    // length over width of the polytopes
    BoxKind box = BoxKind::dynamic_box;
    int distinct_shapes = kDistinctShapes; // if there are more bodies, they share shapes
    double room_half = 0.0;                // half the side of the room; 0: computed from the density
    std::uint64_t seed = 1995;
    // Shapes that replace the built-in meshes for mesh_percent of the bodies; empty: the built-in meshes are used.
    std::vector<std::shared_ptr<Shape>> shapes;

    friend bool operator==(const MultiBodyParams&, const MultiBodyParams&) = default;
};

inline constexpr int kMaxWorkloadBodies = 131072;
inline constexpr int kMaxFaces = 1000;

Result<Simulation> make_multi_body(const MultiBodyParams& params);

} // namespace boxwood

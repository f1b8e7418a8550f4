// What: generates procedural meshes. The same parameters and seed give the same mesh.
// Frame: centered at the origin, except the teapot, whose bottom is at z = 0; tori and knots wind around z, heights of
//             a heightfield are along y.
// Units: lengths as in the scene.
// Invariants: meshes are closed, manifold and outward oriented, with three exceptions. The heightfield and the waves
//             have a border and face up. The closed parts of the craft overlap. The teapot is open: its handle and
//             spout begin inside the body, and its lid rests on the rim without a seam.
// Degenerate input: the comment of each function or struct states its requirements.
//             engine/meshes/generate/recipe.hpp checks user input.
// Oracle: Euler characteristic and closed-form volumes in tests/engine/meshes/generators_test.cpp.
#pragma once

#include "engine/meshes/mesh.hpp"

#include <cstdint>

namespace boxwood {

// A box of 12 triangles. Requires half > 0.
Mesh make_box(const glm::dvec3& half);

// A torus of 2 n_major n_minor triangles. Requires 0 < minor_radius < major_radius and both counts >= 3.
Mesh make_torus(double major_radius, double minor_radius, std::uint32_t n_major, std::uint32_t n_minor);

// A tube along a curve on a torus, which winds p times around z and q times around the core circle. Requires
// tube_radius > 0 and both counts >= 3.
struct TorusKnotParams {
    std::uint32_t p = 2;
    std::uint32_t q = 3; // p and q must be coprime; otherwise the tube overlaps itself
    double major_radius = 1.0;
    double minor_radius = 0.45;
    // must be less than half the distance between windings; otherwise the tube intersects itself
    double tube_radius = 0.17;
    std::uint32_t n_along = 320;
    std::uint32_t n_around = 24;
};
Mesh make_torus_knot(const TorusKnotParams& params); // 2 n_along n_around triangles

// An icosahedron with each edge divided into `frequency` parts, projected onto the sphere: 20 frequency^2 triangles.
// Requires radius > 0 and a frequency from 1 to 4096.
Mesh make_geodesic_sphere(double radius, std::uint32_t frequency);

// A geodesic sphere with frequency 2^levels: 20, 80, 320, ... triangles. Requires levels <= 12 and radius > 0.
Mesh make_icosphere(std::uint32_t levels, double radius = 1.0);

// A rock: a geodesic sphere whose radius is scaled by smooth noise, with factors from 1 - amplitude to 1 + amplitude.
struct BumpySphereParams {
    double radius = 1.0;
    std::uint32_t frequency = 59; // 69 620 triangles
    double amplitude = 0.35;      // 0 to 0.9 of the radius
    double detail = 1.6;          // bumps per radius in the coarsest layer of the noise
    std::uint64_t seed = 1;
};
Mesh make_bumpy_sphere(const BumpySphereParams& params);

// Hills over a rectangle in x and z: 2 n_x n_z triangles. Requires both counts >= 1.
struct HeightfieldParams {
    double half_x = 10.0, half_z = 10.0;
    double height = 2.0; // heights lie within +- height
    double detail = 4.0; // hills across the rectangle
    std::uint32_t n_x = 64, n_z = 64;
    std::uint64_t seed = 1;
};
Mesh make_heightfield(const HeightfieldParams& params);

// A slender craft with four wings in an X, 5920 triangles. It replaces the "X-wing" of [van den Bergen 1997], because
// that model is not available. `length` is along x.
Mesh make_craft(double length = 2.0);

// The Utah teapot from Newell's 32 patches, with z up and its bottom at z = 0. It has 64 * steps^2 - 8 * steps
// triangles: the 8 * steps degenerate triangles at the poles are left out. Source: [Crow 1987]. Requires steps >= 1.
Mesh make_teapot(std::uint32_t steps);

// A sheet over a square in x and z, made of bicubic Bezier patches through random heights. Neighboring patches have the
// same tangents at their common border. It has 2 * (patches * steps)^2 triangles. Requires patches >= 1 and steps >= 1.
struct WavesParams {
    double half = 1.0;
    double height = 0.15; // heights of the corners lie within +- height
    std::uint32_t patches = 6, steps = 8;
    std::uint64_t seed = 1;
};
Mesh make_waves(const WavesParams& params);

void append(Mesh& io_mesh, const Mesh& part);

} // namespace boxwood

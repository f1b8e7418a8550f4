// What: random convex polytopes: the hull of points drawn uniformly on the unit sphere.
// Frame: centroid of the solid at the origin, up to rounding.
// Units: `radius` is the largest distance of a vertex from the origin.
// Invariants: exactly the requested number of faces (rounded up to even, at least 4), all triangles, V = F/2 + 2; equal
//             parameters give bit-equal polytopes.
// Degenerate input: parameters out of range are an Error. Points that give coplanar faces are redrawn with a seed
//                   derived from the previous one.
// Cost: O(F log F) per draw; 36 faces take about 0.1 ms, 1000 faces about 10 ms.
// Faces: F = 2V - 4 for points in general position, by Euler.
// Oracle: tests/engine/meshes/random_polytope_test.cpp, closed forms.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <cstdint>

namespace boxwood {

struct RandomPolytopeParams {
    std::uint32_t faces = 36; // at most kMaxRandomFaces
    std::uint64_t seed = 1;
    double radius = 1.0;
    double aspect_ratio = 1.0; // 1 to 100: length along z over width
    friend bool operator==(const RandomPolytopeParams&, const RandomPolytopeParams&) = default;
};

// With more faces, rounding to float makes some neighbours coplanar in most draws.
inline constexpr std::uint32_t kMaxRandomFaces = 2000;

Status check_params(const RandomPolytopeParams& params);
Result<Polytope> make_random_polytope(const RandomPolytopeParams& params);

} // namespace boxwood

// What: generates random convex polytopes: the hull of points drawn uniformly on the unit sphere and
//       then stretched along z.
// Frame: the centroid of the solid is at the origin, up to rounding.
// Units: `radius` is the largest distance of a vertex from the origin.
// Invariants: the polytope has the requested number of faces F, rounded up to an even number that is at least 4. All
//             faces are triangles, and V = F / 2 + 2. The same parameters give the same bits.
// Degenerate input: parameters out of range are an Error. If points give coplanar faces, they are drawn again with
//                   another seed, which is derived from the requested seed and the number of the attempt. After 200
//                   draws, this is an Error.
// Cost: O(F log F) per draw; 36 faces take about 0.1 ms, 1000 faces about 10 ms.
// Source: Euler's formula gives F = 2 V - 4 for points in general position.
// Oracle: tests/engine/meshes/random_polytope_test.cpp, closed forms.
#pragma once

#include "collision/geometry/polytope/polytope.hpp"

#include <cstdint>

namespace boxwood {

struct RandomPolytopeParams {
    std::uint32_t faces = 36; // at most kMaxRandomFaces
    std::uint64_t seed = 1;
    double radius = 1.0;
    double aspect_ratio = 1.0; // stretch of the points along z, from 1 to 100
    friend bool operator==(const RandomPolytopeParams&, const RandomPolytopeParams&) = default;
};

// With more faces, rounding to float makes some neighboring faces coplanar in most draws.
inline constexpr std::uint32_t kMaxRandomFaces = 2000;

Status check_params(const RandomPolytopeParams& params);
Result<Polytope> make_random_polytope(const RandomPolytopeParams& params);

} // namespace boxwood

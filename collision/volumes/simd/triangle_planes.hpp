// What: runs the test of triangle_relation.hpp on two triangles of one mesh and two of another, as stored in two
//     leaves. Reports which of the four pairs are certainly separated by the plane of either triangle.
// Frame: A's, as in triangle_relation.hpp.
// Invariants: the result for each pair equals TriangleRelation::are_separated on every instruction set: the same
//     operations in the same order, none fused.
// Cost: 26 to 29 ns with AVX2; with AVX-512, 22 ns per leaf pair for many pairs; 39 ns with neither. Measured with the
//     triangles in a cache near the core.
// Source: triangle_relation.hpp.
// Oracle: TriangleRelation::are_separated, which is tested against the exact test
//     (tests/collision/volumes/triangle_planes_test.cpp).
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/volumes/triangle/triangle_relation.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

// Two triangles of each mesh. The two indices of a mesh can be equal.
struct TrianglePairs2x2 {
    std::array<std::uint32_t, 2> a, b;
};

struct TrianglePlanesKernel {
    std::string_view name;
    // Bit 2 i + j: triangle i of A and triangle j of B are disjoint.
    std::uint32_t (*find_separated)(const TriangleRelation& relation, const MeshView& mesh_a,
                                    const MeshView& mesh_b, const TrianglePairs2x2& leaves) = nullptr;
    // Gives the results of find_separated for many pairs of leaves.
    void (*find_all_separated)(const TriangleRelation& relation, const MeshView& mesh_a,
                               const MeshView& mesh_b, std::span<const TrianglePairs2x2> all,
                               std::uint32_t* out_separated) = nullptr;
};

// The kernels that this processor supports, fastest first; the last one needs only the baseline instruction set.
std::span<const TrianglePlanesKernel> list_triangle_planes_kernels();

} // namespace boxwood

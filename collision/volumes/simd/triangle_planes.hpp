// What: which of two triangles of one mesh and two of another, as leaves have them, are surely apart by the plane of either:
//     the test of triangle_relation.hpp on their four pairs at once.
// Frame: that of triangle_relation.hpp.
// Invariants: of each pair what TriangleRelation::are_apart says, on every kind of vectors: the same operations in the same
//     order, nothing fused.
// Cost: 26 to 29 ns with AVX2, 22 where many are asked for with AVX-512, 39 without either; triangles in a near cache.
// Source: triangle_relation.hpp.
// Oracle: TriangleRelation::are_apart, itself held against the exact test
//     (tests/collision/volumes/triangle_planes_test.cpp).
#pragma once

#include "collision/geometry/triangle.hpp"
#include "collision/volumes/triangle/triangle_relation.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

// Two triangles of each mesh, by number; they may be the same.
struct TrianglePairs2x2 {
    std::array<std::uint32_t, 2> a, b;
};

struct TrianglePlanesKernel {
    std::string_view name;
    // Bit 2 i + j: that triangle i of A and j of B are apart.
    std::uint32_t (*find_apart)(const TriangleRelation& relation, const MeshView& mesh_a,
                                const MeshView& mesh_b, const TrianglePairs2x2& leaves) = nullptr;
    // The same of each of many.
    void (*find_all_apart)(const TriangleRelation& relation, const MeshView& mesh_a, const MeshView& mesh_b,
                           std::span<const TrianglePairs2x2> all, std::uint32_t* out_apart) = nullptr;
};

// Those that this machine can run, the fastest first; the last one needs no more than any machine of its kind has.
std::span<const TrianglePlanesKernel> list_triangle_planes_kernels();

} // namespace boxwood

// What: whether triangles intersect, eight pairs at a time, where floating point can tell for sure.
// Frame: triangles as stored, each in its mesh's; decided in the world, on the vertices that pose * p gives, bit for bit.
// Invariants: what is said is what classify_triangles says, by its own filters: boxes that are apart, and orientations
//     under the one bound of the extents of both boxes; so it never says anything where classify_triangles needs exact
//     arithmetic. The same bits on every kind of vectors: nothing is fused.
// Degenerate input: flat triangles and those that touch are left open.
// Cost: 8 pairs 70 ns with AVX2; 8 triangles 10 ns to load from a near cache.
// Source: [Devillers 2002]; predicates.hpp for the bound.
// Oracle: classify_triangles (tests/collision/geometry/triangle_lanes_test.cpp).
#pragma once

#include "collision/geometry/triangle.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace boxwood {

struct TriangleLanes {
    static constexpr std::size_t kLanes = 8;
    using Column = std::array<float, kLanes>;
    using Side = std::array<std::array<Column, 3>, 3>; // [vertex][axis][lane]

    alignas(32) std::array<Side, 2> at;
};

// Bit k: of pair k. What is neither is not known.
struct LaneVerdicts {
    std::uint32_t disjoint = 0, intersect = 0;
};

struct TriangleKernel {
    std::string_view name;
    // Of eight triangles of one mesh, the corners.
    void (*load)(const MeshView& mesh, const std::uint32_t* triangles, TriangleLanes::Side& out) = nullptr;
    LaneVerdicts (*decide)(const TriangleLanes& lanes, const Pose& world_from_a,
                           const Pose& world_from_b) = nullptr;
};

// Those that this machine can run, the fastest first; the last one is plain C++.
std::span<const TriangleKernel> list_triangle_kernels();

} // namespace boxwood

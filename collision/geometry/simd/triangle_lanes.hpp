// What: tests eight pairs of triangles for intersection at a time. It decides only the cases that floating point can
//       certify.
// Frame: triangles are stored in the frame of their mesh and tested in world space. The world vertices equal pose * p
//        bit for bit.
// Invariants: a result equals the result of classify_triangles. The filters are the same: first the boxes, then
//             orientations with an error bound computed from the extents of the box around both triangles. If
//             classify_triangles needs exact arithmetic for a pair, the pair gets no result. The bits are the same on
//             every instruction set because no operations are fused.
// Degenerate input: pairs that touch remain undecided, and so do pairs with a flat triangle, unless their boxes are
//                   disjoint or one triangle is certainly on one side of the plane of the other.
// Cost: with AVX2, 70 ns for 8 pairs; loading 8 triangles from the L1 or L2 cache takes 10 ns.
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

// Bit k belongs to pair k. A pair in neither mask is undecided.
struct LaneVerdicts {
    std::uint32_t disjoint = 0, intersect = 0;
};

struct TriangleKernel {
    std::string_view name;
    // Loads the corners of eight triangles of one mesh.
    void (*load)(const MeshView& mesh, const std::uint32_t* triangles, TriangleLanes::Side& out) = nullptr;
    LaneVerdicts (*decide)(const TriangleLanes& lanes, const Pose& world_from_a,
                           const Pose& world_from_b) = nullptr;
};

// The kernels that this machine can run, the fastest first; the last one is plain C++.
std::span<const TriangleKernel> list_triangle_kernels();

} // namespace boxwood

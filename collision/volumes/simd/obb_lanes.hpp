// What: fits oriented boxes to triangles, and merges oriented boxes, eight at a time. A refit fits or merges a box at
//     every node.
// Frame: the mesh's own.
// Invariants: the boxes have the bits of the results of Obb::fit_triangles and merge(Obb, Obb), on every instruction
//     set.
// Degenerate input: triangles with no or almost no area are fitted one at a time. Boxes to merge must not be empty.
// Cost: 0.15 us for 8 fits or merges with AVX-512.
// Source: obb.hpp.
// Oracle: Obb::fit_triangles and merge (tests/collision/volumes/obb_lanes_test.cpp).
#pragma once

#include "collision/geometry/simd/triangle_lanes.hpp"
#include "collision/volumes/box/obb.hpp"

#include <array>
#include <span>
#include <string_view>

namespace boxwood {

struct ObbLanes {
    static constexpr std::size_t kLanes = TriangleLanes::kLanes;
    using Column = std::array<float, kLanes>;

    alignas(32) std::array<Column, 3> center, half;
    alignas(32) std::array<Column, 4> axes; // w, x, y, z

    void set(std::size_t lane, const Obb& box);
    Obb box(std::size_t lane) const;
};

struct ObbKernel {
    std::string_view name;
    // Returns a mask of the lanes whose triangle is too degenerate; their boxes are undefined.
    std::uint32_t (*fit)(const TriangleLanes::Side& corners, ObbLanes& out) = nullptr;
    void (*merge)(const ObbLanes& a, const ObbLanes& b, ObbLanes& out) = nullptr;
};

// The kernels that this processor supports, fastest first; the last one is plain C++.
std::span<const ObbKernel> list_obb_kernels();

inline void ObbLanes::set(std::size_t lane, const Obb& of) {
    for (std::size_t k = 0; k < 3; ++k) {
        center[k][lane] = of.center[static_cast<glm::length_t>(k)];
        half[k][lane] = of.half[static_cast<glm::length_t>(k)];
    }
    axes[0][lane] = of.axes.w;
    axes[1][lane] = of.axes.x;
    axes[2][lane] = of.axes.y;
    axes[3][lane] = of.axes.z;
}
inline Obb ObbLanes::box(std::size_t lane) const {
    return {{center[0][lane], center[1][lane], center[2][lane]},
            {half[0][lane], half[1][lane], half[2][lane]},
            {axes[0][lane], axes[1][lane], axes[2][lane], axes[3][lane]}};
}

} // namespace boxwood

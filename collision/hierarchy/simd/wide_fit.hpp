// What: fits the boxes of a wide hierarchy from the last node to the first: to a mesh, or to the boxes of the binary hierarchy
//     that it is made of.
// Invariants: those of Bvh8; on every kind of vectors the bytes of WideBoxes::make, of each node from the tight boxes of its
//     leaves and what WideBoxes::box gives of the nodes below.
// Degenerate input: where the lines of a grid are too close for float to tell one from the next, or a range is beyond 2^126 or
//     below 2^-92, every kernel does as the plain one.
// Cost: with AVX2 45 ns per node; nothing is allocated.
// Oracle: WideBoxes::make (tests/collision/hierarchy/wide_fit_test.cpp).
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"

#include <span>
#include <string_view>

namespace boxwood {

struct WideFitKernel {
    std::string_view name;
    // Nodes [begin, end), of which those behind `end` are fitted.
    void (*refit)(Bvh8& io_tree, const MeshView& mesh, std::uint32_t begin, std::uint32_t end) = nullptr;
    // All nodes. `leaves`: of each leaf of the wide hierarchy, in the order of nodes and lanes, which of the binary one it is.
    void (*fit)(Bvh8& io_tree, const Bvh2<Aabb>& binary, std::span<const std::uint32_t> leaves) = nullptr;
};

// Those that this machine can run, the fastest first; the last one is plain C++.
std::span<const WideFitKernel> list_wide_fit_kernels();

} // namespace boxwood

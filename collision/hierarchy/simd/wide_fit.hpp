// What: fits the boxes of a Bvh8, from the last node to the first. The input is a mesh, or the boxes of the binary
//     hierarchy from which the Bvh8 is collapsed.
// Invariants: the invariants of Bvh8. On every instruction set, each node has the bytes that WideBoxes::make computes
//     from the tight boxes of its leaves and from the boxes that WideBoxes::box derives from the nodes below.
// Degenerate input: if adjacent grid lines round to the same float, or if a range is above 2^126 or nonzero and below
//     2^-92, every kernel falls back to the plain kernel.
// Cost: 45 ns per node with AVX2; allocates no memory.
// Oracle: WideBoxes::make (tests/collision/hierarchy/wide_fit_test.cpp).
#pragma once

#include "collision/hierarchy/bvh8/bvh8.hpp"

#include <span>
#include <string_view>

namespace boxwood {

struct WideFitKernel {
    std::string_view name;
    // Refits nodes [begin, end); the nodes at and beyond `end` are already fitted.
    void (*refit)(Bvh8& io_tree, const MeshView& mesh, std::uint32_t begin, std::uint32_t end) = nullptr;
    // Fits all nodes. `leaves` lists the leaves of the wide hierarchy in the order of nodes and lanes, by their indices
    // in the binary hierarchy.
    void (*fit)(Bvh8& io_tree, const Bvh2<Aabb>& binary, std::span<const std::uint32_t> leaves) = nullptr;
};

// The kernels that this machine supports, fastest first; the last one is plain C++.
std::span<const WideFitKernel> list_wide_fit_kernels();

} // namespace boxwood

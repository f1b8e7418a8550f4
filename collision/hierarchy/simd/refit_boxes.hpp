// What: refits a hierarchy of AABBs with AVX-512.
// Frame: the mesh's own.
// Invariants: the volumes equal the results of fit_primitives and merge, bit for bit.
// Cost: 1.7 ns per node, or 2.5 ns if the data is not cached (bench/build_hierarchy.cpp); if leaves have two triangles,
//     5 and 10 ns per triangle. Processes two triangles at a time. Interleaves the leaves of one block with the inner
//     nodes of the block fitted before it because the two stall on different resources. Takes 140 kB of stack.
// Oracle: fit_primitives and merge (tests/collision/hierarchy/refit_kernels_test.cpp).
#pragma once

#include "collision/core/simd/processor.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace boxwood {

// The wide refit uses 32-bit indices of the corners of triangles, three per triangle.
inline constexpr std::size_t kMaxForWideRefit = std::numeric_limits<std::uint32_t>::max() / 3;

#if BOXWOOD_HAS_WIDE_VECTORS
// Requires AVX-512, at least one node and at most kMaxForWideRefit triangles.
void refit_boxes_wide(Bvh2<Aabb>& io_tree, const MeshView& mesh);
#endif

} // namespace boxwood

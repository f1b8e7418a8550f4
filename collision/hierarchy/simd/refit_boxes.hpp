// What: the refit of a hierarchy of boxes for processors with vectors of sixteen floats.
// Frame: the mesh's own.
// Invariants: the volumes of fit_primitives and merge, bit for bit.
// Cost: a node of boxes 1.7 ns from the cache, 2.5 from memory (bench/build_hierarchy.cpp); a triangle in leaves of two 5 and
//     10. Triangles come two at a time, each leaf beside an inner node of the stretch behind it, which waits for other
//     things. 140 kB of the stack.
// Oracle: fit_primitives and merge (tests/collision/hierarchy/refit_kernels_test.cpp).
#pragma once

#include "collision/core/simd/processor.hpp"
#include "collision/geometry/triangle.hpp"
#include "collision/hierarchy/bvh2/bvh2.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace boxwood {

// Numbers of corners in a row are of 32 bits there.
inline constexpr std::size_t kMaxForWideRefit = std::numeric_limits<std::uint32_t>::max() / 3;

#if BOXWOOD_HAS_WIDE_VECTORS
// Requires AVX-512 and at most kMaxForWideRefit triangles, the root among the nodes.
void refit_boxes_wide(Bvh2<Aabb>& io_tree, const MeshView& mesh);
#endif

} // namespace boxwood

// What: computes the expected result of a query by brute force over all pairs of triangles, without a hierarchy. Also
//     finds the node whose wrong volume makes a query miss a pair.
// Frame: poses are world_from_mesh.
// Invariants: two triangles intersect iff the closed triangles with their world vertices intersect, which is decided
//     exactly.
// Cost: O(m n) time for m and n triangles, about 1 ns per pair, so run it on a separate thread.
// Oracle: none; this is an oracle itself.
#pragma once

#include "collision/query/mesh_query.hpp"
#include "engine/explain/visit_replay.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace boxwood {

struct PosedMesh {
    MeshView mesh;
    Pose world_from_mesh;
    bool is_solid = false;
};

// Returns the intersecting pairs, sorted. Calls `should_continue(fraction done)` once per triangle of A; if the result
// is false, returns the pairs found so far.
std::vector<PrimitivePair> find_all_by_brute_force(const PosedMesh& a, const PosedMesh& b,
                                                   const std::function<bool(double)>& should_continue);

// Finds by winding numbers (nesting_verdict.hpp) which of the meshes has a connected part inside the other, if the
// other is a solid. Requires meshes that do not intersect. Empty if rounding decides.
std::optional<Nesting> find_nesting_by_brute_force(const PosedMesh& a, const PosedMesh& b);

// The reason why a query did not report an intersecting pair.
struct PruningFault {
    PrimitivePair pair;
    std::size_t visit = 0; // the visit that pruned the pair
    // The side whose node does not contain its triangle: 0 for A, 1 for B. Empty if both nodes contain their triangles,
    // so that the overlap test is wrong.
    std::optional<std::size_t> side;
    std::uint32_t node = 0; // the node of that side; no meaning without a side
};

// Finds the visit that pruned the pair, and the node whose volume is too small. Empty if no visit pruned the pair.
std::optional<PruningFault> find_pruning_fault(const VisitReplay& replay,
                                               const std::array<const AnyHierarchy*, 2>& hierarchies,
                                               const std::array<const NodeTable*, 2>& tables,
                                               const std::array<MeshView, 2>& meshes, PrimitivePair pair);

} // namespace boxwood

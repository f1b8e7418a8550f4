// What: all pairs of triangles of two meshes by brute force, without a hierarchy: the expected result of a query. Also
//     finds the node whose wrong volume makes a query miss a pair.
// Frame: poses are model to world.
// Invariants: two triangles intersect iff the closed triangles on their world vertices do, decided exactly.
// Cost: the product of both triangle counts, about 1 ns each: run it on its own thread.
// Oracle: is itself an oracle (all pairs of triangles).
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

// Sorted. Calls `goes_on(fraction done)` once per triangle of A; if it returns false, returns the pairs found so far.
std::vector<PrimitivePair> find_all_by_brute_force(const PosedMesh& a, const PosedMesh& b,
                                                   const std::function<bool(double)>& goes_on);

// What lies inside a solid, by winding numbers (nesting_verdict.hpp). Requires meshes that do not intersect. Empty if
// rounding decides.
std::optional<Nesting> find_nesting_by_brute_force(const PosedMesh& a, const PosedMesh& b);

// Why a query did not report a pair that intersects.
struct PruningFault {
    PrimitivePair pair;
    std::size_t visit = 0; // the visit that pruned the pair
    std::optional<std::size_t>
        side;               // 0: A's node does not contain its triangle, 1: B's; none: the test is wrong
    std::uint32_t node = 0; // of that side
};

// The visit that pruned the pair, and the node whose volume is too small. Empty if no visit pruned it.
std::optional<PruningFault> find_pruning_fault(const VisitReplay& replay,
                                               const std::array<const AnyHierarchy*, 2>& hierarchies,
                                               const std::array<const NodeTable*, 2>& tables,
                                               const std::array<MeshView, 2>& meshes, PrimitivePair pair);

} // namespace boxwood

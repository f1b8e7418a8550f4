// What: where a deforming mesh meets itself: pairs of its own triangles that intersect, neighbors left out.
// Frame: the mesh's own.
// Invariants: pairs (i, j) with i < j, sorted, each once; a complete answer does not depend on the hierarchy, one of a
//     search that stopped is a part of it. Neighbors share a
//     vertex, or had one at the same place in the rest mesh: what is torn apart stays a neighbor.
// Degenerate input: kinds of hierarchy that derive their volumes on the way down are walked like the others.
// Cost: one walk of the hierarchy against itself, of kMaxSelfTests tests and those of one more pair of leaves at most.
// Source: algorithms of [Volino 1994] without the culling by normals, which needs what is regular about a surface.
// Oracle: tests/engine/deform/self_contacts_test.cpp: all pairs less the neighbors.
#pragma once

#include "collision/query/any_hierarchy.hpp"
#include "collision/query/mesh_query.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

// Of each vertex: the first one at its place. Vertices with the same one are the same to neighbors.
std::vector<std::uint32_t> find_places(std::span<const glm::vec3> rest_positions);

// Tests of volumes and of triangles in one search: a torn or permuted mesh has nearly as many pairs of nodes, or of
// triangles, as there can be.
inline constexpr std::uint64_t kMaxSelfTests = 5'000'000;

struct SelfContacts {
    std::vector<PrimitivePair> pairs;
    std::uint64_t volume_tests = 0, triangle_tests = 0;
    bool is_complete = true; // false: the search stopped at the limit, and there may be more pairs
};

// Requires a hierarchy over the mesh as it is now, and places of its vertices.
void find_self_contacts(const MeshView& mesh, const AnyHierarchy& hierarchy,
                        std::span<const std::uint32_t> places, SelfContacts& out_contacts,
                        std::uint64_t max_tests = kMaxSelfTests);

} // namespace boxwood

// What: where a deforming mesh meets itself: pairs of its own triangles that intersect, neighbors left out.
// Frame: the mesh's own.
// Invariants: pairs (i, j) with i < j, sorted, each once; the answer does not depend on the hierarchy. Neighbors share a
//     vertex, or had one at the same place in the rest mesh: what is torn apart stays a neighbor.
// Degenerate input: kinds of hierarchy that derive their volumes on the way down are walked like the others.
// Cost: one walk of the hierarchy against itself.
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

struct SelfContacts {
    std::vector<PrimitivePair> pairs;
    std::uint64_t volume_tests = 0, triangle_tests = 0;
};

// Requires a hierarchy over the mesh as it is now, and places of its vertices.
void find_self_contacts(const MeshView& mesh, const AnyHierarchy& hierarchy,
                        std::span<const std::uint32_t> places, SelfContacts& out_contacts);

} // namespace boxwood

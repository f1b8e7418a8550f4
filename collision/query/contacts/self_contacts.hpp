// What: pairs of triangles of one mesh that intersect, except neighbors.
// Frame: the mesh's own.
// Invariants: pairs (i, j) with i < j, sorted, unique; a complete answer does not depend on the hierarchy, a truncated
//     one is a subset. Neighbors share a vertex, or have vertices at the same place: that of the positions given to
//     find_places(). With the rest positions of a mesh that deforms, torn triangles stay neighbors.
// Degenerate input: kinds of hierarchy that derive their volumes during descent are traversed like the others.
// Errors: no hierarchy, one that does not fit the mesh, and places of another number of vertices; the result is cleared.
//     As in mesh_query.hpp, positions and indices are taken to be those of the last build or refit.
// Cost: one traversal of the hierarchy against itself, of at most max_tests tests plus those of one pair of leaves.
// Source: [Volino 1994], without the culling by normals, which requires a regular surface.
// Oracle: tests/engine/deform/self_contacts_test.cpp and tests/collision/query/self_contacts_test.cpp: all pairs less the
//     neighbors.
#pragma once

#include "collision/query/any_hierarchy.hpp"
#include "collision/query/mesh_query.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

// For each vertex: the first vertex at its position. Vertices with the same one count as shared between neighbors.
std::vector<std::uint32_t> find_places(std::span<const glm::vec3> rest_positions);

// Limit on volume and triangle tests of one search: a torn or permuted mesh has nearly the maximum number of
// overlapping node and triangle pairs.
inline constexpr std::uint64_t kMaxSelfTests = 5'000'000;

struct SelfContacts {
    std::vector<PrimitivePair> pairs;
    std::uint64_t volume_tests = 0, triangle_tests = 0;
    bool is_complete = true; // false: the search reached the limit and may have missed pairs
};

// `places`: of the mesh's vertices, from find_places().
Status find_self_contacts(const MeshView& mesh, const AnyHierarchy& hierarchy,
                          std::span<const std::uint32_t> places, SelfContacts& out_contacts,
                          std::uint64_t max_tests = kMaxSelfTests);

} // namespace boxwood

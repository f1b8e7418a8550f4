// What: pairs of triangles of one mesh that intersect, except neighbors.
// Frame: the mesh's own.
// Invariants: pairs (i, j) have i < j and are sorted and unique. A complete answer does not depend on the hierarchy; a
//     truncated answer is a subset of the complete one. Two triangles are neighbors if they share a vertex, or if a
//     vertex of one and a vertex of the other have the same position in the argument of find_representatives(). If
//     these are the rest positions of a deforming mesh, triangles that are torn from each other are still neighbors.
// Degenerate input: hierarchies that compute volumes during descent are traversed like the others.
// Errors: a missing hierarchy, a hierarchy that does not fit the mesh, and a number of representatives that is not the
//     number of vertices. On an Error, the result is cleared. As in mesh_query.hpp, positions and indices are assumed
//     to be unchanged since the last build or refit.
// Cost: one traversal of the hierarchy against itself, with at most max_tests tests plus the tests of a few leaves.
// Source: [Volino 1994], without the culling by normals, which requires a regular surface.
// Oracle: tests/engine/deform/self_contacts_test.cpp and tests/collision/query/self_contacts_test.cpp: all pairs except
//     neighbors.
#pragma once

#include "collision/query/any_hierarchy.hpp"
#include "collision/query/mesh_query.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

// For each vertex, returns the lowest index of all vertices at the same position. Vertices with the same result count
// as one shared vertex.
std::vector<std::uint32_t> find_representatives(std::span<const glm::vec3> rest_positions);

// Limit on the volume and triangle tests of one search. Without a limit, a torn or permuted mesh can need a test for
// nearly every pair of nodes and of triangles.
inline constexpr std::uint64_t kMaxSelfTests = 5'000'000;

struct SelfContacts {
    std::vector<PrimitivePair> pairs;
    std::uint64_t volume_tests = 0, triangle_tests = 0;
    bool is_complete = true; // false if the search reached the limit and may have missed pairs
};

// `representatives` is the result of find_representatives() for the mesh's vertices.
Status find_self_contacts(const MeshView& mesh, const AnyHierarchy& hierarchy,
                          std::span<const std::uint32_t> representatives, SelfContacts& out_contacts,
                          std::uint64_t max_tests = kMaxSelfTests);

} // namespace boxwood

// What: contacts of two meshes for a simulator: regions of intersecting triangles, each with a normal, a depth and up
//     to four points.
// Frame: poses are world_from_a and world_from_b; results are in the world (suffix _w).
// Units: lengths as in the scene.
// Invariants: a region is a connected component of the intersecting pairs of triangles. Two pairs are neighbors if they
//     share a triangle and their other triangles share a vertex position. The four legs of a table on one large
//     triangle are therefore four regions. For two closed meshes in general position, a region is one intersection
//     curve. The depth of a region along a unit vector n is the maximum of n . x over the world vertices x of its
//     triangles of A, minus the minimum over the world vertices of its triangles of B. After a translation of B along n
//     by this depth, a plane separates the triangles of A and B; they can still touch in that plane.
//     The normal of a region is the direction with the smallest depth among the following directions and their
//     negatives: the normals of its triangles (only the first kMaxNormals of each mesh), the area-weighted sums of the
//     normals of A, of B and of A and B together, and, in regions of at most kFewPairs pairs, the cross products of
//     edges. The depth along the normal is an upper bound on the length of the shortest translation that separates the
//     region's triangles. Vertices that lie inside the other mesh but belong to no intersecting triangle are not part
//     of a region.
//     If A and B are swapped, normals are negated and depths keep their bits, unless a direction and its negative have
//     the same depth. The order of regions and of points can change.
// Degenerate input: as in mesh_query.hpp. A region of coplanar triangles has depth 0 along their normal. Triangles
//     without area have no normal. If a region has no normal at all, the directions of the coordinate axes are tried.
// Errors: the errors of query_meshes; the result is cleared.
// Cost: one call of query_meshes with QueryMode::all, 1.5 us per pair of triangles to compute the segment in which they
//     intersect, and O(directions * vertices) time per region.
// Source: none.
// Oracle: mesh_contacts_test: tests all triangles of a region after the translation by its depth; finds the regions by
//     brute force.
#pragma once

#include "collision/query/mesh_query.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace boxwood {

// A point of the intersection of two triangles.
struct MeshContactPoint {
    glm::dvec3 point_w{0.0};
    PrimitivePair triangles;
    // The end of the segment in which the triangles intersect: 0 or 1, in the direction of cross(normal of the triangle
    // of A, normal of the triangle of B). 0 for a coplanar pair.
    std::uint8_t end = 0;
};

struct ContactRegion {
    static constexpr std::size_t kMaxPoints = 4;
    static constexpr std::size_t kMaxNormals = 64, kFewPairs = 8;

    glm::dvec3 normal_w{0.0};                   // unit, from A to B
    double depth = 0.0;                         // at least 0
    glm::dvec3 center_w{0.0};                   // mean of the midpoints of the pairs' segments
    std::size_t first_pair = 0, pair_count = 0; // range in MeshContacts::pairs
    std::size_t point_count = 0;
    // Ends of the pairs' segments, far from each other. The first is the end farthest from center_w. Each later one is
    // the end with the largest distance to the nearest point before it. Both ends of one segment can be among them.
    std::array<MeshContactPoint, kMaxPoints> points{};
};

struct MeshContacts {
    std::vector<ContactRegion> regions; // in the order of their first pairs
    std::vector<PrimitivePair> pairs;   // grouped by region, sorted within each region
    bool is_truncated = false;          // true if pairs beyond max_pairs are missing
};

struct MeshContactsRequest {
    std::size_t max_pairs = std::size_t{1} << 20; // only the first pairs in sorted order are used
};

// Working memory; reuse it to avoid allocation.
struct MeshContactsScratch {
    QueryScratch query;
    QueryResult pairs;
};

Status find_mesh_contacts(const MeshOperand& a, const MeshOperand& b, const MeshContactsRequest& request,
                          MeshContactsScratch& io_scratch, MeshContacts& out_contacts);

} // namespace boxwood

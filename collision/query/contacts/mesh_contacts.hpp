// What: contacts of two meshes as a simulator uses them: regions of intersecting triangles, each with a normal, a depth
//       and up to four points.
// Frame: poses are world_from_a and world_from_b; results are in the world (suffix _w).
// Units: lengths as in the scene.
// Invariants: a region is a connected component of the intersecting pairs of triangles. Two pairs are neighbors if they
//     have a triangle in common and their other triangles have a vertex position in common; so the four legs of a table on
//     one large triangle are four regions. On general closed meshes a region is one intersection curve.
//     The depth of a region along a unit vector n is the largest n . x over the world vertices of its triangles of A less
//     the smallest over those of B: translating B by that much along n leaves a plane between the two sets of triangles, so
//     that no triangle of one intersects any of the other except in that plane. The region's normal is the one with the
//     least depth of these and their negatives: the normals of its triangles (of the first kMaxNormals of each mesh), their
//     sums weighted by area, and in regions of at most kFewPairs pairs the cross products of edges. Its depth is an upper bound
//     of the least translation that separates the region's triangles. Vertices that lie inside the other mesh and belong to
//     no intersecting triangle are not part of a region.
//     Exchanging A and B negates normals and keeps depths, bit for bit, unless both senses of a line are equally good;
//     regions and points come in another order.
// Degenerate input: as in mesh_query.hpp. Regions of coplanar triangles have depth 0 along their normal. Flat triangles
//     have no normal; a region without any takes the directions of the axes.
// Errors: those of query_meshes; the result is cleared.
// Cost: query_meshes with QueryMode::all, 1.5 us per pair for its segment, and O(directions * vertices) per region.
// Source: none.
// Oracle: mesh_contacts_test: all pairs at the translated pose; regions by repeated search.
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
};

struct ContactRegion {
    static constexpr std::size_t kMaxPoints = 4;
    static constexpr std::size_t kMaxNormals = 64, kFewPairs = 8;

    glm::dvec3 normal_w{0.0};                   // unit, from A to B
    double depth = 0.0;                         // at least 0
    glm::dvec3 center_w{0.0};                   // mean of the midpoints of the pairs' segments
    std::size_t first_pair = 0, pair_count = 0; // in MeshContacts::pairs
    std::size_t point_count = 0;
    std::array<MeshContactPoint, kMaxPoints>
        points{}; // spread over the region: the ends of its longest extent first
};

struct MeshContacts {
    std::vector<ContactRegion> regions; // in the order of their lowest pair
    std::vector<PrimitivePair> pairs;   // grouped by region, sorted in each
    bool is_truncated = false;          // max_pairs left pairs out; regions are of the remaining ones
};

struct MeshContactsRequest {
    std::size_t max_pairs = std::size_t{1} << 20; // the pairs beyond it, in sorted order, are left out
};

// Working memory; reuse it to avoid allocation.
struct MeshContactsScratch {
    QueryScratch query;
    QueryResult pairs;
};

Status find_mesh_contacts(const MeshOperand& a, const MeshOperand& b, const MeshContactsRequest& request,
                          MeshContactsScratch& io_scratch, MeshContacts& out_contacts);

} // namespace boxwood

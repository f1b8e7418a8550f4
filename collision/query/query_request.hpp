// What: the mode and the options of a query between two meshes.
// Invariants: the options test, descent, leaf_test and triangle_test change the cost of a query, and can change which
//     pair an any-contact query finds. They never change whether meshes intersect, which pairs an all-contacts query
//     lists, or the distance that a query with a tolerance of 0 finds.
// Errors: check_request returns the reason why a request is invalid.
#pragma once

#include "collision/core/result.hpp"
#include "collision/geometry/triangle/triangle_tests.hpp"
#include "collision/volumes/volume.hpp"

#include <cstdint>
#include <limits>

namespace boxwood {

class PrimitiveTestRecord;
struct NestingCache;
struct QueryCoherence;

enum class QueryMode : std::uint8_t {
    any,      // whether the meshes intersect
    all,      // which triangles intersect
    distance, // the distance between the meshes
    within    // whether they are within max_distance of each other
};

inline bool is_distance_mode(QueryMode mode) {
    return mode == QueryMode::distance || mode == QueryMode::within;
}

// Descend rule: selects the node of a pair that is opened (descent.hpp).
enum class Descent : std::uint8_t {
    larger_volume,  // the node whose volume is larger in the world
    longest_extent, // the node whose longest side is longer in the world; if both are equal, as larger_volume
    alternating,    // alternately a node of A and a node of B
    simultaneous,   // both nodes in contact queries; the larger volume in distance queries
};

// How a leaf is tested against an inner node (leaf_test.hpp).
enum class LeafTest : std::uint8_t {
    volume,  // the leaf's volume against the inner node's volume
    triangle // the leaf's triangles against the inner node's volume
};

struct QueryRequest {
    QueryMode mode = QueryMode::all;
    OverlapTest test = OverlapTest::sat;
    Descent descent = Descent::larger_volume;
    LeafTest leaf_test = LeafTest::volume; // distance queries use it only while they search for a contact
    TriangleTestFunction triangle_test = triangles_intersect; // one of triangle_tests.hpp
    PrimitiveTestRecord* log = nullptr;                       // records or replays primitive tests
    QueryCoherence* coherence = nullptr; // coherence cache of this pair of meshes, query_coherence.hpp
    NestingCache* nesting = nullptr;     // cache of the tests for nested shells, nesting.hpp
    // For distance and within: pairs at a larger distance are ignored. At least 0. Smaller values make the search
    // faster.
    double max_distance = std::numeric_limits<double>::infinity();
    // For distance: the result can be up to 1 + tolerance times the minimum. At least 0. A tolerance above 0 makes the
    // search faster, especially between parallel faces. The pair found then depends on volume, kind, builder, descend
    // rule, threads, coherence cache and the order of the operands. With a tolerance of 0, it depends on none of them.
    double tolerance = 0.0;
};

// Returns an Error if the request is invalid.
Status check_request(const QueryRequest& request);

} // namespace boxwood

// What: the question and the options of a query between two meshes.
// Invariants: test, descent, leaf_test and triangle_test change the cost, never the answer.
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

inline bool is_of_distances(QueryMode mode) {
    return mode == QueryMode::distance || mode == QueryMode::within;
}

// Descend rule: which node of a pair is opened; descent.hpp.
enum class Descent : std::uint8_t {
    larger_volume,  // the node with the larger volume in the world
    longest_extent, // the node with the longest side
    alternating,    // a node of A and a node of B alternately
    simultaneous,   // both, in contact queries; distance queries open the larger volume
};

// The test of a leaf against an inner node; leaf_test.hpp.
enum class LeafTest : std::uint8_t {
    volume,  // the leaf's volume against the inner node's
    triangle // the leaf's triangles against the inner node's volume
};

struct QueryRequest {
    QueryMode mode = QueryMode::all;
    OverlapTest test = OverlapTest::sat;
    Descent descent = Descent::larger_volume;
    LeafTest leaf_test = LeafTest::volume; // leaf against inner node; distance queries always use volumes
    TriangleTestFunction triangle_test = triangles_intersect; // triangle_tests.hpp; all tests agree
    PrimitiveTestRecord* log = nullptr;                       // records or replays primitive tests
    QueryCoherence* memory = nullptr; // coherence cache of this pair of meshes, query_coherence.hpp
    NestingCache* nesting = nullptr;  // where the shells of one mesh lie in the other, a solid; nesting.hpp
    // distance, within: pairs farther than this are ignored; at least 0. Smaller values make the search faster.
    double max_distance = std::numeric_limits<double>::infinity();
    // distance: the result may be up to 1 + tolerance times the minimum, which ends the search sooner, above all
    // between parallel faces. The pair found then depends on volume, kind, builder, descend rule, threads and the order
    // of the operands; with 0 it depends on none of them.
    double tolerance = 0.0;
};

// Ok, or the reason why the request is invalid.
Status check_request(const QueryRequest& request);

} // namespace boxwood

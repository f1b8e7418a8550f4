// What: what a query between two meshes is to answer, and how.
// Invariants: test, descent, leaf_test and triangle_test change the cost, never the answer.
// Errors: check_request says what is wrong with a request that cannot be answered.
#pragma once

#include "collision/core/result.hpp"
#include "collision/geometry/triangle/triangle_tests.hpp"
#include "collision/volumes/volume.hpp"

#include <cstdint>
#include <limits>

namespace boxwood {

class PrimitiveTestRecord;
struct QueryCoherence;

enum class QueryMode : std::uint8_t {
    any,      // whether the meshes intersect
    all,      // which triangles do
    distance, // how far the meshes are from each other
    within    // whether they are within max_distance of each other
};

inline bool is_of_distances(QueryMode mode) {
    return mode == QueryMode::distance || mode == QueryMode::within;
}

// Which node of a pair is opened; descent.hpp.
enum class Descent : std::uint8_t {
    larger_volume,  // of the two, in the world
    longest_extent, // the one with the longest side
    alternating,    // in turns
    simultaneous,   // both, where contacts are sought; distances open the one of larger volume
};

// How a pair of a leaf and an inner node is tested; leaf_test.hpp.
enum class LeafTest : std::uint8_t {
    volume,  // the leaf's volume against the inner node's
    triangle // the leaf's triangles against the inner node's volume
};

struct QueryRequest {
    QueryMode mode = QueryMode::all;
    OverlapTest test = OverlapTest::sat;
    Descent descent = Descent::larger_volume;
    LeafTest leaf_test = LeafTest::volume; // of a leaf and an inner node; distances are bounded by volumes
    TriangleTestFunction triangle_test = triangles_intersect; // of triangle_tests.hpp: all decide alike
    PrimitiveTestRecord* log = nullptr;                       // records the primitive tests, or answers them
    QueryCoherence* memory = nullptr; // what the last query of the same two left, query_coherence.hpp
    // distance, within: what is farther is of no interest; at least 0. Searches for what is near are the faster the less it is.
    double max_distance = std::numeric_limits<double>::infinity();
    // distance: found may be up to 1 + this times the least, sooner, above all between parallel faces. Which pair it is
    // then depends on volume, kind, builder, descent, threads and the order of the operands. 0: on nothing.
    double tolerance = 0.0;
};

// Ok, or what makes the request one that cannot be answered.
Status check_request(const QueryRequest& request);

} // namespace boxwood

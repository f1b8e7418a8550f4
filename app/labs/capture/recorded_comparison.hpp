// What: compares the recorded trees of a query with trees that Boxwood builds over the same meshes. Compares the
//       quality of the trees, and the number of tests in the same query.
// Units: numbers of tests.
// Invariants: Boxwood's vertices are floats, so double coordinates of a producer are rounded. This changes the counts
//     only a little. The verdicts do not depend on it, because the judge uses the original coordinates.
// Degenerate input: a mesh that Boxwood cannot use (no triangles, coordinates out of range), a hierarchy that is not
//                   recorded or cannot be traversed, and a query that fails give a sentence in `problem`.
// Cost: two builds and one query; runs as a background job.
// Oracle: tests/app/labs/capture_test.cpp: recorded trees of the same builder give the same test counts as Boxwood's
//         trees; recorded trees of a poorer builder give more volume tests.
#pragma once

#include "app/labs/capture/opened_capture.hpp"
#include "collision/query/mesh_query.hpp"

#include <array>
#include <optional>
#include <string>

namespace boxwood {

// A recorded mesh in Boxwood's representation.
struct OwnMesh {
    std::vector<glm::vec3> positions;
    std::vector<TriangleIndices> triangles;
    MeshView view() const { return {positions, triangles}; }
};
using OwnMeshes = std::array<OwnMesh, 2>;
// Converts both meshes of a case. Returns an Error if one of them cannot be used.
Result<OwnMeshes> make_own_meshes(const SeenCase& seen);
// The request with the mode of the recorded query. A mode other than "distance" and "any" becomes `all`.
QueryRequest own_request(const capture::QueryRecord& query);

struct TestCounts {
    std::uint64_t volumes = 0, triangles = 0;
};

struct RecordedComparison {
    std::string problem;                      // why there is no comparison; empty: the comparison is valid
    std::string builder;                      // of Boxwood's trees
    std::array<TreeQuality, 2> ours;          // of Boxwood's trees
    std::optional<TestCounts> recorded_tests; // none: no complete list of visits is known
    TestCounts our_tests;
    std::string sentence;
};

// Requires seen.is_pair_query(). The opened capture of `seen` must stay alive during the call.
RecordedComparison compare_with_ours(const SeenCase& seen);

} // namespace boxwood

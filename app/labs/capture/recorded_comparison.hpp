// What: the recorded trees of a query against trees that Boxwood builds over the same meshes: their quality, and the tests that
//       the same query makes.
// Units: counts of tests.
// Invariants: Boxwood's vertices are floats: coordinates that a producer holds in double are rounded. This changes counts by
//     little, and no verdict, which is the judge's.
// Degenerate input: what Boxwood cannot build over (no triangles, coordinates out of its range) is a sentence in `problem`.
// Cost: two builds and one query; runs as a job.
// Oracle: tests/app/labs/capture_test.cpp: a tree of ours that is recorded compares as equal.
#pragma once

#include "app/labs/capture/opened_capture.hpp"
#include "collision/query/mesh_query.hpp"

#include <array>
#include <optional>
#include <string>

namespace boxwood {

// The meshes of a pair as Boxwood holds them.
struct OwnMesh {
    std::vector<glm::vec3> positions;
    std::vector<TriangleIndices> triangles;
    MeshView view() const { return {positions, triangles}; }
};
using OwnMeshes = std::array<OwnMesh, 2>;
// An Error if a mesh of the pair cannot be used.
Result<OwnMeshes> make_own_meshes(const SeenCase& seen);
QueryRequest own_request(const capture::QueryRecord& query);

struct TestCounts {
    std::uint64_t volumes = 0, triangles = 0;
};

struct RecordedComparison {
    std::string problem; // empty: compared
    std::string builder; // of our trees
    std::array<TreeQuality, 2> ours;
    std::optional<TestCounts> recorded_tests; // none: no visits are known
    TestCounts our_tests;
    std::string sentence;
};

// Requires a case of a pair; what it refers to must stay.
RecordedComparison compare_with_ours(const SeenCase& seen);

} // namespace boxwood
